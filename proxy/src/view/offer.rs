//! Every request that a view offers, with the versions that it can rewrite, and what is done to it.
//!
//! What does not stand here is not offered, and closes the connection when it is sent all the same: requests between
//! brokers, those of streams groups, and whatever is newer than this table.

use std::fmt::Write as _;

use kagami_codec::{
    Message as _,
    api::ApiKey,
    message::{self as m, api_versions_response::ApiVersion},
};
use kagami_policies::naming::Policy;

use super::Shown;

/// What a view does to a request and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treatment {
    /// Neither carries anything of one cluster only.
    Passes,
    /// Names of topics in one of them.
    Names,
    /// Names of topics, and addresses of brokers in the answer from this version on.
    Addresses(i16),
}

/// One request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub key: ApiKey,
    pub min: i16,
    pub max: i16,
    pub treatment: Treatment,
    /// The newest version under a policy that changes names, where that is another one, and why.
    pub renamed_max: Option<(i16, &'static str)>,
}

const fn row(key: ApiKey, min: i16, max: i16, treatment: Treatment) -> Row {
    Row { key, min, max, treatment, renamed_max: None }
}

use Treatment::{Addresses, Names, Passes};

macro_rules! rows {
    ($($key:ident $request:ident $treatment:expr;)*) => {
        [$(row(ApiKey::$key, m::$request::MIN_VERSION, m::$request::MAX_VERSION, $treatment)),*]
    };
}

/// Requests whose messages are opened for some policy, at every version that is offered.
const OPENED: [Row; 43] = rows! {
    FETCH FetchRequest Addresses(16);
    LIST_OFFSETS ListOffsetsRequest Names;
    METADATA MetadataRequest Addresses(0);
    OFFSET_COMMIT OffsetCommitRequest Names;
    OFFSET_FETCH OffsetFetchRequest Names;
    FIND_COORDINATOR FindCoordinatorRequest Addresses(0);
    JOIN_GROUP JoinGroupRequest Names;
    SYNC_GROUP SyncGroupRequest Names;
    DESCRIBE_GROUPS DescribeGroupsRequest Names;
    CREATE_TOPICS CreateTopicsRequest Names;
    DELETE_TOPICS DeleteTopicsRequest Names;
    DELETE_RECORDS DeleteRecordsRequest Names;
    OFFSET_FOR_LEADER_EPOCH OffsetForLeaderEpochRequest Names;
    TXN_OFFSET_COMMIT TxnOffsetCommitRequest Names;
    DESCRIBE_ACLS DescribeAclsRequest Names;
    CREATE_ACLS CreateAclsRequest Names;
    DELETE_ACLS DeleteAclsRequest Names;
    DESCRIBE_CONFIGS DescribeConfigsRequest Addresses(0);
    ALTER_CONFIGS AlterConfigsRequest Names;
    ALTER_REPLICA_LOG_DIRS AlterReplicaLogDirsRequest Names;
    DESCRIBE_LOG_DIRS DescribeLogDirsRequest Names;
    CREATE_PARTITIONS CreatePartitionsRequest Names;
    ELECT_LEADERS ElectLeadersRequest Names;
    INCREMENTAL_ALTER_CONFIGS IncrementalAlterConfigsRequest Names;
    ALTER_PARTITION_REASSIGNMENTS AlterPartitionReassignmentsRequest Names;
    LIST_PARTITION_REASSIGNMENTS ListPartitionReassignmentsRequest Names;
    OFFSET_DELETE OffsetDeleteRequest Names;
    DESCRIBE_CLUSTER DescribeClusterRequest Addresses(0);
    DESCRIBE_PRODUCERS DescribeProducersRequest Names;
    DESCRIBE_TRANSACTIONS DescribeTransactionsRequest Names;
    DESCRIBE_TOPIC_PARTITIONS DescribeTopicPartitionsRequest Names;
    LIST_CONFIG_RESOURCES ListConfigResourcesRequest Names;
    CONSUMER_GROUP_DESCRIBE ConsumerGroupDescribeRequest Names;
    SHARE_GROUP_HEARTBEAT ShareGroupHeartbeatRequest Names;
    SHARE_GROUP_DESCRIBE ShareGroupDescribeRequest Names;
    SHARE_FETCH ShareFetchRequest Addresses(0);
    SHARE_ACKNOWLEDGE ShareAcknowledgeRequest Addresses(0);
    DESCRIBE_SHARE_GROUP_OFFSETS DescribeShareGroupOffsetsRequest Names;
    ALTER_SHARE_GROUP_OFFSETS AlterShareGroupOffsetsRequest Names;
    DELETE_SHARE_GROUP_OFFSETS DeleteShareGroupOffsetsRequest Names;
    LIST_GROUPS ListGroupsRequest Passes;
    ADD_OFFSETS_TO_TXN AddOffsetsToTxnRequest Passes;
    END_TXN EndTxnRequest Passes;
};

