//! Good messages, damaged from a fixed seed: a fuzzer for stable Rust and every day.

use std::{any::Any, env, fs, path::Path, process::Command};

use bytes::Bytes;
use kagami_codec::{
    Message, Request, Writer,
    api::{ApiKey, request_header_version},
    message::*,
    names::Named,
};

use super::super::tests::{
    filled,
    samples::{Sample, Seed, damage},
};
use super::*;

/// How often each message of each version is damaged; `KAGAMI_FUZZ_ROUNDS` asks for more.
fn rounds() -> u64 {
    env::var("KAGAMI_FUZZ_ROUNDS").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(12)
}

fn name(seed: &mut Seed, of_broker: bool) -> String {
    let names = ["orders", "eu-a", "a.eu", HIDDEN, "local-1", "x", "", "?x", "y-1"];
    let name = names[seed.below(names.len())].to_owned();
    if of_broker && seed.below(3) > 0 { format!("{PREFIX}{name}") } else { name }
}

fn subscription(seed: &mut Seed, of_broker: bool) -> Bytes {
    let version = seed.below(5);
    let version = i16::try_from(version).expect("small");
    let known = version.min(ConsumerProtocolSubscription::MAX_VERSION);
    let mut message = ConsumerProtocolSubscription::sample(seed, known);
    message.topics = seed.list(|seed| name(seed, of_broker));
    for owned in &mut message.owned_partitions {
        owned.topic = name(seed, of_broker);
    }
    member(&message, version, known)
}

fn assignment(seed: &mut Seed, of_broker: bool) -> Bytes {
    let version = i16::try_from(seed.below(5)).expect("small");
    let known = version.min(ConsumerProtocolAssignment::MAX_VERSION);
    let mut message = ConsumerProtocolAssignment::sample(seed, known);
    for assigned in &mut message.assigned_partitions {
        assigned.topic = name(seed, of_broker);
    }
    member(&message, version, known)
}

fn member(message: &impl Message, version: i16, known: i16) -> Bytes {
    let mut writer = Writer::new();
    writer.put_i16(version);
    message.encode(&mut writer, known).expect("a sample can be said");
    writer.put_segment(&Bytes::from_static(if version > known { b"newer" } else { b"" }));
    writer.into_bytes()
}

const PATTERN_PARTS: [&str; 27] = [
    "orders",
    "b",
    ".",
    "*",
    "+",
    "?",
    "|",
    "(",
    ")",
    "(?:",
    "(?i)",
    "[",
    "]",
    "[^",
    "[:alpha:]",
    "^",
    "$",
    "\\",
    "\\.",
    "\\A",
    "\\z",
    "\\Q",
    "\\b",
    "{2}",
    "-",
    "us-east-1\\.",
    "é",
];

fn pattern(seed: &mut Seed) -> String {
    (0..=seed.below(6)).map(|_| PATTERN_PARTS[seed.below(PATTERN_PARTS.len())]).collect()
}

fn kind(seed: &mut Seed) -> i8 {
    [2, 2, 2, 1, 3, 4, 8, 32][seed.below(8)]
}

/// Kinds that mean topics, names that the policies know, and bytes that members send, where a sample has any numbers.
fn aim(message: &mut dyn Any, seed: &mut Seed) {
    macro_rules! resources {
        ($($message:ident $list:ident $of_broker:literal;)*) => {$(
            if let Some(message) = message.downcast_mut::<$message>() {
                for each in &mut message.$list {
                    (each.resource_type, each.resource_name) = (kind(seed), name(seed, $of_broker));
                }
            }
        )*};
    }
    resources! {
        DescribeConfigsRequest resources false;
        AlterConfigsRequest resources false;
        IncrementalAlterConfigsRequest resources false;
        DescribeConfigsResponse results true;
        AlterConfigsResponse responses true;
        IncrementalAlterConfigsResponse responses true;
        ListConfigResourcesResponse config_resources true;
        DescribeAclsResponse resources true;
    }
    aim_entries(message, seed);
    aim_groups(message, seed);
}

