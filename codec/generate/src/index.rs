//! The files that tie the generated ones together.

use std::fmt::Write as _;

use crate::code::{ALLOW, HEAD};
use crate::definition::{Definition, Versions};
use crate::names::snake;
use crate::structure::Schema;

/// `message.rs`.
pub(crate) fn messages(schemas: &[Schema]) -> String {
    let mut out = format!(
        "{HEAD}//! Requests and responses, each in a module of its own, each top structure here as well.\n{ALLOW}\n"
    );
    for schema in schemas {
        writeln!(out, "pub mod {};", snake(&schema.name)).expect("to a string");
    }
    for schema in schemas {
        writeln!(out, "pub use {}::{};", snake(&schema.name), schema.name).expect("to a string");
    }
    out
}

/// `record.rs`.
pub(crate) fn records(schemas: &[Schema]) -> String {
    let mut out = format!("{HEAD}//! The records of the cluster's metadata log.\n{ALLOW}\n");
    let mut rows = String::new();
    for schema in schemas {
        let variant = schema.name.strip_suffix("Record").unwrap_or(&schema.name);
        writeln!(out, "pub mod {};", snake(&schema.name)).expect("to a string");
        writeln!(rows, "{variant}: {},", schema.name).expect("to a string");
    }
    for schema in schemas {
        writeln!(out, "pub use {}::{};", snake(&schema.name), schema.name).expect("to a string");
    }
    write!(out, "\ncrate::generated::metadata_records! {{\n{rows}}}\n").expect("to a string");
    out
}

/// `api/table.rs`: every request of the definitions, not only those that have code.
pub(crate) fn table(requests: &[Definition]) -> Result<String, String> {
    let (mut consts, mut names, mut first) = (String::new(), String::new(), String::new());
    for request in requests {
        let key = request.api_key.ok_or_else(|| format!("{}: no api key", request.name))?;
        let name = request.name.strip_suffix("Request").unwrap_or(&request.name);
        let shout = snake(name).to_uppercase();
        let flexible = Versions::parse(request.flexible_versions.as_deref().unwrap_or("none"))?;
        let flexible = if flexible.is_empty() { "i16::MAX".to_owned() } else { flexible.low.to_string() };
        writeln!(consts, "/// `{name}`.\npub const {shout}: Self = Self({key});").expect("to a string");
        writeln!(names, "{key} => \"{shout}\",").expect("to a string");
        writeln!(first, "{key} => {flexible},").expect("to a string");
    }
    Ok(format!(
        "{HEAD}//! Every request that Kafka defines.\n{ALLOW}\nuse super::ApiKey;\n\nimpl ApiKey {{\n{consts}\n\
         /// The request's name, `UNKNOWN` when it is not in the definitions.\n\
         pub const fn name(self) -> &'static str {{ match self.0 {{\n{names}_ => \"UNKNOWN\",\n}} }}\n\n\
         /// The first version with compact lengths and tags; `i16::MAX` when there is none.\n\
         pub(super) const fn first_flexible(self) -> i16 {{ match self.0 {{\n{first}_ => 0,\n}} }}\n}}\n"
    ))
}
