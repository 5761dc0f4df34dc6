//! From Kafka's spelling to ours.

/// `TopicId` becomes `topic_id`. A word that Rust keeps for itself gets an underscore behind it.
pub(crate) fn snake(name: &str) -> String {
    let letters: Vec<char> = name.chars().collect();
    let mut out = String::new();
    for (at, letter) in letters.iter().enumerate() {
        if letter.is_uppercase() && at > 0 {
            let before = letters[at - 1];
            let next_is_lower = letters.get(at + 1).is_some_and(|next| next.is_lowercase());
            if !before.is_uppercase() || next_is_lower {
                out.push('_');
            }
        }
        out.extend(letter.to_lowercase());
    }
    if matches!(out.as_str(), "type" | "match" | "in" | "self" | "move" | "ref" | "use") {
        out.push('_');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::snake;

    #[test]
    fn names_become_lower_case_with_underscores() {
        for (from, to) in [
            ("TopicId", "topic_id"),
            ("ThrottleTimeMs", "throttle_time_ms"),
            ("LastKnownElr", "last_known_elr"),
            ("SASLMechanism", "sasl_mechanism"),
            ("Type", "type_"),
            ("RackId", "rack_id"),
        ] {
            assert_eq!(snake(from), to);
        }
    }
}
