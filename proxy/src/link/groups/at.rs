//! The cluster whose groups are asked for: how its brokers are reached, and what its refusals mean to the operator.

use std::{collections::BTreeSet, fmt};

use kagami_codec::{
    message::{MetadataRequest, MetadataResponse, metadata_request},
    types::ErrorCode,
};

use super::{
    Refusal,
    patience::{LIMIT, patiently},
};
use crate::{
    cluster::{self, Cluster},
    net::{self, Connection, Recovery},
    source::{self, Source},
};

/// Where coordinators keep groups: the leader of a partition answers for the groups in it.
const OFFSETS: &str = "__consumer_offsets";

/// See the module.
#[derive(Clone, Copy, Debug)]
pub(super) enum At<'a> {
    Source { link: &'a str, source: &'a Source },
    Destination(&'a Cluster),
}

/// Why something was not answered.
#[derive(Clone, Debug)]
pub(super) enum Why {
    /// A broker answered with an error code.
    Refused(ErrorCode),
    /// Nobody answered, which may pass.
    Unreached(String),
    /// An operator has to do something first.
    Unfit(String),
}

impl Why {
    /// Whether to ask again: coordinators move, and transactions that commit offsets end.
    pub(super) const fn passes(&self) -> bool {
        match self {
            Self::Refused(code) => passes(*code),
            Self::Unreached(_) => true,
            Self::Unfit(_) => false,
        }
    }
}

/// As [`Why::passes`], of a code.
pub(super) const fn passes(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::COORDINATOR_LOAD_IN_PROGRESS
            | ErrorCode::COORDINATOR_NOT_AVAILABLE
            | ErrorCode::NOT_COORDINATOR
            | ErrorCode::UNSTABLE_OFFSET_COMMIT
    )
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(code) => write!(f, "a broker answered {}", code.name()),
            Self::Unreached(message) | Self::Unfit(message) => f.write_str(message),
        }
    }
}

impl From<net::Error> for Why {
    fn from(error: net::Error) -> Self {
        match error.recovery() {
            Recovery::Retry | Recovery::CloseConnection => Self::Unreached(error.to_string()),
            Recovery::Operator => Self::Unfit(error.to_string()),
        }
    }
}

impl From<source::Error> for Why {
    fn from(error: source::Error) -> Self {
        match error {
            source::Error::Net(error) => error.into(),
            source::Error::Refused { .. } | source::Error::NoLeader { .. } | source::Error::NoBootstrap => {
                Self::Unreached(error.to_string())
            }
        }
    }
}

impl From<cluster::Error> for Why {
    fn from(error: cluster::Error) -> Self {
        match error {
            cluster::Error::Net(error) => error.into(),
            cluster::Error::NoController { .. }
            | cluster::Error::Refused { .. }
            | cluster::Error::Unexpected { .. }
            | cluster::Error::Late { .. }
            | cluster::Error::Unfit(_)
            | cluster::Error::NotListed(_) => Self::Unreached(error.to_string()),
        }
    }
}

