//! Under which names clients of a view see topics: client name <-> broker name.
//!
//! A policy is a list of rules, each of which pairs a pattern of client names with one of broker names. A pair of names
//! belongs to a rule when that rule is the first one that takes the client name *and* the first one that takes the broker
//! name; a pair that belongs to no rule does not exist in the view. So every policy is reversible: no two names of one
//! side ever mean the same name of the other, whatever topics there are. Where two rules meet, the earlier one wins and
//! the name that loses is hidden; [`Policy::to_broker`] and [`Policy::to_client`] say which rule it lost to.

use std::borrow::Cow;
use std::fmt;

/// The longest name of a topic, as Kafka's `Topic.MAX_NAME_LENGTH` has it.
pub const NAME_LENGTH_MAX: usize = 249;

/// Topics that the brokers themselves and their coordinators keep: they have one name in all views.
pub const INTERNAL: [&str; 4] =
    ["__consumer_offsets", "__transaction_state", "__share_group_state", "__cluster_metadata"];

/// Names that begin and end in a certain way; without a hole exactly one name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    before: String,
    /// What stands behind the hole; `None` for a single name.
    behind: Option<String>,
}

impl Pattern {
    /// Reads a name in which one `*` may stand for any text, the empty one included.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub fn parse(text: &str) -> Result<Self, Wrong> {
        let mut parts = text.split('*');
        let (before, behind) = (parts.next().unwrap_or_default(), parts.next());
        if parts.next().is_some() {
            return Err(Wrong::TwoHoles);
        }
        if text.is_empty() {
            return Err(Wrong::Empty);
        }
        let legal = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '*');
        if let Some(wrong) = text.chars().find(|c| !legal(*c)) {
            return Err(Wrong::Letter(wrong));
        }
        if text.len() > NAME_LENGTH_MAX {
            return Err(Wrong::TooLong);
        }
        Ok(Self { before: before.to_owned(), behind: behind.map(str::to_owned) })
    }

    fn prefixed(before: &str) -> Self {
        Self { before: before.to_owned(), behind: Some(String::new()) }
    }

    /// What stands in the hole of `name`; empty where there is none. `None` when the pattern does not take the name.
    fn hole<'a>(&self, name: &'a str) -> Option<&'a str> {
        match &self.behind {
            None => (name == self.before).then_some(""),
            Some(behind) => name.strip_prefix(self.before.as_str())?.strip_suffix(behind.as_str()),
        }
    }

    fn filled<'a>(&self, hole: &'a str) -> Cow<'a, str> {
        match &self.behind {
            Some(behind) if self.before.is_empty() && behind.is_empty() => Cow::Borrowed(hole),
            behind => Cow::Owned([&self.before, hole, behind.as_deref().unwrap_or_default()].concat()),
        }
    }

    /// The text in front of the hole, when nothing stands behind it.
    fn as_prefix(&self) -> Option<&str> {
        (self.behind.as_deref() == Some("")).then_some(&self.before)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.before)?;
        self.behind.as_ref().map_or(Ok(()), |behind| write!(f, "*{behind}"))
    }
}

/// What is wrong with a policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wrong {
    /// A name without letters.
    Empty,
    /// No topic's name has this letter.
    Letter(char),
    /// No topic's name is that long; also of an alias or prefix that leaves no room for a name.
    TooLong,
    /// Two `*`: where one hole ends and the next begins could not be told on the way back.
    TwoHoles,
    /// A `*` on one side only: many names would become one.
    OneSided,
    /// Two rules, counted from 0, claim the same names.
    Claimed { first: usize, second: usize },
    /// An alias with nothing between it and a name.
    NoSeparator,
    /// An alias with the separator in it: where it ends could not be told.
    SeparatorInAlias,
}

