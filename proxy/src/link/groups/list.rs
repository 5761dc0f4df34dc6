//! The groups that a cluster has.

use futures_util::future::join_all;
use kagami_codec::{
    message::{ListGroupsRequest, ListGroupsResponse, list_groups_response},
    types::ErrorCode,
};

use super::{
    Refusal,
    at::{At, Why},
    patience::patiently,
};

/// Groups of records that are handed out one by one: they have no committed offsets.
const SHARE: &str = "share";

/// A group that may have committed offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub name: String,
    /// The broker that listed it, which each broker does with the groups that it coordinates.
    pub coordinator: i32,
    pub kind: Kind,
    /// Whether it has members, or its broker is too old to say (before 2.6).
    pub is_live: bool,
}

/// How a group shares out partitions, which is also how it is described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Its members do (or it has none, and somebody just commits offsets under its name).
    Classic,
    /// Its coordinator does (KIP-848).
    Consumer,
    /// Some other way, such as that of Streams (KIP-1071).
    Other,
}

/// All groups but share groups. Asks every broker, because each one knows its own groups only.
///
/// # Errors
/// When one broker does not answer, since a group could be missed, or when it may not tell.
pub(super) async fn list(at: At<'_>) -> Result<Vec<Listed>, Refusal> {
    let brokers = at.brokers().await?;
    let each = brokers.into_iter().map(|id| async move { (id, patiently(|| of_broker(at, id)).await) });
    let mut all = Vec::new();
    for (id, told) in join_all(each).await {
        let what = format!("the groups that broker {id} keeps cannot be listed");
        let told = told.map_err(|why| at.refusal(&what, &why))?;
        all.extend(told.groups.into_iter().filter_map(|group| listed(group, id)));
    }
    Ok(all)
}

async fn of_broker(at: At<'_>, id: i32) -> Result<ListGroupsResponse, Why> {
    let answer = at.broker(id).await?.call(&ListGroupsRequest::default()).await?;
    match ErrorCode(answer.error_code) {
        ErrorCode::NONE => Ok(answer),
        code => Err(Why::Refused(code)),
    }
}

fn listed(group: list_groups_response::ListedGroup, coordinator: i32) -> Option<Listed> {
    // Brokers before 3.8 have no types of groups, only what members say of themselves.
    let kind = match group.group_type.to_ascii_lowercase().as_str() {
        SHARE => return None,
        "" if group.protocol_type == SHARE => return None,
        "" | "classic" => Kind::Classic,
        "consumer" => Kind::Consumer,
        _ => Kind::Other,
    };
    let is_live = !matches!(group.group_state.as_str(), "Empty" | "Dead");
    Some(Listed { name: group.group_id, coordinator, kind, is_live })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(group_type: &str, protocol_type: &str, group_state: &str, expected: Option<(Kind, bool)>) {
        let group = list_groups_response::ListedGroup {
            group_id: "billing".to_owned(),
            protocol_type: protocol_type.to_owned(),
            group_state: group_state.to_owned(),
            group_type: group_type.to_owned(),
            ..Default::default()
        };
        let expected = expected.map(|(kind, is_live)| {
            let name = "billing".to_owned();
            Listed { name, coordinator: 3, kind, is_live }
        });
        assert_eq!(listed(group, 3), expected, "{group_type} {protocol_type} {group_state}");
    }

    #[test]
    fn groups_that_commit_offsets_are_listed_whatever_they_are() {
        check("classic", "consumer", "Stable", Some((Kind::Classic, true)));
        check("classic", "", "Empty", Some((Kind::Classic, false)));
        check("classic", "connect", "PreparingRebalance", Some((Kind::Classic, true)));
        check("Consumer", "consumer", "Reconciling", Some((Kind::Consumer, true)));
        check("streams", "streams", "NotReady", Some((Kind::Other, true)));
        check("", "consumer", "Dead", Some((Kind::Classic, false)));
    }

    #[test]
    fn share_groups_have_no_offsets_to_bring() {
        check("share", "share", "Stable", None);
        check("Share", "share", "Empty", None);
        check("", "share", "", None);
    }

    #[test]
    fn a_broker_that_tells_no_states_hides_no_members() {
        check("", "consumer", "", Some((Kind::Classic, true)));
    }
}