fn aim_entries(message: &mut dyn Any, seed: &mut Seed) {
    let entry_name = |seed: &mut Seed, of_broker| {
        let name = name(seed, of_broker);
        [name.clone(), name, "*".to_owned(), PREFIX.to_owned()][seed.below(4)].clone()
    };
    let entry_pattern = |seed: &mut Seed| [3, 4, 3, 4, 1, 2][seed.below(6)];
    if let Some(message) = message.downcast_mut::<CreateAclsRequest>() {
        for each in &mut message.creations {
            (each.resource_type, each.resource_name) = (kind(seed), entry_name(seed, false));
            each.resource_pattern_type = [3, 4][seed.below(2)];
        }
    }
    if let Some(message) = message.downcast_mut::<DescribeAclsRequest>() {
        message.resource_type_filter = kind(seed);
        message.resource_name_filter = seed.bool().then(|| entry_name(seed, false));
        message.pattern_type_filter = entry_pattern(seed);
    }
    if let Some(message) = message.downcast_mut::<DeleteAclsRequest>() {
        for each in &mut message.filters {
            each.resource_type_filter = kind(seed);
            each.resource_name_filter = (seed.below(4) > 0).then(|| entry_name(seed, false));
            each.pattern_type_filter = entry_pattern(seed);
        }
    }
    if let Some(message) = message.downcast_mut::<DescribeAclsResponse>() {
        for each in &mut message.resources {
            (each.resource_name, each.pattern_type) = (entry_name(seed, true), entry_pattern(seed));
        }
    }
    if let Some(message) = message.downcast_mut::<DeleteAclsResponse>() {
        for each in message.filter_results.iter_mut().flat_map(|result| &mut result.matching_acls) {
            (each.resource_type, each.resource_name) = (kind(seed), entry_name(seed, true));
            each.pattern_type = entry_pattern(seed);
        }
    }
}

fn aim_groups(message: &mut dyn Any, seed: &mut Seed) {
    let protocol = |seed: &mut Seed| ["consumer", "connect"][usize::from(seed.below(4) == 0)].to_owned();
    if let Some(message) = message.downcast_mut::<JoinGroupRequest>() {
        message.protocol_type = protocol(seed);
        message.protocols.iter_mut().for_each(|each| each.metadata = subscription(seed, false));
    }
    if let Some(message) = message.downcast_mut::<JoinGroupResponse>() {
        message.members.iter_mut().for_each(|each| each.metadata = subscription(seed, true));
    }
    if let Some(message) = message.downcast_mut::<SyncGroupRequest>() {
        // Not in all versions.
        message.protocol_type = message.protocol_type.as_ref().map(|_| protocol(seed));
        message.assignments.iter_mut().for_each(|each| each.assignment = assignment(seed, false));
    }
    if let Some(message) = message.downcast_mut::<SyncGroupResponse>() {
        message.assignment = assignment(seed, true);
    }
    if let Some(message) = message.downcast_mut::<DescribeGroupsResponse>() {
        for group in &mut message.groups {
            group.protocol_type = protocol(seed);
            for each in &mut group.members {
                each.member_metadata = subscription(seed, true);
                each.member_assignment = assignment(seed, true);
            }
        }
    }
    if let Some(message) = message.downcast_mut::<ConsumerGroupHeartbeatRequest>() {
        message.subscribed_topic_regex = message.subscribed_topic_regex.as_ref().map(|_| pattern(seed));
    }
    if let Some(message) = message.downcast_mut::<ConsumerGroupDescribeResponse>() {
        for each in message.groups.iter_mut().flat_map(|group| &mut group.members) {
            let inside = pattern(seed);
            let wider = [inside.clone(), format!("us-east-1\\.(?:{inside})")][seed.below(2)].clone();
            each.subscribed_topic_regex = each.subscribed_topic_regex.as_ref().map(|_| wider);
        }
    }
}

/// The bytes of a message behind the head of its frame.
fn body<M: Message>(begin: &[u8], message: &M, version: i16) -> Vec<u8> {
    let mut writer = Writer::new();
    message.encode(&mut writer, version).expect("a sample can be said");
    [begin, &writer.into_bytes()].concat()
}

/// A message of each direction, as [`frames`] takes them.
fn sampled<R>(row: &Row, version: i16, seed: &mut Seed) -> Option<(Vec<u8>, Vec<u8>)>
where
    R: Request + Named + Sample + Clone + 'static,
    R::Response: Named + Sample + Clone + 'static,
{
    let mut request = filled::<R>(seed, version, false)?;
    aim(&mut request, seed);
    let mut response = filled::<R::Response>(seed, version, true)?;
    aim(&mut response, seed);
    // A client's name, and the tags of newer headers.
    let begin: &[u8] = match request_header_version(row.key, version) {
        0 => &[],
        1 => b"\0\x03app",
        _ => b"\0\x03app\0",
    };
    let tags: &[u8] = if request_header_version(row.key, version) >= 2 && row.key != ApiKey::API_VERSIONS {
        &[0]
    } else {
        &[]
    };
    Some((body(begin, &request, version), body(tags, &response, version)))
}