impl fmt::Display for Wrong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("is empty"),
            Self::Letter(letter) => {
                write!(f, "has {letter:?}: names of topics have letters, digits, '.', '_' and '-'")
            }
            Self::TooLong => {
                write!(f, "leaves no room for a name: Kafka allows {NAME_LENGTH_MAX} characters in all")
            }
            Self::TwoHoles => f.write_str("has more than one '*', which is not reversible"),
            Self::OneSided => {
                f.write_str("has '*' on one side only, which is not reversible: many names would become one")
            }
            Self::Claimed { first, second } => {
                let (first, second) = (first + 1, second + 1);
                write!(f, "rules {first} and {second} claim the same names, which is not reversible")
            }
            Self::NoSeparator => f.write_str("needs a separator, which is empty"),
            Self::SeparatorInAlias => {
                f.write_str("has the separator in it, so where it ends could not be told from a name")
            }
        }
    }
}

impl std::error::Error for Wrong {}

/// Client names of one shape and what the broker calls them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    client: Pattern,
    broker: Pattern,
}

impl Rule {
    /// A pair of patterns.
    ///
    /// # Errors
    /// When only one of them has a hole.
    pub fn new(client: Pattern, broker: Pattern) -> Result<Self, Wrong> {
        if client.behind.is_some() == broker.behind.is_some() {
            Ok(Self { client, broker })
        } else {
            Err(Wrong::OneSided)
        }
    }

    /// The same names on both sides.
    #[must_use]
    pub fn same(pattern: Pattern) -> Self {
        Self { client: pattern.clone(), broker: pattern }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}", self.client, self.broker)
    }
}

/// Why a name is not in the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// No rule takes it.
    Outside,
    /// An earlier rule gave the other side's name to another name. Rules are counted from 0, without those for
    /// [`INTERNAL`] names, which come first and are `None`.
    Lost { to: Option<usize> },
    /// The other side's name would be longer than Kafka allows.
    TooLong,
}

impl fmt::Display for Hidden {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside => f.write_str("no rule takes it"),
            Self::Lost { to: Some(rule) } => {
                write!(f, "rule {} gives the other name to another topic", rule + 1)
            }
            Self::Lost { to: None } => f.write_str("the other name is an internal topic's, or empty"),
            Self::TooLong => write!(f, "the other name would have more than {NAME_LENGTH_MAX} characters"),
        }
    }
}

/// A list of rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy(Vec<Rule>);

impl Policy {
    /// Every name as it is.
    #[must_use]
    pub fn identity() -> Self {
        Self(vec![Rule::same(Pattern::prefixed(""))])
    }

    /// The client says `orders` where the broker has `PREFIXorders`; before that come the names of `also`, which are the
    /// same on both sides.
    ///
    /// # Errors
    /// When the prefix is empty, has a letter that no topic's name has, or leaves no room for a name.
    pub fn prefix(prefix: &str, also: Vec<Pattern>) -> Result<Self, Wrong> {
        let pattern = Pattern::parse(prefix)?;
        if pattern.behind.is_some() {
            return Err(Wrong::Letter('*'));
        }
        if prefix.len() >= NAME_LENGTH_MAX {
            return Err(Wrong::TooLong);
        }
        let mut rules: Vec<Rule> = also.into_iter().map(Rule::same).collect();
        rules.push(Rule { client: Pattern::prefixed(""), broker: Pattern::prefixed(prefix) });
        Self::map(rules)
    }

    /// MirrorMaker's `DefaultReplicationPolicy`: the broker's names begin with the source's alias and a separator.
    ///
    /// # Errors
    /// As [`Policy::prefix`]; also when the alias has the separator in it.
    pub fn default(alias: &str, separator: &str, also: Vec<Pattern>) -> Result<Self, Wrong> {
        if alias.is_empty() {
            return Err(Wrong::Empty);
        }
        if separator.is_empty() {
            return Err(Wrong::NoSeparator);
        }
        if alias.contains(separator) {
            return Err(Wrong::SeparatorInAlias);
        }
        Self::prefix(&[alias, separator].concat(), also)
    }

