//! From a message to the Rust code that holds, reads and writes it.

use std::fmt::Write as _;

use crate::definition::{Field, Type, Versions};
use crate::names::snake;
use crate::structure::{Schema, Structure};

/// The first line of every generated file.
pub(crate) const HEAD: &str =
    "// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.\n";

/// What stands at the top of a module of generated code.
pub(crate) const ALLOW: &str = "#![allow(
    clippy::collapsible_if,
    clippy::field_reassign_with_default,
    clippy::nonminimal_bool,
    clippy::too_many_lines,
    reason = \"generated code is uniform rather than short\"
)]\n";

/// The file of one message; `more` comes behind its structures.
pub(crate) fn file(schema: &Schema, response: Option<&str>, more: &str) -> String {
    let mut body = String::new();
    for structure in &schema.structures {
        body += &declaration(schema, structure);
        body += &default(structure);
        body += &codec(structure);
    }
    body += more;
    let first =
        if schema.flexible.is_empty() { "i16::MAX".to_owned() } else { schema.flexible.low.to_string() };
    let Schema { name, key, valid: Versions { low, high }, .. } = schema;
    writeln!(body, "crate::generated::message!({name}, {key}, {low}, {high}, {first});")
        .expect("to a string");
    if let Some(response) = response {
        let path = format!("crate::message::{response}");
        writeln!(body, "impl crate::Request for {name} {{ type Response = {path}; }}").expect("to a string");
    }
    let mut out = String::from(HEAD);
    writeln!(out, "//! `{name}`, versions {}.\n", schema.valid).expect("to a string");
    for (path, words) in IMPORTS {
        let used: Vec<&str> = words.iter().copied().filter(|word| mentions(&body, word)).collect();
        if !used.is_empty() {
            writeln!(out, "use {path}::{{{}}};", used.join(", ")).expect("to a string");
        }
    }
    out + "\n" + &body
}

const IMPORTS: [(&str, &[&str]); 6] = [
    ("bytes", &["Bytes"]),
    ("crate::generated", &["no"]),
    ("crate::names", &["Address", "Visit"]),
    ("crate::read", &["Malformed", "Reader"]),
    ("crate::types", &["RawTag", "Uuid"]),
    ("crate::write", &["Tags", "Unsupported", "Writer"]),
];

