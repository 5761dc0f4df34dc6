//! Filters in JSON, in the shapes of Cluster Linking. An empty text is an empty list.

use serde::{Deserialize, Serialize};

/// Whether a name is meant whole or as a beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum PatternType {
    Literal,
    Prefixed,
}

/// Whether what matches is taken or left out; leaving out wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum FilterType {
    Include,
    Exclude,
}

/// One rule of `auto.create.mirror.topics.filters`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TopicFilter {
    /// `*` with `LITERAL` is every topic.
    pub name: String,
    pub pattern_type: PatternType,
    pub filter_type: FilterType,
}

/// One rule of `consumer.offset.group.filters`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GroupFilter {
    /// `*` with `LITERAL` is every group.
    pub name: String,
    pub pattern_type: PatternType,
    pub filter_type: FilterType,
    /// `LOCAL_MIRROR`, `REMOTE_MIRROR`; for bidirectional links.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub topic_types: Vec<String>,
}

/// One rule of `acl.filters`: which ACLs of the source are copied.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct AclFilter {
    pub resource_filter: ResourceFilter,
    pub access_filter: AccessFilter,
}

/// The resources that an [`AclFilter`] means; what is absent matches all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ResourceFilter {
    pub resource_type: String,
    pub pattern_type: String,
    pub name: Option<String>,
}

/// The entries that an [`AclFilter`] means; what is absent matches all.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct AccessFilter {
    pub principal: Option<String>,
    pub operation: String,
    pub permission_type: String,
    pub host: Option<String>,
}

/// Reads `{"topicFilters":[…]}`.
///
/// # Errors
/// What is malformed and where, in words.
pub fn topic_filters(text: &str) -> Result<Vec<TopicFilter>, String> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct File {
        topic_filters: Vec<TopicFilter>,
    }
    Ok(parse::<File>(text, "topicFilters")?.topic_filters)
}

/// Reads `{"groupFilters":[…]}`.
///
/// # Errors
/// What is malformed and where, in words.
pub fn group_filters(text: &str) -> Result<Vec<GroupFilter>, String> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct File {
        group_filters: Vec<GroupFilter>,
    }
    Ok(parse::<File>(text, "groupFilters")?.group_filters)
}

/// Reads `{"aclFilters":[…]}`.
///
/// # Errors
/// What is malformed and where, in words.
pub fn acl_filters(text: &str) -> Result<Vec<AclFilter>, String> {
    #[derive(Default, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct File {
        acl_filters: Vec<AclFilter>,
    }
    Ok(parse::<File>(text, "aclFilters")?.acl_filters)
}

fn parse<T: Default + for<'de> Deserialize<'de>>(text: &str, list: &str) -> Result<T, String> {
    if text.trim().is_empty() {
        return Ok(T::default());
    }
    serde_json::from_str(text).map_err(|error| format!("must be JSON like {{\"{list}\":[…]}}: {error}"))
}
