//! Names in words for people: errors of brokers.
//!
//! A text is not told apart into names and words by anybody, so names are found by what the request named, and by what topics
//! the cluster has. A word of prose is left alone even if a topic is called so.

use std::{borrow::Cow, collections::HashMap};

use kagami_policies::naming::Policy;

use super::translate::{Cluster, NOWHERE};

/// Names of one request that are remembered for texts. Requests with more are rare, and memory is what a client could make
/// us hold with them.
const NAMES_MAX: usize = 1000;
/// The same for those that have to be looked for one by one.
const ODD_MAX: usize = 16;

/// What stands in place of a topic that clients do not see.
const HIDDEN: &str = "(a topic outside this view)";

/// Names of one request as the broker got them, with those that the client used.
#[derive(Debug, Default)]
pub(super) struct Sent {
    known: HashMap<String, String>,
    /// Names with letters that no topic's name has, and patterns: texts cannot be divided at their ends.
    odd: Vec<(String, String)>,
    /// There were more than are remembered: what could be a name is taken for one.
    more: bool,
}

impl Sent {
    /// Remembers what a name was changed to.
    pub(super) fn keep(&mut self, broker: &str, client: &str) {
        if broker == client || self.known.contains_key(broker) {
            return;
        }
        let is_odd = !broker.strip_prefix(NOWHERE).unwrap_or(broker).chars().all(is_part);
        let full = if is_odd { self.odd.len() >= ODD_MAX } else { self.known.len() >= NAMES_MAX };
        if full {
            self.more = true;
        } else if is_odd {
            self.odd.push((broker.to_owned(), client.to_owned()));
        } else {
            self.known.insert(broker.to_owned(), client.to_owned());
        }
    }

    /// A text with the client's names in it; `None` where it has none of the broker's.
    pub(super) fn retold(&self, text: &str, policy: &Policy, cluster: &dyn Cluster) -> Option<String> {
        let nothing_sent = self.known.is_empty() && self.odd.is_empty() && !self.more;
        if text.is_empty() || nothing_sent && policy.is_identity() {
            return None;
        }
        let mut told = Cow::Borrowed(text);
        for (broker, client) in &self.odd {
            if told.contains(broker.as_str()) {
                told = Cow::Owned(replaced(&told, broker, client));
            }
        }
        let mut out = String::with_capacity(told.len());
        let mut rest = &*told;
        while let Some(at) = rest.find(is_part) {
            let (before, from) = rest.split_at(at);
            let (word, behind) = from.split_at(from.find(|c| !is_part(c)).unwrap_or(from.len()));
            match self.name_in(word, before.ends_with(NOWHERE), policy, cluster) {
                Some(Found { from, to, nowhere }) => {
                    out.push_str(if nowhere { &before[..before.len() - NOWHERE.len_utf8()] } else { before });
                    out.push_str(&to);
                    out.push_str(&word[from.len()..]);
                }
                None => {
                    out.push_str(before);
                    out.push_str(word);
                }
            }
            rest = behind;
        }
        out.push_str(rest);
        (out != text).then_some(out)
    }

    /// The name that a word is or begins with.
    fn name_in<'a>(
        &'a self,
        word: &'a str,
        nowhere: bool,
        policy: &Policy,
        cluster: &dyn Cluster,
    ) -> Option<Found<'a>> {
        let found = |from, to, nowhere| Some(Found { from, to, nowhere });
        let mut candidates = [Some(word), without_end(word), without_number(word), None];
        candidates[3] = candidates[1].and_then(without_number);
        for from in candidates.into_iter().flatten() {
            if nowhere {
                if let Some(client) = self.known.get(&format!("{NOWHERE}{from}")) {
                    return found(from, Cow::Borrowed(client.as_str()), true);
                }
                if self.more {
                    return found(from, Cow::Borrowed(from), true);
                }
            }
            if let Some(client) = self.known.get(from) {
                return found(from, Cow::Borrowed(client.as_str()), false);
            }
            // One more topic of the cluster, such as the one whose name the new one is too like.
            let is_topic = from.contains(['.', '_', '-']) && cluster.has_topic(from);
            match policy.to_client(from) {
                Ok(client) if (is_topic || self.more) && client != from => return found(from, client, false),
                Err(_) if is_topic => return found(from, Cow::Borrowed(HIDDEN), false),
                Ok(_) | Err(_) => {}
            }
        }
        None
    }
}