/// Requests that need a word.
const OTHERS: [Row; 21] = [
    // Whoever is not offered version 0 would conclude that codecs are missing; a request older than 3 is not taken.
    row(ApiKey::PRODUCE, 0, m::ProduceRequest::MAX_VERSION, Addresses(10)),
    row(ApiKey::API_VERSIONS, 0, m::ApiVersionsRequest::MAX_VERSION, Names),
    // After version 0 come tokens without any header, which pass until requests come again.
    row(ApiKey::SASL_HANDSHAKE, 0, 1, Passes),
    row(ApiKey::SASL_AUTHENTICATE, 0, 2, Passes),
    // From version 4 on it is for brokers.
    row(ApiKey::ADD_PARTITIONS_TO_TXN, 0, 3, Names),
    // Version 6 is not stable yet.
    row(ApiKey::INIT_PRODUCER_ID, 0, 5, Passes),
    // Version 2 tells where the controllers are.
    row(ApiKey::DESCRIBE_QUORUM, 0, 1, Names),
    Row {
        renamed_max: Some((0, "a pattern can be said exactly only behind a prefix")),
        ..row(ApiKey::CONSUMER_GROUP_HEARTBEAT, 0, 1, Names)
    },
    row(ApiKey::HEARTBEAT, 0, 4, Passes),
    row(ApiKey::LEAVE_GROUP, 0, 5, Passes),
    row(ApiKey::DELETE_GROUPS, 0, 3, Passes),
    row(ApiKey::LIST_TRANSACTIONS, 0, 2, Passes),
    row(ApiKey::CREATE_DELEGATION_TOKEN, 1, 3, Passes),
    row(ApiKey::RENEW_DELEGATION_TOKEN, 1, 2, Passes),
    row(ApiKey::EXPIRE_DELEGATION_TOKEN, 1, 2, Passes),
    row(ApiKey::DESCRIBE_DELEGATION_TOKEN, 1, 3, Passes),
    row(ApiKey::DESCRIBE_CLIENT_QUOTAS, 0, 1, Passes),
    row(ApiKey::ALTER_CLIENT_QUOTAS, 0, 1, Passes),
    row(ApiKey::DESCRIBE_USER_SCRAM_CREDENTIALS, 0, 0, Passes),
    row(ApiKey::ALTER_USER_SCRAM_CREDENTIALS, 0, 0, Passes),
    row(ApiKey::UPDATE_FEATURES, 0, 2, Passes),
];

/// What front doors do not offer.
const NOT_AT_DOORS: [ApiKey; 8] = [
    // The epochs of one cluster mean nothing at the other, so a front door shows none to ask about.
    ApiKey::OFFSET_FOR_LEADER_EPOCH,
    // Which records a share group has taken, and which it gave back, is not carried over to the other cluster: at the cutover
    // it would begin anew, and by default behind all records that are there.
    ApiKey::SHARE_GROUP_HEARTBEAT,
    ApiKey::SHARE_GROUP_DESCRIBE,
    ApiKey::SHARE_FETCH,
    ApiKey::SHARE_ACKNOWLEDGE,
    ApiKey::DESCRIBE_SHARE_GROUP_OFFSETS,
    ApiKey::ALTER_SHARE_GROUP_OFFSETS,
    ApiKey::DELETE_SHARE_GROUP_OFFSETS,
];

