//! Writes the codec's message and record code from Kafka's own definitions.
//!
//! `kagami-codec-generate MESSAGES CODEC`: MESSAGES holds the `*.json` of a kafka-clients jar; CODEC is the
//! crate's directory, whose `definitions` say which messages are wanted and what metadata records look like,
//! and whose `src` and `tests` are written. `run` beside this crate prepares and calls it.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use definition::{Definition, strip_comments};
use names::snake;
use structure::Schema;

mod code;
mod definition;
mod index;
mod names;
mod places;
mod samples;
mod structure;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let [messages, codec] = arguments.as_slice() else {
        return Err("usage: kagami-codec-generate MESSAGES CODEC".into());
    };
    generate(messages, codec)
}

fn generate(messages: &Path, codec: &Path) -> Result<(), Box<dyn Error>> {
    let definitions = codec.join("definitions");
    let mut schemas = Vec::new();
    for name in fs::read_to_string(definitions.join("messages.txt"))?.lines().filter(|line| !line.is_empty())
    {
        // Most names stand for a request and its response, the others for data that travels inside of one.
        let data = messages.join(format!("{name}.json"));
        if data.exists() {
            schemas.push(Schema::new(&load(&data)?)?);
            continue;
        }
        for kind in ["Request", "Response"] {
            schemas.push(Schema::new(&load(&messages.join(format!("{name}{kind}.json")))?)?);
        }
    }
    schemas.sort_by(|a, b| a.name.cmp(&b.name));
    let mut records = Vec::new();
    for definition in load_all(&definitions.join("record"))? {
        records.push(Schema::new(&definition)?);
    }
    records.sort_by_key(|schema| schema.key);
    let mut requests: Vec<Definition> =
        load_all(messages)?.into_iter().filter(|definition| definition.kind == "request").collect();
    requests.sort_by_key(|definition| definition.api_key);

    let source = codec.join("src");
    replace(&source.join("message"), &schemas, places::named)?;
    replace(&source.join("record"), &records, |_| String::new())?;
    write(&source.join("message.rs"), &index::messages(&schemas))?;
    write(&source.join("record.rs"), &index::records(&records))?;
    write(&source.join("api/table.rs"), &index::table(&requests)?)?;
    write(&codec.join("tests/wire/lists.rs"), &samples::lists(&schemas, &records))?;
    write(&codec.join("tests/wire/samples/generated.rs"), &samples::file(&schemas, &records))
}

/// Writes one file a message, with `more` behind its structures, and removes those of messages that are no longer wanted.
fn replace(
    directory: &Path,
    schemas: &[Schema],
    more: impl Fn(&Schema) -> String,
) -> Result<(), Box<dyn Error>> {
    if directory.exists() {
        fs::remove_dir_all(directory)?;
    }
    for schema in schemas {
        let response = schema.name.strip_suffix("Request").map(|name| format!("{name}Response"));
        let path = directory.join(format!("{}.rs", snake(&schema.name)));
        write(&path, &code::file(schema, response.as_deref(), &more(schema)))?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Box<dyn Error>> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()).into())
}

fn load(path: &Path) -> Result<Definition, Box<dyn Error>> {
    let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let definition = serde_json::from_str(&strip_comments(&text));
    definition.map_err(|error| format!("{}: {error}", path.display()).into())
}

fn load_all(directory: &Path) -> Result<Vec<Definition>, Box<dyn Error>> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(directory)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "json"));
    paths.sort();
    paths.iter().map(|path| load(path)).collect()
}
