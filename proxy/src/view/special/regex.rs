//! Members of consumer-protocol groups (KIP-848): the regular expressions that brokers match against the names of topics,
//! and what is told to members that a broker does not know.

use kagami_codec::{
    message::{
        ConsumerGroupDescribeRequest, ConsumerGroupDescribeResponse, ConsumerGroupHeartbeatRequest,
        ConsumerGroupHeartbeatResponse,
    },
    types::ErrorCode,
};

use super::Special;
use crate::view::translate::{Front, Homeward, Outward};

impl Special for ConsumerGroupHeartbeatRequest {
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<ConsumerGroupHeartbeatResponse> {
        outward.changed.member = self.member_epoch > 0;
        let pattern = self.subscribed_topic_regex.as_mut()?;
        if outward.policy.is_identity() || pattern.is_empty() {
            return None;
        }
        match outward.policy.prefix_to_broker("").and_then(|prefix| prefixed(&prefix, pattern)) {
            Some(wider) => {
                // Whoever is told that it is no pattern is told so of the one that he wrote.
                outward.changed.sent.keep(&wider, pattern);
                *pattern = wider;
                None
            }
            None => Some(ConsumerGroupHeartbeatResponse {
                error_code: ErrorCode::INVALID_REGULAR_EXPRESSION.0,
                error_message: Some(format!(
                    "`{pattern}` cannot be matched exactly behind this view; use it without ^, $, \\A, \\z and flags inside, or subscribe by names"
                )),
                ..Default::default()
            }),
        }
    }

    /// A member that was led here from the source has an epoch of a group that this cluster has the offsets of, and no
    /// members. Brokers say that there is no such group, which no cluster says of a group with members, and Java's client
    /// gives up for good. Told that it is no member any more, as classic members are, it joins again.
    fn home(response: &mut ConsumerGroupHeartbeatResponse, homeward: &Homeward<'_>) {
        let moved = homeward.front.is_some_and(Front::leads_to_destination);
        if moved && homeward.changed.member && response.error_code == ErrorCode::GROUP_ID_NOT_FOUND.0 {
            response.error_code = ErrorCode::UNKNOWN_MEMBER_ID.0;
        }
    }
}

impl Special for ConsumerGroupDescribeRequest {
    fn home(response: &mut ConsumerGroupDescribeResponse, homeward: &Homeward<'_>) {
        if homeward.policy.is_identity() {
            return;
        }
        // A member that does not come through the view may have one that means other topics than this view's.
        let prefix = homeward.policy.prefix_to_broker("");
        for member in response.groups.iter_mut().flat_map(|group| &mut group.members) {
            if let Some(pattern) = member.subscribed_topic_regex.take_if(|pattern| !pattern.is_empty()) {
                member.subscribed_topic_regex =
                    prefix.as_ref().and_then(|prefix| unprefixed(prefix, &pattern));
            }
        }
    }
}

/// A pattern that takes exactly the names of `pattern` with `prefix` in front. `None` where that cannot be told: brokers
/// match whole names, so an anchor at either end says nothing, but one inside would now stand elsewhere, and flags could
/// change what the prefix means.
fn prefixed(prefix: &str, pattern: &str) -> Option<String> {
    let pattern = pattern.strip_prefix('^').unwrap_or(pattern);
    // It would have said how often the anchor stands there.
    if pattern.starts_with(['*', '+', '?', '{']) {
        return None;
    }
    let pattern = match pattern.strip_suffix('$') {
        Some(inside) if !ends_escaped(inside) => inside,
        _ => pattern,
    };
    is_free(pattern).then(|| format!("{}(?:{pattern})", quoted(prefix)))
}

/// Whether an odd number of backslashes stands at the end.
fn ends_escaped(text: &str) -> bool {
    text.bytes().rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

fn unprefixed(prefix: &str, pattern: &str) -> Option<String> {
    let inside = pattern.strip_prefix(&quoted(prefix))?.strip_prefix("(?:")?.strip_suffix(')')?;
    // Others may write patterns that only look like ours.
    is_free(inside).then(|| inside.to_owned())
}

fn quoted(prefix: &str) -> String {
    prefix.replace('.', "\\.")
}

/// Whether nothing in a pattern depends on where it stands, and its brackets close.
fn is_free(pattern: &str) -> bool {
    let mut letters = pattern.chars().peekable();
    let (mut depth, mut class) = (0_u32, false);
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                // Anchors, word boundaries, and quoting that may run over the end.
                None | Some('A' | 'z' | 'Z' | 'b' | 'B' | 'G' | 'Q' | 'E' | 'C') => return false,
                Some(_) => {}
            },
            '[' if !class => {
                class = true;
                letters.next_if_eq(&'^');
                // A bracket at the beginning of a class stands for itself.
                letters.next_if_eq(&']');
            }
            // A class inside a class, such as [:alpha:], ends with its own bracket.
            '[' if letters.peek() == Some(&':') && !letters.by_ref().any(|letter| letter == ']') => {
                return false;
            }
            ']' => class = false,
            _ if class => {}
            '^' | '$' => return false,
            '(' => {
                depth += 1;
                if letters.next_if_eq(&'?').is_some() && letters.next() != Some(':') {
                    return false;
                }
            }
            ')' => match depth.checked_sub(1) {
                Some(less) => depth = less,
                None => return false,
            },
            _ => {}
        }
    }
    depth == 0 && !class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_the_same_behind_a_prefix_is_rewritten_and_comes_back() {
        for (pattern, inside) in [
            ("orders-.*", "orders-.*"),
            ("^a|b$", "a|b"),
            ("(?:a|b)[^c]+", "(?:a|b)[^c]+"),
            ("[]^$x]+", "[]^$x]+"),
            ("[[:alpha:]]+\\.x", "[[:alpha:]]+\\.x"),
            ("a\\$", "a\\$"),
            ("(a)(b)", "(a)(b)"),
        ] {
            let wider = prefixed("us.", pattern).unwrap_or_else(|| panic!("{pattern} is refused"));
            assert_eq!(wider, format!("us\\.(?:{inside})"));
            assert_eq!(unprefixed("us.", &wider).as_deref(), Some(inside));
        }
    }

    #[test]
    fn patterns_of_others_are_not_taken_for_ours() {
        for pattern in ["us\\.(?:a)|(?:b)", "us\\.a", "u.*", "eu\\.(?:a)", ""] {
            assert_eq!(unprefixed("us.", pattern), None, "{pattern}");
        }
    }

    #[test]
    fn what_would_mean_something_else_is_refused() {
        for pattern in [
            "^+", "^*a", "^{2}", "a|^b", "a$|b", "(?i)a", "\\Aa", "a\\z", "a\\", "(a", "a)", "[a", "\\Qa",
            "(?P<n>a)", "x\\b",
        ] {
            assert_eq!(prefixed("us.", pattern), None, "{pattern}");
        }
    }
}