/// A name in a text.
struct Found<'a> {
    from: &'a str,
    to: Cow<'a, str>,
    /// What says that there is no such name stands in front of it.
    nowhere: bool,
}

fn is_part(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-')
}

/// A name at the end of a sentence.
fn without_end(word: &str) -> Option<&str> {
    word.ends_with('.').then(|| word.trim_end_matches('.'))
}

/// A topic's name in that of a partition.
fn without_number(word: &str) -> Option<&str> {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    name.strip_suffix('-').filter(|_| name.len() < word.len())
}

/// `text` with `from` replaced where it stands by itself.
fn replaced(text: &str, from: &str, to: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(from) {
        let (before, found) = rest.split_at(at);
        let behind = &found[from.len()..];
        let tail = without_number_in_front(behind).trim_start_matches('.');
        let whole = !before.ends_with(is_part) && !tail.starts_with(is_part);
        out.push_str(before);
        out.push_str(if whole { to } else { from });
        rest = behind;
    }
    out + rest
}

fn without_number_in_front(behind: &str) -> &str {
    behind.strip_prefix('-').map_or(behind, |digits| digits.trim_start_matches(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Has(&'static [&'static str]);

    impl Cluster for Has {
        fn has_topic(&self, name: &str) -> bool {
            self.0.contains(&name)
        }
    }

    fn policy() -> Policy {
        Policy::prefix("p.", Vec::new()).expect("a policy")
    }

    fn told(sent: &Sent, text: &str) -> String {
        let cluster = Has(&["p.or.ders", "p_or.ders", "topic", "p.x"]);
        sent.retold(text, &policy(), &cluster).unwrap_or_else(|| text.to_owned())
    }

    #[test]
    fn only_whole_names_in_texts_are_replaced() {
        let mut sent = Sent::default();
        sent.keep("p.orders", "orders");
        sent.keep("p.a b", "a b");
        sent.keep("?much-too-long", "much-too-long");
        sent.keep("p\\.(?:*a)", "*a");
        for (text, wanted) in [
            ("Topic 'p.orders' is gone", "Topic 'orders' is gone"),
            ("p.orders-12: late, p.orders.", "orders-12: late, orders."),
            ("p.orders2 and up.orders and p.orders-x", "p.orders2 and up.orders and p.orders-x"),
            ("name 'p.a b' is wrong", "name 'a b' is wrong"),
            ("name ?much-too-long, why?", "name much-too-long, why?"),
            ("pattern `p\\.(?:*a)` is none", "pattern `*a` is none"),
            ("nothing", "nothing"),
            ("", ""),
        ] {
            assert_eq!(told(&sent, text), wanted);
        }
    }

    #[test]
    fn topics_that_the_request_did_not_name_are_shown_as_the_view_has_them() {
        let sent = Sent::default();
        assert_eq!(told(&sent, "collides with topic: p.or.ders"), "collides with topic: or.ders");
        assert_eq!(told(&sent, "collides with topic: p_or.ders."), format!("collides with topic: {HIDDEN}."));
        let identity = sent.retold("the p_or.ders", &Policy::identity(), &Has(&["p_or.ders"]));
        assert_eq!(identity, None);
    }

    #[test]
    fn memory_for_names_has_a_bound_and_nothing_is_shown_for_that() {
        let mut sent = Sent::default();
        for number in 0..NAMES_MAX + ODD_MAX {
            sent.keep(&format!("p.t{number}"), &format!("t{number}"));
            sent.keep(&format!("?t {number}"), &format!("t {number}"));
        }
        assert_eq!((sent.known.len(), sent.odd.len()), (NAMES_MAX, ODD_MAX));
        let last = NAMES_MAX + ODD_MAX - 1;
        assert_eq!(told(&sent, &format!("p.t{last}-3 and ?t {last}")), format!("t{last}-3 and t {last}"));
    }
}
