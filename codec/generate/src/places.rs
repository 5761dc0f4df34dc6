//! Where a message carries names, ids and addresses that mean something in one cluster only.

use std::fmt::Write as _;

use crate::definition::{Field, Type};
use crate::names::snake;
use crate::structure::{Schema, Structure};

/// What one field is to a visitor.
enum Place {
    Topic,
    TopicId,
    Broker,
    LeaderEpoch,
    Text,
    /// A structure that holds places.
    Below,
}

/// Fields that hold a partition leader's epoch; the definitions have no mark for them. Those that only replicas and
/// controllers send are not here.
const EPOCHS: [&str; 4] = ["LeaderEpoch", "CurrentLeaderEpoch", "CommittedLeaderEpoch", "LastFetchedEpoch"];

/// Fields that hold topics' names although the definitions do not say so.
const UNMARKED: [(&str, &str); 1] = [("ConsumerProtocolSubscription", "Topics")];

/// Fields that hold a broker's id, in share groups' messages without the mark that all the others have.
const LEADER: &str = "LeaderId";

/// `impl Named` of a message, and what it needs of its structures.
pub(crate) fn named(schema: &Schema) -> String {
    let mut out = String::new();
    for structure in schema.structures.iter().skip(1).filter(|structure| holds(schema, structure)) {
        let body = body(schema, structure);
        writeln!(
            out,
            "impl {} {{ fn names(&mut self, visit: &mut dyn Visit) -> bool {{\n{body}}} }}",
            structure.name
        )
        .expect("to a string");
    }
    let body = body(schema, &schema.structures[0]);
    let visit = if body == "true\n" { "_" } else { "visit" };
    writeln!(
        out,
        "impl crate::names::Named for {} {{ fn names(&mut self, {visit}: &mut dyn Visit) -> bool {{\n{body}}} }}",
        schema.name
    )
    .expect("to a string");
    out
}

/// Whether there is anything to visit in a structure or below it.
fn holds(schema: &Schema, structure: &Structure) -> bool {
    is_address(structure) || structure.fields.iter().any(|field| place(schema, structure, field).is_some())
}

/// Whether a structure says where a broker is.
fn is_address(structure: &Structure) -> bool {
    let has = |name: &str, rust: &str| {
        structure.fields.iter().any(|field| {
            field.name == name
                && match &field.kind {
                    Type::Text => rust == "String",
                    Type::Plain { rust: plain, .. } => *plain == rust,
                    Type::Bytes | Type::Records | Type::Struct(_) | Type::Array(_) => false,
                }
        })
    };
    has("Host", "String") && has("Port", "i32") && broker_of(structure).is_some()
}

fn broker_of(structure: &Structure) -> Option<&Field> {
    let names = ["NodeId", "BrokerId"];
    structure.fields.iter().find(|field| names.contains(&field.name.as_str()))
}

fn place(schema: &Schema, structure: &Structure, field: &Field) -> Option<Place> {
    let text = matches!(bottom(&field.kind), Type::Text);
    if let Some(below) = field.kind.structure() {
        let below = schema.structures.iter().find(|structure| structure.name == below)?;
        return holds(schema, below).then_some(Place::Below);
    }
    match (field.entity.as_deref(), field.name.as_str()) {
        (Some("topicName"), _) => Some(Place::Topic),
        (Some("brokerId"), _) => Some(Place::Broker),
        (None, "TopicId") => Some(Place::TopicId),
        (None, LEADER) if is_i32(&field.kind) => Some(Place::Broker),
        (None, name) if EPOCHS.contains(&name) && is_i32(&field.kind) => Some(Place::LeaderEpoch),
        (None, "ErrorMessage" | "BatchIndexErrorMessage") if text => Some(Place::Text),
        (None, name) if UNMARKED.contains(&(structure.name.as_str(), name)) => Some(Place::Topic),
        _ => None,
    }
}

fn is_i32(kind: &Type) -> bool {
    matches!(kind, Type::Plain { rust, .. } if *rust == "i32")
}

fn bottom(kind: &Type) -> &Type {
    match kind {
        Type::Array(element) => bottom(element),
        kind @ (Type::Plain { .. } | Type::Text | Type::Bytes | Type::Records | Type::Struct(_)) => kind,
    }
}

fn body(schema: &Schema, structure: &Structure) -> String {
    let mut out = String::new();
    let mut keeps: Vec<String> = Vec::new();
    let broker = is_address(structure).then(|| broker_of(structure)).flatten();
    if let Some(broker) = broker {
        let id = snake(&broker.name);
        writeln!(
            out,
            "visit.address(Address {{ broker: &mut self.{id}, host: &mut self.host, port: &mut self.port }});"
        )
        .expect("to a string");
    }
    for field in &structure.fields {
        let Some(place) = place(schema, structure, field) else { continue };
        if broker.is_some_and(|broker| broker.name == field.name) {
            continue;
        }
        let at = format!("self.{}", snake(&field.name));
        let method = match place {
            Place::Topic => "topic",
            Place::TopicId => "topic_id",
            Place::Broker => "broker",
            Place::LeaderEpoch => "leader_epoch",
            Place::Text => "text",
            Place::Below => "names",
        };
        let one = |at: &str| match place {
            Place::Below => format!("{at}.names(visit)"),
            Place::Topic | Place::TopicId | Place::Broker | Place::LeaderEpoch | Place::Text => {
                format!("visit.{method}({at})")
            }
        };
        let keeping = matches!(place, Place::Topic | Place::TopicId);
        let list = matches!(field.kind, Type::Array(_));
        let line = match (list, field.is_option()) {
            (true, null) => {
                let each = if keeping || matches!(place, Place::Below) {
                    format!(".retain_mut(|e| {})", one("e"))
                } else {
                    format!(".iter_mut().for_each(|e| {})", one("e"))
                };
                if null {
                    format!("if let Some(list) = &mut {at} {{ list{each}; }}")
                } else {
                    format!("{at}{each};")
                }
            }
            (false, true) if keeping => {
                keeps.push(format!("{at}.as_mut().is_none_or(|e| {})", one("e")));
                continue;
            }
            (false, true) if matches!(place, Place::Below) => {
                format!("if {at}.as_mut().is_some_and(|e| !{}) {{ {at} = None; }}", one("e"))
            }
            (false, true) => format!("if let Some(e) = &mut {at} {{ {}; }}", one("e")),
            (false, false) if keeping => {
                keeps.push(one(&format!("&mut {at}")));
                continue;
            }
            (false, false) if matches!(place, Place::Below) => format!("{};", one(&at)),
            (false, false) => format!("{};", one(&format!("&mut {at}"))),
        };
        writeln!(out, "{line}").expect("to a string");
    }
    // All of them are visited, whatever the first one says.
    let keep = if keeps.is_empty() { "true".to_owned() } else { keeps.join(" & ") };
    out + &keep + "\n"
}
