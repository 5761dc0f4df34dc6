//! Settings of topics, whose name is a topic's only when the kind beside it says so.

use kagami_codec::{
    message::{
        AlterConfigsRequest, AlterConfigsResponse, DescribeConfigsRequest, DescribeConfigsResponse,
        IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse, ListConfigResourcesRequest,
        ListConfigResourcesResponse,
    },
    names::Visit as _,
};

use super::Special;
use crate::view::translate::{Homeward, Outward};

/// Kafka's numbers of resources (`ConfigResource.Type`).
const TOPIC: i8 = 2;
const BROKER: i8 = 4;
const BROKER_LOGGER: i8 = 8;
const GROUP: i8 = 32;

/// A group's setting whose value is a topic's name (KIP-1191).
const DEAD_LETTERS: &str = "errors.deadletterqueue.topic.name";

/// Brokers' settings that tell where brokers and controllers are.
const PLACES: [&str; 4] =
    ["listeners", "advertised.listeners", "controller.quorum.voters", "controller.quorum.bootstrap.servers"];

fn out_value(kind: i8, key: &str, value: &mut Option<String>, outward: &mut Outward<'_>) {
    if let Some(name) = value.as_mut().filter(|name| kind == GROUP && key == DEAD_LETTERS && !name.is_empty())
    {
        *name = outward.name(name);
    }
}

fn home_value(kind: i8, key: &str, value: &mut Option<String>, homeward: &Homeward<'_>) {
    if kind == GROUP && key == DEAD_LETTERS {
        *value =
            value.take().and_then(|name| if name.is_empty() { Some(name) } else { homeward.name(&name) });
    } else if kind == BROKER && PLACES.contains(&key) {
        // As what is secret, without a value.
        *value = None;
    }
}

fn out_name(kind: i8, name: &mut String, outward: &mut Outward<'_>) {
    match kind {
        TOPIC => {
            outward.topic(name);
        }
        BROKER | BROKER_LOGGER => renumbered(name, |id| outward.node(id)),
        _ => {}
    }
}

/// Brokers' settings are named by their ids; an empty name stands for all brokers.
fn renumbered(name: &mut String, number: impl Fn(i32) -> i32) {
    if let Ok(id) = name.parse() {
        *name = number(id).to_string();
    }
}

/// Whether the client sees the resource; then under its own name.
fn home_name(kind: i8, name: &mut String, homeward: &Homeward<'_>) -> bool {
    match kind {
        TOPIC => return homeward.tell(name),
        BROKER | BROKER_LOGGER => renumbered(name, |id| homeward.node(id)),
        _ => {}
    }
    true
}

macro_rules! altering {
    ($request:ident, $response:ident) => {
        impl Special for $request {
            fn out(&mut self, outward: &mut Outward<'_>) -> Option<$response> {
                for resource in &mut self.resources {
                    out_name(resource.resource_type, &mut resource.resource_name, outward);
                    for config in &mut resource.configs {
                        out_value(resource.resource_type, &config.name, &mut config.value, outward);
                    }
                }
                None
            }

            fn home(response: &mut $response, homeward: &Homeward<'_>) {
                response
                    .responses
                    .retain_mut(|each| home_name(each.resource_type, &mut each.resource_name, homeward));
            }
        }
    };
}

altering!(AlterConfigsRequest, AlterConfigsResponse);
altering!(IncrementalAlterConfigsRequest, IncrementalAlterConfigsResponse);

impl Special for DescribeConfigsRequest {
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<DescribeConfigsResponse> {
        for resource in &mut self.resources {
            out_name(resource.resource_type, &mut resource.resource_name, outward);
        }
        None
    }

    fn home(response: &mut DescribeConfigsResponse, homeward: &Homeward<'_>) {
        response.results.retain_mut(|each| {
            for config in &mut each.configs {
                let values = config.synonyms.iter_mut().map(|synonym| &mut synonym.value);
                for value in values.chain([&mut config.value]) {
                    home_value(each.resource_type, &config.name, value, homeward);
                }
            }
            home_name(each.resource_type, &mut each.resource_name, homeward)
        });
    }
}

impl Special for ListConfigResourcesRequest {
    fn home(response: &mut ListConfigResourcesResponse, homeward: &Homeward<'_>) {
        response
            .config_resources
            .retain_mut(|each| home_name(each.resource_type, &mut each.resource_name, homeward));
    }
}