impl At<'_> {
    /// Any broker; each one knows all coordinators.
    pub(super) async fn any(self) -> Result<Connection, Why> {
        match self {
            Self::Source { source, .. } => Ok(source.any().await?),
            Self::Destination(cluster) => Ok(cluster.any_broker().await?),
        }
    }

    /// One broker.
    pub(super) async fn broker(self, id: i32) -> Result<Connection, Why> {
        match self {
            Self::Source { source, .. } => {
                if !source.metadata().brokers.contains_key(&id) {
                    // It came after our last look.
                    source.refresh(LIMIT).await;
                }
                Ok(source.broker(id).await?)
            }
            Self::Destination(cluster) => Ok(cluster.broker(id).await?),
        }
    }

    /// The brokers that keep all groups between them.
    ///
    /// # Errors
    /// When some groups are kept by no broker now.
    pub(super) async fn brokers(self) -> Result<BTreeSet<i32>, Refusal> {
        let (brokers, leaders): (BTreeSet<i32>, Vec<(i32, i32)>) = match self {
            Self::Source { .. } => {
                let told = patiently(|| self.look()).await;
                let told = told.map_err(|why| self.refusal("the brokers cannot be asked for", &why))?;
                // Whoever may not see the offsets' topic gets no partitions of it, and cannot tell whether one has no
                // leader.
                let partitions = told.topics.iter().flat_map(|topic| &topic.partitions);
                let leaders = partitions.map(|p| (p.partition_index, p.leader_id)).collect();
                (told.brokers.iter().map(|b| b.node_id).collect(), leaders)
            }
            Self::Destination(cluster) => {
                let leaders = cluster.with_image(|image| {
                    let partitions = image.topic(OFFSETS).map(|topic| &topic.partitions);
                    partitions.into_iter().flatten().map(|(index, p)| (*index, p.leader)).collect()
                });
                (cluster.real_brokers(true).iter().map(|b| b.id).collect(), leaders)
            }
        };
        match leaders.iter().find(|(_, leader)| *leader < 0) {
            None => Ok(brokers),
            Some((index, _)) => Err(self.away(&format!(
                "partition {index} of {OFFSETS} at {self} has no leader, so nobody knows the groups in it: bring its \
                 brokers back, and try again"
            ))),
        }
    }

    async fn look(self) -> Result<MetadataResponse, Why> {
        let topic =
            metadata_request::MetadataRequestTopic { name: Some(OFFSETS.to_owned()), ..Default::default() };
        let request = MetadataRequest {
            topics: Some(vec![topic]),
            allow_auto_topic_creation: false,
            ..Default::default()
        };
        Ok(self.any().await?.call(&request).await?)
    }

    /// What `why` means to the operator; `what` was not done because of it.
    pub(super) fn refusal(self, what: &str, why: &Why) -> Refusal {
        match why {
            Why::Refused(code) if is_denied(*code) => {
                let (who, right) = (self.principal(), self.missing_right(*code));
                let message = format!("{what} at {self} ({}): grant {who} {right} there", code.name());
                Refusal::new(403, "AUTHORIZATION_ERROR", message)
            }
            Why::Refused(ErrorCode::UNSTABLE_OFFSET_COMMIT) => {
                let message = format!(
                    "{what} at {self}: for {} s a transaction that commits its offsets has been open. End it, or wait \
                     for its timeout, and try again",
                    LIMIT.as_secs()
                );
                Refusal::new(422, "OPEN_TRANSACTION", message)
            }
            Why::Refused(_) | Why::Unreached(_) => {
                self.away(&format!("{what} at {self}: {why}. Try again when its brokers are well"))
            }
            Why::Unfit(message) => self.away(&format!("{what} at {self}: {message}")),
        }
    }

    fn away(self, message: &str) -> Refusal {
        let code = match self {
            Self::Source { .. } => "SOURCE_UNAVAILABLE",
            Self::Destination(_) => "UNKNOWN",
        };
        Refusal::new(503, code, message)
    }

    fn principal(self) -> String {
        match self {
            Self::Source { link, .. } => format!("the principal of link {link}"),
            Self::Destination(_) => "our principal".to_owned(),
        }
    }

    const fn missing_right(self, code: ErrorCode) -> &'static str {
        match (self, code) {
            (Self::Source { .. }, ErrorCode::GROUP_AUTHORIZATION_FAILED) => "Describe on the group",
            (Self::Source { .. }, ErrorCode::TOPIC_AUTHORIZATION_FAILED) => "Describe on the group's topics",
            (Self::Destination(_), ErrorCode::GROUP_AUTHORIZATION_FAILED) => "Read on the group",
            (Self::Destination(_), ErrorCode::TOPIC_AUTHORIZATION_FAILED) => "Read on the mirror topics",
            _ => "Describe on the cluster",
        }
    }
}

/// Whether a right is missing.
pub(super) const fn is_denied(code: ErrorCode) -> bool {
    matches!(
        code,
        ErrorCode::GROUP_AUTHORIZATION_FAILED
            | ErrorCode::TOPIC_AUTHORIZATION_FAILED
            | ErrorCode::CLUSTER_AUTHORIZATION_FAILED
    )
}

impl fmt::Display for At<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source { link, .. } => write!(f, "the source of link {link}"),
            Self::Destination(_) => f.write_str("the destination"),
        }
    }
}