    /// These rules, the first one that takes a name wins.
    ///
    /// # Errors
    /// When one of them can never take a name, because an earlier one claims all of them.
    pub fn map(rules: Vec<Rule>) -> Result<Self, Wrong> {
        for (second, later) in rules.iter().enumerate() {
            let claims = |earlier: &Rule| {
                covers(&earlier.client, &later.client) || covers(&earlier.broker, &later.broker)
            };
            if let Some(first) = rules[..second].iter().position(claims) {
                return Err(Wrong::Claimed { first, second });
            }
        }
        Ok(Self(rules))
    }

    /// Its rules, in the order in which they are asked.
    #[must_use]
    pub fn rules(&self) -> &[Rule] {
        &self.0
    }

    /// Whether no name changes and none is hidden.
    #[must_use]
    pub fn is_identity(&self) -> bool {
        let all = |rule: &Rule| rule.client.as_prefix() == Some("");
        self.0.iter().all(|rule| rule.client == rule.broker) && self.0.iter().any(all)
    }

    /// What the broker calls the topic that a client calls `name`.
    ///
    /// # Errors
    /// Why the view has no such topic.
    pub fn to_broker<'a>(&self, name: &'a str) -> Result<Cow<'a, str>, Hidden> {
        self.other(name, |rule| &rule.client, |rule| &rule.broker)
    }

    /// What clients call the topic that the broker calls `name`.
    ///
    /// # Errors
    /// Why clients do not see it.
    pub fn to_client<'a>(&self, name: &'a str) -> Result<Cow<'a, str>, Hidden> {
        self.other(name, |rule| &rule.broker, |rule| &rule.client)
    }

    fn other<'a>(
        &self,
        name: &'a str,
        ours: fn(&Rule) -> &Pattern,
        theirs: fn(&Rule) -> &Pattern,
    ) -> Result<Cow<'a, str>, Hidden> {
        if INTERNAL.contains(&name) {
            return Ok(Cow::Borrowed(name));
        }
        if name.is_empty() {
            return Err(Hidden::Lost { to: None });
        }
        let taking =
            self.0.iter().enumerate().find_map(|(at, rule)| Some((at, rule, ours(rule).hole(name)?)));
        let Some((at, rule, hole)) = taking else { return Err(Hidden::Outside) };
        let other = theirs(rule).filled(hole);
        if INTERNAL.contains(&&*other) || other.is_empty() {
            return Err(Hidden::Lost { to: None });
        }
        match self.0.iter().position(|rule| theirs(rule).hole(&other).is_some()) {
            Some(first) if first != at => Err(Hidden::Lost { to: Some(first) }),
            _ if other.len() > NAME_LENGTH_MAX => Err(Hidden::TooLong),
            _ => Ok(other),
        }
    }

    /// What exactly the client names that begin with `prefix` begin with at the broker, where that can be said: then an
    /// access control entry for a prefix means the same on both sides.
    #[must_use]
    pub fn prefix_to_broker(&self, prefix: &str) -> Option<String> {
        Some([self.only_prefixes()?.1, prefix].concat())
    }

    /// The way back of [`Policy::prefix_to_broker`].
    #[must_use]
    pub fn prefix_to_client<'a>(&self, prefix: &'a str) -> Option<&'a str> {
        prefix.strip_prefix(self.only_prefixes()?.1)
    }

    /// Client side and broker side of the only rule, when it does no more than put a prefix in front.
    fn only_prefixes(&self) -> Option<(&str, &str)> {
        match self.0.as_slice() {
            [rule] => match (rule.client.as_prefix()?, rule.broker.as_prefix()?) {
                ("", broker) => Some(("", broker)),
                _ => None,
            },
            _ => None,
        }
    }
}

