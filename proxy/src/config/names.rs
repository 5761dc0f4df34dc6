//! What names may look like, as Kafka has it.

/// Longest name of a link, as in Cluster Linking.
const LINK_LENGTH_MAX: usize = 255;
/// Longest name of a topic: a broker's directory for it has a partition number and a suffix behind the name.
const TOPIC_LENGTH_MAX: usize = 249;

/// Whether a name may have this character: letters, digits, `.`, `_` and `-`.
#[must_use]
pub const fn fits(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

/// Whether a link may have this name.
#[must_use]
pub fn is_link(name: &str) -> bool {
    !name.is_empty() && name.len() <= LINK_LENGTH_MAX && name.chars().all(fits)
}

/// Whether a topic may have this name.
#[must_use]
pub fn is_topic(name: &str) -> bool {
    // The two are directories to a broker.
    !matches!(name, "" | "." | "..") && name.len() <= TOPIC_LENGTH_MAX && name.chars().all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, link: bool, topic: bool) {
        assert_eq!((is_link(name), is_topic(name)), (link, topic), "{name:?}");
    }

    #[test]
    fn names_have_letters_digits_and_three_signs_up_to_their_length() {
        check("src-1.eu_West", true, true);
        check("", false, false);
        check("a b", false, false);
        check("ä", false, false);
        check("a/b", false, false);
        check(&"x".repeat(249), true, true);
        check(&"x".repeat(250), true, false);
        check(&"x".repeat(256), false, false);
    }

    #[test]
    fn no_topic_is_a_directory_of_its_broker() {
        check(".", true, false);
        check("..", true, false);
        check("...", true, true);
    }
}