fn packed(row: &Row, version: i16, policy: u8, asked: &[u8], answered: &[u8]) -> Vec<u8> {
    let request = choice_of(row.key).expect("it is in the table");
    let version = u8::try_from(version - row.min).expect("few versions");
    let length = u16::try_from(asked.len()).unwrap_or(u16::MAX).to_be_bytes();
    [&[policy, request, version], &length[..], asked, answered].concat()
}

macro_rules! sampling {
    ($($name:ident $request:ident)*) => {
        fn sample(row: &Row, version: i16, seed: &mut Seed) -> Option<(Vec<u8>, Vec<u8>)> {
            match row.key {
                $(ApiKey::$name => sampled::<$request>(row, version, seed),)*
                _ => None,
            }
        }
    };
}
super::every_opened!(sampling);

/// Every message of every version under every policy, as it is and damaged.
fn each_frame(rounds: u64, mut check: impl FnMut(&[u8])) {
    for row in offer::table() {
        for version in row.min..=row.max {
            for round in 0..rounds {
                let number = [row.key.0, version].map(|number| u64::from(number.unsigned_abs()));
                let mut seed = Seed((number[0] << 40) | (number[1] << 32) | round);
                for policy in 0..u8::try_from(POLICIES).expect("few") {
                    let Some((mut asked, mut answered)) = sample(&row, version, &mut seed) else {
                        continue;
                    };
                    for bytes in [&mut asked, &mut answered] {
                        for _ in 0..seed.below(4) * usize::from(round > 0) {
                            damage(&mut seed, bytes);
                        }
                    }
                    check(&packed(&row, version, policy, &asked, &answered));
                }
            }
        }
    }
}

#[test]
fn damaged_frames_are_survived_in_both_directions() {
    let mut count = 0;
    each_frame(rounds(), |data| {
        frames(data);
        count += 1;
    });
    assert!(count > 1000, "{count} frames are few");
}

#[test]
fn damaged_bytes_of_members_are_survived() {
    for round in 0..rounds() * 200 {
        let mut seed = Seed(round);
        let is_assignment = seed.bool();
        let of_broker = seed.bool();
        let good =
            if is_assignment { assignment(&mut seed, of_broker) } else { subscription(&mut seed, of_broker) };
        let mut bytes = good.to_vec();
        for _ in 0..seed.below(4) {
            damage(&mut seed, &mut bytes);
        }
        for policy in 0..u8::try_from(POLICIES).expect("few") {
            members(&[&[policy, u8::from(is_assignment)], &bytes[..]].concat());
        }
    }
}

#[test]
fn patterns_of_any_kind_are_survived_and_mean_the_same_on_both_sides() {
    for round in 0..rounds() * 400 {
        let mut seed = Seed(round);
        let text = format!("{}\n{}\n{}", pattern(&mut seed), pattern(&mut seed), name(&mut seed, false));
        patterns(&[&[1], text.as_bytes()].concat());
    }
}

/// Reserving by a peer's count would need gigabytes; the process gets one, so it would be aborted.
#[cfg(target_os = "linux")]
#[test]
fn hostile_frames_fit_in_a_small_address_space() {
    let itself = env::current_exe().expect("this is a file");
    let ran = Command::new("sh")
        .args(["-c", "ulimit -v 1048576 && exec \"$0\" --exact --test-threads=1 \"$1\""])
        .arg(itself)
        .arg("view::hostile::tests::damaged_frames_are_survived_in_both_directions")
        .output()
        .expect("sh starts");
    let said = String::from_utf8_lossy(&ran.stdout);
    let why = String::from_utf8_lossy(&ran.stderr);
    assert!(ran.status.success() && said.contains("1 passed"), "{said}{why}");
}

/// `KAGAMI_WRITE_CORPUS=1` writes what fuzzers begin with: one good message of each kind.
fn replay(target: &str, entry: fn(&[u8]), good: impl FnOnce(&mut dyn FnMut(&str, &[u8]))) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus").join(target);
    if env::var_os("KAGAMI_WRITE_CORPUS").is_some() {
        fs::create_dir_all(&directory).expect("a directory can be made");
        good(&mut |name, data| fs::write(directory.join(name), data).expect("a file can be written"));
    }
    let mut count = 0;
    for file in fs::read_dir(&directory).expect("the corpus is committed") {
        entry(&fs::read(file.expect("a file").path()).expect("it can be read"));
        count += 1;
    }
    assert!(count > 0, "{} is empty", directory.display());
}