/// Whether every name that `narrow` takes is taken by `wide` too.
fn covers(wide: &Pattern, narrow: &Pattern) -> bool {
    match (&wide.behind, &narrow.behind) {
        (None, None) => wide.before == narrow.before,
        (None, Some(_)) => false,
        (Some(_), None) => wide.hole(&narrow.before).is_some(),
        (Some(wide_behind), Some(narrow_behind)) => {
            narrow.before.starts_with(&wide.before) && narrow_behind.ends_with(wide_behind.as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pattern(text: &str) -> Pattern {
        Pattern::parse(text).expect("a pattern")
    }

    fn map(rules: &[(&str, &str)]) -> Result<Policy, Wrong> {
        let rule = |(client, broker): &(&str, &str)| Rule::new(pattern(client), pattern(broker));
        Policy::map(rules.iter().map(rule).collect::<Result<_, _>>()?)
    }

    fn check(policy: &Policy, client: &str, broker: &str) {
        assert_eq!(policy.to_broker(client).as_deref(), Ok(broker), "{client} at the broker");
        assert_eq!(policy.to_client(broker).as_deref(), Ok(client), "{broker} at the client");
    }

    #[test]
    fn a_prefix_is_put_in_front_and_taken_away_and_what_has_none_is_hidden() {
        let policy = Policy::default("us-east-1", ".", Vec::new()).expect("a policy");
        check(&policy, "orders", "us-east-1.orders");
        check(&policy, "us-east-1.orders", "us-east-1.us-east-1.orders");
        assert_eq!(policy.to_client("orders"), Err(Hidden::Outside));
        assert_eq!(
            policy.to_client("us-east-1."),
            Err(Hidden::Lost { to: None }),
            "no topic is called nothing"
        );
        assert_eq!(policy.to_broker(""), Err(Hidden::Lost { to: None }), "on this side either");
        assert_eq!(policy.prefix_to_broker("or").as_deref(), Some("us-east-1.or"));
        assert_eq!(policy.prefix_to_client("us-east-1.or"), Some("or"));
    }

    #[test]
    fn separators_are_text_of_any_length() {
        for (alias, separator) in [("us", "-"), ("us-east", "_"), ("us-1", "__")] {
            let policy = Policy::default(alias, separator, Vec::new()).expect("a policy");
            for name in ["orders", "a.b", ".a", "a.", "_", "__mine", "us"] {
                check(&policy, name, &format!("{alias}{separator}{name}"));
            }
            for other in [alias.to_owned(), format!("{alias}.orders"), format!("x{alias}{separator}orders")] {
                assert_eq!(policy.to_client(&other), Err(Hidden::Outside), "{other}");
            }
        }
    }

    #[test]
    fn internal_topics_have_one_name_and_no_mirror_takes_it() {
        for policy in [Policy::identity(), Policy::prefix("p.", Vec::new()).expect("a policy")] {
            check(&policy, "__consumer_offsets", "__consumer_offsets");
        }
        let policy = Policy::prefix("p.", Vec::new()).expect("a policy");
        assert_eq!(policy.to_client("p.__consumer_offsets"), Err(Hidden::Lost { to: None }));
        check(&policy, "__mine", "p.__mine");
    }

    #[test]
    fn names_of_our_own_win_against_mirrors_of_the_same_name() {
        let policy = Policy::prefix("p.", vec![pattern("local-*"), pattern("bills")]).expect("a policy");
        check(&policy, "bills", "bills");
        check(&policy, "local-a", "local-a");
        check(&policy, "orders", "p.orders");
        assert_eq!(policy.to_client("p.bills"), Err(Hidden::Lost { to: Some(1) }));
        assert_eq!(policy.prefix_to_broker("lo"), None, "some of them have no prefix");
    }

    #[test]
    fn pairs_hide_both_the_names_that_they_take_over() {
        let policy = map(&[("orders", "src.orders"), ("eu-*", "*.eu"), ("*", "*")]).expect("a policy");
        check(&policy, "orders", "src.orders");
        check(&policy, "eu-bills", "bills.eu");
        check(&policy, "other", "other");
        assert_eq!(policy.to_client("orders"), Err(Hidden::Lost { to: Some(0) }));
        assert_eq!(policy.to_broker("src.orders"), Err(Hidden::Lost { to: Some(0) }));
        assert_eq!(policy.to_broker("bills.eu"), Err(Hidden::Lost { to: Some(1) }));
    }

    #[test]
    fn a_policy_that_only_hides_is_no_identity() {
        assert!(Policy::identity().is_identity());
        assert!(map(&[("orders", "orders"), ("*", "*")]).expect("a policy").is_identity());
        let hiding = map(&[("orders", "orders"), ("local-*", "local-*")]).expect("a policy");
        assert!(!hiding.is_identity());
        check(&hiding, "orders", "orders");
        assert_eq!(hiding.to_client("bills"), Err(Hidden::Outside));
    }

    #[test]
    fn names_that_would_grow_too_long_are_hidden() {
        let policy = Policy::prefix("p.", Vec::new()).expect("a policy");
        let longest = "n".repeat(NAME_LENGTH_MAX - 2);
        check(&policy, &longest, &format!("p.{longest}"));
        assert_eq!(policy.to_broker(&format!("{longest}n")), Err(Hidden::TooLong));
    }

    #[test]
    fn what_is_not_reversible_is_refused_in_words() {
        assert_eq!(Pattern::parse("a*b*"), Err(Wrong::TwoHoles));
        assert_eq!(Pattern::parse(""), Err(Wrong::Empty));
        assert_eq!(Pattern::parse("a/b"), Err(Wrong::Letter('/')));
        assert_eq!(map(&[("a-*", "b")]), Err(Wrong::OneSided));
        assert_eq!(map(&[("a", "x"), ("b", "x")]), Err(Wrong::Claimed { first: 0, second: 1 }));
        assert_eq!(
            map(&[("c", "d"), ("a*", "x*"), ("ab*", "y*")]),
            Err(Wrong::Claimed { first: 1, second: 2 })
        );
        assert_eq!(map(&[("*a", "*x"), ("ba", "y")]), Err(Wrong::Claimed { first: 0, second: 1 }));
        assert_eq!(Policy::default("a.b", ".", Vec::new()), Err(Wrong::SeparatorInAlias));
        assert_eq!(Policy::default("a", "", Vec::new()), Err(Wrong::NoSeparator));
        assert_eq!(Policy::prefix("a*", Vec::new()), Err(Wrong::Letter('*')));
        assert_eq!(Policy::prefix(&"a".repeat(NAME_LENGTH_MAX), Vec::new()), Err(Wrong::TooLong));
    }

    #[test]
    fn names_of_one_side_never_share_one_of_the_other() {
        let alphabet = ["", "a", "b", "ab", "ba", "aa", "aab", "aba"];
        let mut texts: Vec<String> = Vec::new();
        for before in alphabet {
            for behind in alphabet {
                texts.push(format!("{before}*{behind}"));
                texts.extend([before, behind].map(str::to_owned));
            }
        }
        texts.retain(|text| !text.is_empty());
        let mut names: Vec<String> =
            alphabet.iter().flat_map(|a| alphabet.map(|b| format!("{a}{b}"))).collect();
        names.retain(|name| !name.is_empty());
        names.sort_unstable();
        names.dedup();
        let mut seed = 7_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            usize::try_from(seed >> 33).expect("31 bits") % below
        };
        let mut made = 0;
        while made < 2000 {
            let count = 1 + next(4);
            let rules: Vec<_> = (0..count)
                .map(|_| (texts[next(texts.len())].as_str(), texts[next(texts.len())].as_str()))
                .collect();
            let Ok(policy) = map(&rules) else { continue };
            made += 1;
            for name in &names {
                if let Ok(broker) = policy.to_broker(name) {
                    assert_eq!(policy.to_client(&broker).as_deref(), Ok(name.as_str()), "{rules:?}");
                }
                if let Ok(client) = policy.to_client(name) {
                    assert_eq!(policy.to_broker(&client).as_deref(), Ok(name.as_str()), "{rules:?}");
                }
            }
        }
    }
}