/// Whether `text` has `word` as a whole word.
fn mentions(text: &str, word: &str) -> bool {
    let part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(word)
        .any(|(at, _)| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}

/// When a range of versions holds inside another: `None` always, else a condition on `v`.
pub(crate) fn condition(range: Versions, scope: Versions) -> Option<String> {
    let inside = range.within(scope);
    match (inside.low > scope.low, inside.high < scope.high) {
        _ if inside.is_empty() => Some("false".to_owned()),
        (false, false) => None,
        (true, false) => Some(format!("v >= {}", inside.low)),
        (false, true) => Some(format!("v <= {}", inside.high)),
        (true, true) if inside.low == inside.high => Some(format!("v == {}", inside.low)),
        (true, true) => Some(format!("({}..={}).contains(&v)", inside.low, inside.high)),
    }
}

fn rust_type(kind: &Type) -> String {
    match kind {
        Type::Plain { rust, .. } => (*rust).to_owned(),
        Type::Text => "String".to_owned(),
        Type::Bytes | Type::Records => "Bytes".to_owned(),
        Type::Struct(name) => name.clone(),
        Type::Array(element) => format!("Vec<{}>", rust_type(element)),
    }
}

fn declaration(schema: &Schema, structure: &Structure) -> String {
    let derive = if structure.fields.iter().all(is_plain_default) { ", Default" } else { "" };
    let mut out = String::new();
    let about = if structure.name == schema.name { String::new() } else { format!(" of `{}`", schema.name) };
    writeln!(out, "/// `{}`{about}, versions {}.", structure.name, structure.versions).expect("to a string");
    writeln!(out, "#[derive(Clone, Debug, PartialEq{derive})]").expect("to a string");
    writeln!(out, "pub struct {} {{", structure.name).expect("to a string");
    for field in &structure.fields {
        let kind = rust_type(&field.kind);
        let kind = if field.is_option() { format!("Option<{kind}>") } else { kind };
        let tag = field.tag.map(|tag| format!(", tag {tag}")).unwrap_or_default();
        let null =
            if field.nullable.is_empty() { String::new() } else { format!(", null in {}", field.nullable) };
        writeln!(out, "/// Field `{}`, versions {}{tag}{null}.", field.name, field.versions)
            .expect("to a string");
        writeln!(out, "pub {}: {kind},", snake(&field.name)).expect("to a string");
    }
    if structure.has_tags() {
        out += "/// Tagged fields that the definitions do not know.\npub unknown_tags: Vec<RawTag>,\n";
    }
    out + "}\n"
}

/// The default of a field as an expression.
fn default_value(field: &Field) -> String {
    let given = field.default.as_deref().filter(|text| !text.is_empty());
    let value = match (&field.kind, given) {
        (_, Some("null")) => return "None".to_owned(),
        // Kafka starts records that can be null with null.
        (Type::Records, _) if !field.nullable.is_empty() => return "None".to_owned(),
        (Type::Plain { rust: "bool", .. }, given) => given.unwrap_or("false").to_lowercase(),
        (Type::Plain { rust: "Uuid", .. }, _) => "Uuid::ZERO".to_owned(),
        (Type::Plain { rust: "f64", .. }, given) => format!("{}_f64", given.unwrap_or("0")),
        (Type::Plain { rust, .. }, Some(text)) => number(text, rust),
        (Type::Plain { .. }, None) => "0".to_owned(),
        (Type::Text, Some(text)) => format!("{text:?}.to_owned()"),
        (Type::Text, None) => "String::new()".to_owned(),
        (Type::Bytes | Type::Records, _) => "Bytes::new()".to_owned(),
        (Type::Struct(name), _) => format!("{name}::default()"),
        (Type::Array(_), _) => "Vec::new()".to_owned(),
    };
    if field.is_option() { format!("Some({value})") } else { value }
}

/// Numbers at the edge of their type read better by name.
fn number(text: &str, rust: &str) -> String {
    match (text, rust) {
        ("0x7fffffff" | "2147483647", "i32") | ("9223372036854775807", "i64") => format!("{rust}::MAX"),
        ("-2147483648", "i32") => "i32::MIN".to_owned(),
        _ => text.to_owned(),
    }
}

fn is_plain_default(field: &Field) -> bool {
    let value = default_value(field);
    let zero = ["None", "false", "0", "0_f64", "Uuid::ZERO", "String::new()", "Bytes::new()", "Vec::new()"];
    zero.contains(&value.as_str()) || (value.ends_with("::default()") && !field.is_option())
}

fn default(structure: &Structure) -> String {
    if structure.fields.iter().all(is_plain_default) {
        return String::new();
    }
    let mut fields = String::new();
    for field in &structure.fields {
        writeln!(fields, "{}: {},", snake(&field.name), default_value(field)).expect("to a string");
    }
    if structure.has_tags() {
        fields += "unknown_tags: Vec::new(),\n";
    }
    format!("impl Default for {} {{ fn default() -> Self {{ Self {{ {fields} }} }} }}\n", structure.name)
}

fn codec(structure: &Structure) -> String {
    let flexible = condition(structure.flexible, structure.versions);
    let known = flexible.as_ref().filter(|condition| *condition != "false");
    let start = known.map(|condition| format!("let f = {condition};\n")).unwrap_or_default();
    // What stands for "flexible" in the code: a variable, or a constant that the compiler folds.
    let f = match flexible.as_deref() {
        None => "true",
        Some("false") => "false",
        Some(_) => "f",
    };
    let read = reading(structure, f);
    let write = writing(structure, f);
    let v = |body: &str| if mentions(body, "v") || !start.is_empty() { "v" } else { "_" };
    let keep = |body: &str| if mentions(body, "f") { start.clone() } else { String::new() };
    format!(
        "impl {} {{\nfn read(r: &mut Reader, {}: i16) -> Result<Self, Malformed> {{\n{}let mut m = Self::default();\n{read}Ok(m)\n}}\n\
         fn write(&self, w: &mut Writer, {}: i16) -> Result<(), Unsupported> {{\n{}{write}Ok(())\n}}\n}}\n",
        structure.name,
        v(&read),
        keep(&read),
        v(&write),
        keep(&write),
    )
}

fn flag(range: Versions, scope: Versions) -> String {
    condition(range, scope).unwrap_or_else(|| "true".to_owned())
}

fn read_value(field: &Field, f: &str) -> String {
    let f = if field.never_flexible { "false" } else { f };
    let null = field.is_option();
    let nullable = flag(field.nullable, field.versions);
    match &field.kind {
        Type::Plain { method, .. } => format!("r.{method}()?"),
        Type::Text if null => format!("r.nullable_string({f}, {nullable})?"),
        Type::Text => format!("r.string({f})?"),
        Type::Bytes | Type::Records if null => format!("r.nullable_bytes({f}, {nullable})?"),
        Type::Bytes | Type::Records => format!("r.bytes({f})?"),
        Type::Struct(name) if null => format!("r.nullable({nullable}, |r| {name}::read(r, v))?"),
        Type::Struct(name) => format!("{name}::read(r, v)?"),
        Type::Array(element) => {
            let one = match &**element {
                Type::Plain { method, .. } => format!("Reader::{method}"),
                Type::Struct(name) => format!("|r| {name}::read(r, v)"),
                Type::Text | Type::Bytes | Type::Records | Type::Array(_) => format!("|r| r.string({f})"),
            };
            if null {
                format!("r.nullable_array({f}, {nullable}, {one})?")
            } else {
                format!("r.array({f}, {one})?")
            }
        }
    }
}

fn reading(structure: &Structure, f: &str) -> String {
    let mut out = String::new();
    let mut arms = String::new();
    for field in &structure.fields {
        let read = format!("m.{} = {}", snake(&field.name), read_value(field, f));
        if let Some(tag) = field.tag {
            let guard = condition(field.versions, structure.flexible).map(|when| format!(" if {when}"));
            writeln!(arms, "{tag}{} => {read},", guard.unwrap_or_default()).expect("to a string");
        } else {
            match condition(field.versions, structure.versions) {
                None => writeln!(out, "{read};").expect("to a string"),
                Some(when) => writeln!(out, "if {when} {{ {read}; }}").expect("to a string"),
            }
        }
    }
    if structure.has_tags() {
        let known = if arms.is_empty() {
            "|_, _| Ok(false)".to_owned()
        } else {
            format!("|tag, r| {{ match tag {{ {arms} _ => return Ok(false), }} Ok(true) }}")
        };
        let tags = format!("r.tags(&mut m.unknown_tags, {known})?;");
        if f == "true" { writeln!(out, "{tags}") } else { writeln!(out, "if {f} {{ {tags} }}") }
            .expect("to a string");
    }
    out
}

/// A statement that writes the field; `end` is what a statement that can fail ends with.
fn write_value(field: &Field, f: &str) -> String {
    let f = if field.never_flexible { "false" } else { f };
    let (null, at) = (field.is_option(), format!("self.{}", snake(&field.name)));
    match &field.kind {
        Type::Plain { method, .. } => format!("w.put_{method}({at});"),
        Type::Text if null => format!("w.put_nullable_string({at}.as_deref(), {f});"),
        Type::Text => format!("w.put_string(&{at}, {f});"),
        Type::Bytes | Type::Records if null => format!("w.put_nullable_bytes({at}.as_ref(), {f});"),
        Type::Bytes | Type::Records => format!("w.put_bytes(&{at}, {f});"),
        Type::Struct(_) if null => format!("w.put_nullable({at}.as_ref(), |w, e| e.write(w, v))?;"),
        Type::Struct(_) => format!("{at}.write(w, v)?;"),
        Type::Array(element) => {
            let (one, fails) = match &**element {
                Type::Plain { method, .. } => (format!("|w, e| w.put_{method}(*e)"), false),
                Type::Struct(_) => ("|w, e| e.write(w, v)".to_owned(), true),
                Type::Text | Type::Bytes | Type::Records | Type::Array(_) => {
                    (format!("|w, e| w.put_string(e, {f})"), false)
                }
            };
            let kind = if fails { "array" } else { "values" };
            let end = if fails { "?;" } else { ";" };
            if null {
                format!("w.put_nullable_{kind}({at}.as_deref(), {f}, {one}){end}")
            } else {
                format!("w.put_{kind}(&{at}, {f}, {one}){end}")
            }
        }
    }
}

/// A condition that holds when the field has another value than its default.
fn is_set(field: &Field) -> String {
    let at = format!("self.{}", snake(&field.name));
    let default = default_value(field);
    match default.as_str() {
        "None" => format!("{at}.is_some()"),
        "false" => at,
        "true" => format!("!{at}"),
        "Uuid::ZERO" => format!("!{at}.is_zero()"),
        "String::new()" | "Bytes::new()" | "Vec::new()" => format!("!{at}.is_empty()"),
        _ if field.is_option() => format!("{at}.as_ref().is_none_or(|x| !x.is_empty())"),
        _ if field.kind == Type::Text => {
            format!("{at} != {:?}", field.default.as_deref().unwrap_or_default())
        }
        _ => format!("{at} != {default}"),
    }
}

/// Refuses null where this version has none; `versions` are those that the statement stands in.
fn refuse_null(field: &Field) -> String {
    if !field.is_option() {
        return String::new();
    }
    let at = snake(&field.name);
    let test = match condition(field.nullable, field.versions).as_deref() {
        None => return String::new(),
        Some("false") => format!("self.{at}.is_none()"),
        Some(when) => format!("self.{at}.is_none() && !({when})"),
    };
    format!("if {test} {{ return no({:?}, v); }}\n", field.name)
}

fn writing(structure: &Structure, f: &str) -> String {
    let mut out = String::new();
    let mut tags = String::new();
    for field in &structure.fields {
        let write = refuse_null(field) + &write_value(field, f);
        let refuse = format!("if {} {{ return no({:?}, v); }}", is_set(field), field.name);
        if let Some(tag) = field.tag {
            let write = match write.strip_suffix("?;") {
                Some(last) if !last.contains(';') => last.to_owned(),
                _ => format!("{{ {write} Ok(()) }}"),
            };
            let put = format!("if {} {{ t.put({tag}, |w| {write})?; }}", is_set(field));
            match condition(field.versions, structure.flexible) {
                None => writeln!(tags, "{put}"),
                Some(when) if field.ignorable => writeln!(tags, "if {when} {{ {put} }}"),
                Some(when) => writeln!(tags, "if {when} {{ {put} }} else {refuse}"),
            }
            .expect("to a string");
            // Outside the flexible versions there are no tags at all.
            if !field.ignorable && f != "true" {
                writeln!(out, "if !{f} && {} {{ return no({:?}, v); }}", is_set(field), field.name)
                    .expect("to a string");
            }
        } else {
            match condition(field.versions, structure.versions) {
                None => writeln!(out, "{write}"),
                Some(when) if field.ignorable => writeln!(out, "if {when} {{ {write} }}"),
                Some(when) => writeln!(out, "if {when} {{ {write} }} else {refuse}"),
            }
            .expect("to a string");
        }
    }
    if structure.has_tags() {
        let end = if tags.is_empty() {
            "w.put_tags(&self.unknown_tags);".to_owned()
        } else {
            format!("let mut t = Tags::new(&self.unknown_tags);\n{tags}t.finish(w);")
        };
        if f == "true" {
            writeln!(out, "{end}")
        } else {
            writeln!(
                out,
                "if {f} {{ {end} }} else if !self.unknown_tags.is_empty() {{ return no(\"tags\", v); }}"
            )
        }
        .expect("to a string");
    }
    out
}
