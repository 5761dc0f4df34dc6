//! Access control entries: a name, a prefix or all names, of which only some can be said on the other side.
//!
//! What a client may see and change are the entries that mean exactly topics of its view. An entry of the cluster that
//! reaches beyond it is not shown; a wish that reaches beyond it is refused, because what it changes could not be undone.

use kagami_codec::{
    message::{
        CreateAclsRequest, CreateAclsResponse, DeleteAclsRequest, DeleteAclsResponse, DescribeAclsRequest,
        DescribeAclsResponse, create_acls_response::AclCreationResult,
        delete_acls_response::DeleteAclsFilterResult,
    },
    types::ErrorCode,
};

use super::Special;
use crate::view::translate::{Homeward, Outward};

/// Kafka's numbers (`ResourceType`, `PatternType`).
const ANY_RESOURCE: i8 = 1;
const TOPIC: i8 = 2;
const MATCH: i8 = 2;
const LITERAL: i8 = 3;
const PREFIXED: i8 = 4;

/// The literal name that means all names.
const ALL: &str = "*";

/// What an entry with this name and pattern is at the broker.
fn exact(name: &str, pattern: i8, outward: &mut Outward<'_>) -> Option<(String, i8)> {
    match (pattern, name) {
        (LITERAL, ALL) => Some((outward.policy.prefix_to_broker("")?, PREFIXED)),
        (LITERAL, name) => Some((outward.policy.to_broker(name).ok()?.into_owned(), LITERAL)),
        (PREFIXED, prefix) => Some((outward.policy.prefix_to_broker(prefix)?, PREFIXED)),
        _ => None,
    }
}

/// What an entry of the broker is to the client.
fn shown(name: &str, pattern: i8, homeward: &Homeward<'_>) -> Option<(String, i8)> {
    match pattern {
        LITERAL if name == ALL => None,
        LITERAL => Some((homeward.policy.to_client(name).ok()?.into_owned(), LITERAL)),
        PREFIXED => match homeward.policy.prefix_to_client(name)? {
            "" => Some((ALL.to_owned(), LITERAL)),
            prefix => Some((prefix.to_owned(), PREFIXED)),
        },
        _ => None,
    }
}

fn why(name: &str) -> String {
    format!("the topics `{name}` cannot be said exactly behind this view")
}

impl Special for CreateAclsRequest {
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<CreateAclsResponse> {
        if outward.policy.is_identity() {
            return None;
        }
        let mut wrong = None;
        for creation in self.creations.iter_mut().filter(|creation| creation.resource_type == TOPIC) {
            match exact(&creation.resource_name, creation.resource_pattern_type, outward) {
                Some((name, pattern)) => {
                    (creation.resource_name, creation.resource_pattern_type) = (name, pattern);
                }
                None => wrong = Some(why(&creation.resource_name)),
            }
        }
        let why = wrong?;
        let refused = AclCreationResult {
            error_code: ErrorCode::INVALID_REQUEST.0,
            error_message: Some(why),
            ..Default::default()
        };
        Some(CreateAclsResponse { results: vec![refused; self.creations.len()], ..Default::default() })
    }
}

impl Special for DeleteAclsRequest {
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<DeleteAclsResponse> {
        if outward.policy.is_identity() {
            return None;
        }
        let mut wrong = None;
        for filter in &mut self.filters {
            if !matches!(filter.resource_type_filter, TOPIC | ANY_RESOURCE) {
                continue;
            }
            let name =
                filter.resource_name_filter.as_deref().filter(|_| filter.resource_type_filter == TOPIC);
            match name.and_then(|name| exact(name, filter.pattern_type_filter, outward)) {
                Some((name, pattern)) => {
                    (filter.resource_name_filter, filter.pattern_type_filter) = (Some(name), pattern);
                }
                None => wrong = Some(why(filter.resource_name_filter.as_deref().unwrap_or("of any name"))),
            }
        }
        let why = wrong?;
        let refused = DeleteAclsFilterResult {
            error_code: ErrorCode::INVALID_REQUEST.0,
            error_message: Some(why),
            ..Default::default()
        };
        Some(DeleteAclsResponse { filter_results: vec![refused; self.filters.len()], ..Default::default() })
    }

    fn home(response: &mut DeleteAclsResponse, homeward: &Homeward<'_>) {
        if homeward.policy.is_identity() {
            return;
        }
        for result in &mut response.filter_results {
            result.matching_acls.retain_mut(|entry| {
                if entry.resource_type != TOPIC {
                    return true;
                }
                let Some((name, pattern)) = shown(&entry.resource_name, entry.pattern_type, homeward) else {
                    return false;
                };
                (entry.resource_name, entry.pattern_type) = (name, pattern);
                true
            });
        }
    }
}

impl Special for DescribeAclsRequest {
    /// The broker tells all that may be meant, and the answer is cut to what was.
    fn out(&mut self, outward: &mut Outward<'_>) -> Option<DescribeAclsResponse> {
        let about_topics = matches!(self.resource_type_filter, TOPIC | ANY_RESOURCE);
        if outward.policy.is_identity() || !about_topics {
            return None;
        }
        let name = self.resource_name_filter.clone()?;
        if self.resource_type_filter == TOPIC {
            if let Some((name, pattern)) = exact(&name, self.pattern_type_filter, outward) {
                (self.resource_name_filter, self.pattern_type_filter) = (Some(name), pattern);
                return None;
            }
            if self.pattern_type_filter == MATCH {
                self.resource_name_filter = Some(outward.name(&name));
                return None;
            }
        }
        self.resource_name_filter = None;
        outward.changed.filter = Some(name);
        None
    }

    fn home(response: &mut DescribeAclsResponse, homeward: &Homeward<'_>) {
        if homeward.policy.is_identity() {
            return;
        }
        response.resources.retain_mut(|entry| {
            if entry.resource_type == TOPIC {
                let Some((name, pattern)) = shown(&entry.resource_name, entry.pattern_type, homeward) else {
                    return false;
                };
                (entry.resource_name, entry.pattern_type) = (name, pattern);
            }
            homeward.changed.filter.as_ref().is_none_or(|wanted| *wanted == entry.resource_name)
        });
    }
}