/// All rows, by key.
#[must_use]
pub fn table() -> Vec<Row> {
    let mut rows = [OPENED.as_slice(), OTHERS.as_slice()].concat();
    rows.sort_by_key(|row| row.key);
    rows
}

/// The row of a request.
#[must_use]
pub fn find(key: ApiKey) -> Option<&'static Row> {
    OPENED.iter().chain(&OTHERS).find(|row| row.key == key)
}

impl Row {
    /// The newest version that is offered under a policy.
    #[must_use]
    pub fn max(&self, policy: &Policy) -> i16 {
        match self.renamed_max {
            Some((max, _)) if !policy.is_identity() && policy.prefix_to_broker("").is_none() => max,
            _ => self.max,
        }
    }

    /// Whether a view offers it at all.
    pub(super) fn is_offered(&self, shown: &Shown) -> bool {
        shown.front.is_none() || !NOT_AT_DOORS.contains(&self.key)
    }

    /// Whether a view opens requests.
    pub(super) fn opens_request(&self, shown: &Shown) -> bool {
        match self.key {
            // Followers have no business here, and say who they are inside.
            ApiKey::FETCH | ApiKey::API_VERSIONS => true,
            // Without other names and ids there is nothing in it to change.
            ApiKey::PRODUCE => !shown.policy.is_identity() || shown.other_ids(),
            _ => self.treatment != Passes && !shown.is_plain(),
        }
    }

    /// Whether a view opens answers.
    pub(super) fn opens_answer(&self, version: i16, shown: &Shown) -> bool {
        match self.treatment {
            Passes => false,
            _ if !shown.is_plain() || self.key == ApiKey::API_VERSIONS => true,
            Addresses(from) => version >= from,
            Names => false,
        }
    }
}

/// Leaves of a broker's offer what the view can serve.
pub(super) fn clamp(keys: &mut Vec<ApiVersion>, shown: &Shown) {
    keys.retain_mut(|key| {
        let Some(row) = find(ApiKey(key.api_key)).filter(|row| row.is_offered(shown)) else { return false };
        key.min_version = key.min_version.max(row.min);
        key.max_version = key.max_version.min(row.max(&shown.policy));
        key.min_version <= key.max_version
    });
}

/// The documentation page.
#[must_use]
pub fn markdown() -> String {
    let mut page = String::from(
        "# What a view offers\n\nMade from the table in `proxy/src/view/offer.rs`; a test compares the two. What does not \
         stand here is not offered, and closes the connection when it is sent all the same.\n\n\
         | request | key | versions | what is rewritten |\n|---|---|---|---|\n",
    );
    for row in table() {
        let what = match row.treatment {
            Passes => "nothing: it passes".to_owned(),
            Names => "names and ids of topics".to_owned(),
            Addresses(0) => "names and ids of topics, addresses of brokers".to_owned(),
            Addresses(from) => {
                format!("names and ids of topics, addresses of brokers from version {from} on")
            }
        };
        let but = row.renamed_max.map_or_else(String::new, |(max, why)| format!("; up to {max} where {why}"));
        writeln!(page, "| `{}` | {} | {}–{}{but} | {what} |", row.key.name(), row.key.0, row.min, row.max)
            .expect("a string takes every text");
    }
    let names = NOT_AT_DOORS.map(|key| format!("`{}`", key.name()));
    write!(
        page,
        "\nFront doors do not offer {}: epochs of leaders and the state of share groups mean something in one cluster only.\n",
        names.join(", ")
    )
    .expect("a string takes every text");
    page
}
