//! `kagami view explain`: which names the clients of a view see, and why.

use std::{io::Write, path::Path};

use kagami_codec::message::MetadataRequest;
use kagami_policies::naming::Hidden;
use serde_json::json;

use super::{Error, arguments::Output, show, table::Table};
use crate::{
    config::{Config, View},
    net::{Dialer, Security, Side},
};

/// What is to be explained.
#[derive(Debug)]
pub struct Question {
    pub config: std::path::PathBuf,
    /// One view; all when absent.
    pub view: Option<String>,
    /// Names, looked at from both sides; those of the destination's topics when there are none.
    pub topics: Vec<String>,
    pub output: Output,
}

pub(super) async fn explain(question: &Question, out: &mut dyn Write) -> Result<(), Error> {
    let config = Config::load(&question.config)?;
    let views = chosen(&config, &question.config, question.view.as_deref())?;
    let topics =
        if question.topics.is_empty() { of_cluster(&config).await? } else { question.topics.clone() };
    if question.output == Output::Json {
        let rows: Vec<_> =
            views.iter().flat_map(|view| topics.iter().map(|topic| row(view, topic))).collect();
        return show::json(out, &rows);
    }
    for (index, view) in views.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        writeln!(out, "View {}: the first rule that takes a name wins; client = broker", view.name)?;
        for (number, rule) in view.policy.rules().iter().enumerate() {
            writeln!(out, "  {}. {rule}", number + 1)?;
        }
        let mut table = Table::new(&["Name", "AClientWhoSaysSoGets", "ATopicCalledSoIsSeenAs"]);
        for topic in &topics {
            let (broker, client) = (view.policy.to_broker(topic), view.policy.to_client(topic));
            let told = |found: Result<std::borrow::Cow<'_, str>, Hidden>| match found {
                Ok(name) => name.into_owned(),
                Err(hidden) => format!("(hidden: {hidden})"),
            };
            table.row(vec![topic.clone(), told(broker), told(client)]);
        }
        table.write(out)?;
    }
    Ok(())
}

fn row(view: &View, topic: &str) -> serde_json::Value {
    let told = |found: Result<std::borrow::Cow<'_, str>, Hidden>| match found {
        Ok(name) => json!({"name": name}),
        Err(hidden) => json!({"hidden": hidden.to_string()}),
    };
    json!({
        "view": view.name,
        "topic": topic,
        "to_broker": told(view.policy.to_broker(topic)),
        "to_client": told(view.policy.to_client(topic)),
    })
}

fn chosen<'a>(config: &'a Config, path: &Path, name: Option<&str>) -> Result<Vec<&'a View>, Error> {
    let views: Vec<&View> =
        config.views.iter().filter(|view| name.is_none_or(|name| view.name == name)).collect();
    if views.is_empty() {
        let known: Vec<&str> = config.views.iter().map(|view| view.name.as_str()).collect();
        let known =
            if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
        let wanted = name.map_or_else(|| "no view".to_owned(), |name| format!("no view {name}"));
        return Err(Error::Input(format!("{} has {wanted}; {known}", path.display())));
    }
    Ok(views)
}

/// Names of the destination's topics.
async fn of_cluster(config: &Config) -> Result<Vec<String>, Error> {
    let security = Security::new(config.destination.security.clone());
    let dialer = Dialer::new(Side::Destination, "kagami-cli", security);
    let mut last = String::new();
    for address in &config.destination.bootstrap {
        let asked = async {
            let connection = dialer.connect(&address.host, address.port).await?;
            connection.call(&MetadataRequest { topics: None, ..MetadataRequest::default() }).await
        };
        match asked.await {
            Ok(answer) => {
                let mut names: Vec<String> =
                    answer.topics.into_iter().filter_map(|topic| topic.name).collect();
                names.sort_unstable();
                return Ok(names);
            }
            Err(error) => last = error.to_string(),
        }
    }
    Err(Error::OutOfReach(format!(
        "the destination's topics cannot be listed: {last}; name some to explain those"
    )))
}
