//! Code for tests: how to fill every message with values that its version can say.

use std::fmt::Write as _;

use crate::code::{ALLOW, HEAD, condition};
use crate::definition::{Field, Type};
use crate::names::snake;
use crate::structure::{Schema, Structure};

/// The file of samples: an implementation for every structure.
pub(crate) fn file(messages: &[Schema], records: &[Schema]) -> String {
    let mut out = format!("{HEAD}//! Values for every field of every message.\n{ALLOW}\n");
    for (path, schemas) in [("message", messages), ("record", records)] {
        let modules: Vec<String> = schemas.iter().map(|schema| snake(&schema.name)).collect();
        writeln!(out, "use kagami_codec::{path}::{{{}}};", modules.join(", ")).expect("to a string");
    }
    out += "\nuse super::{Sample, Seed};\n\n";
    for schema in messages {
        implement(&mut out, schema);
    }
    for schema in records {
        implement(&mut out, schema);
    }
    out
}

/// The file of macros that hand the top structures to another macro.
pub(crate) fn lists(messages: &[Schema], records: &[Schema]) -> String {
    let mut out = String::from(HEAD);
    list(&mut out, "messages", messages);
    list(&mut out, "records", records);
    out
}

fn list(out: &mut String, name: &str, schemas: &[Schema]) {
    let rows: Vec<String> =
        schemas.iter().map(|schema| format!("{}: {}", snake(&schema.name), schema.name)).collect();
    let rows = rows.join(",\n");
    write!(out, "/// Hands the name of every top structure to another macro.\nmacro_rules! {name} {{ ($each:ident) => {{ $each! {{\n{rows}\n}} }} }}\npub(crate) use {name};\n")
        .expect("to a string");
}

fn implement(out: &mut String, schema: &Schema) {
    let module = snake(&schema.name);
    for structure in &schema.structures {
        let mut body = String::new();
        for field in &structure.fields {
            let set = format!("m.{} = {};", snake(&field.name), value(&module, field));
            let when = condition(field.versions, structure.versions);
            let when = match (when, field.tag) {
                (when, None) => when,
                (None, Some(_)) => Some("s.bool()".to_owned()),
                (Some(when), Some(_)) => Some(format!("{when} && s.bool()")),
            };
            match when {
                None => writeln!(body, "{set}"),
                Some(when) => writeln!(body, "if {when} {{ {set} }}"),
            }
            .expect("to a string");
        }
        body += &unknown_tags(structure);
        let v = if body.contains("v ") || body.contains("v)") { "v" } else { "_" };
        let s = if body.contains("s.") || body.contains("(s") { "s" } else { "_" };
        let (m, name) = (if body.is_empty() { "m" } else { "mut m" }, &structure.name);
        writeln!(
            out,
            "impl Sample for {module}::{name} {{ fn sample({s}: &mut Seed, {v}: i16) -> Self {{ let {m} = Self::default();\n{body}m }} }}\n"
        )
        .expect("to a string");
    }
}

fn unknown_tags(structure: &Structure) -> String {
    if !structure.has_tags() {
        return String::new();
    }
    match condition(structure.flexible, structure.versions) {
        None => "m.unknown_tags = s.tags();\n".to_owned(),
        Some(when) => format!("if {when} {{ m.unknown_tags = s.tags(); }}\n"),
    }
}

fn value(module: &str, field: &Field) -> String {
    let one = |kind: &Type| match kind {
        Type::Plain { method, .. } => format!("s.{method}()"),
        Type::Text => "s.string()".to_owned(),
        Type::Bytes | Type::Records => "s.bytes()".to_owned(),
        Type::Struct(name) => format!("{module}::{name}::sample(s, v)"),
        Type::Array(_) => "unreachable!()".to_owned(),
    };
    let value = match &field.kind {
        Type::Array(element) => format!("s.list(|s| {})", one(element)),
        kind @ (Type::Plain { .. } | Type::Text | Type::Bytes | Type::Records | Type::Struct(_)) => one(kind),
    };
    match (field.is_option(), condition(field.nullable, field.versions).as_deref()) {
        (false, _) => value,
        (true, None) => format!("s.maybe(true, |s| {value})"),
        (true, Some(when)) => format!("s.maybe({when}, |s| {value})"),
    }
}