#[test]
fn the_corpus_of_frames_is_survived() {
    replay("frames", frames, |write| {
        for row in offer::table() {
            let mut seed = Seed(11);
            if let Some((asked, answered)) = sample(&row, row.max, &mut seed) {
                write(&row.key.to_string().to_lowercase(), &packed(&row, row.max, 1, &asked, &answered));
            }
        }
    });
}

#[test]
fn the_corpus_of_members_is_survived() {
    replay("members", members, |write| {
        let mut seed = Seed(11);
        write("subscription", &[&[1, 0], &subscription(&mut seed, false)[..]].concat());
        write("subscription_of_the_broker", &[&[2, 0], &subscription(&mut seed, true)[..]].concat());
        write("assignment", &[&[1, 1], &assignment(&mut seed, false)[..]].concat());
        write("assignment_of_the_broker", &[&[3, 1], &assignment(&mut seed, true)[..]].concat());
    });
}

#[test]
fn the_corpus_of_patterns_is_survived() {
    replay("patterns", patterns, |write| {
        for (name, pattern) in [
            ("alternatives", "orders|bills\nbills"),
            ("anchored", "^orders-[^0-9]+$\norders-x"),
            ("class", "[[:alpha:]]+\\.(?:a|b){2}\nx.ab"),
            ("flags", "(?i)orders\nORDERS"),
        ] {
            write(name, &[&[1], pattern.as_bytes()].concat());
        }
    });
}

/// Looking for each name among all the others would take minutes.
#[tokio::test]
async fn a_name_costs_the_same_however_many_there_are() {
    let topics = (0..100_000).map(|number| metadata_request::MetadataRequestTopic {
        name: Some(format!("topic-{number}")),
        ..Default::default()
    });
    let request = MetadataRequest { topics: Some(topics.collect()), ..Default::default() };
    let answers = (0..100_000).map(|number| metadata_response::MetadataResponseTopic {
        name: Some(format!("{PREFIX}topic-{number}")),
        ..Default::default()
    });
    let brokers = vec![metadata_response::MetadataResponseBroker::default()];
    let response = MetadataResponse { brokers, topics: answers.collect(), ..Default::default() };
    let head = Head { key: ApiKey::METADATA, version: 12, correlation_id: CORRELATION };
    let mut writer = Writer::new();
    RequestHeader::new(head.key, head.version, CORRELATION).encode(&mut writer);
    request.encode(&mut writer, 12).expect("it can be said");
    let asked = writer.into_bytes();
    let mut writer = Writer::new();
    ResponseHeader::new(CORRELATION).encode(&mut writer, head.key, 12);
    response.encode(&mut writer, 12).expect("it can be said");
    let began = tokio::time::Instant::now();
    through::<MetadataRequest>(&shown(1), head, asked, writer.into_bytes());
    assert!(began.elapsed() < std::time::Duration::from_secs(30), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_request_whose_names_would_grow_beyond_the_bound_is_refused() {
    let prefix = "p".repeat(240);
    let shown = Arc::new(Shown::new(
        Policy::prefix(&prefix, Vec::new()).expect("a policy"),
        Addresses::Here { host: DOOR.to_owned(), ports: Vec::new(), otherwise: 1 },
        Box::new(Fixed),
        None,
    ));
    let of = |count: usize| {
        let topic =
            metadata_request::MetadataRequestTopic { name: Some("a".to_owned()), ..Default::default() };
        let request = MetadataRequest { topics: Some(vec![topic; count]), ..Default::default() };
        let mut writer = Writer::new();
        RequestHeader::new(ApiKey::METADATA, 1, CORRELATION).encode(&mut writer);
        request.encode(&mut writer, 1).expect("it can be said");
        writer.into_bytes()
    };
    let view = Handler::new(shown, None);
    let head = Head { key: ApiKey::METADATA, version: 1, correlation_id: CORRELATION };
    assert!(matches!(view.open(head, of(1000)).await, Ok(Opened::Send(..))));
    let most = kagami_policies::limits::NAMES_GROWTH_MAX / prefix.len();
    assert!(matches!(view.open(head, of(most + 2)).await, Err(crate::relay::Error::Refused(_))));
}
