//! What can go wrong between us and the destination, and what the operator can do about it.

use kagami_codec::types::ErrorCode;

use super::Address;
use crate::net;

/// What can go wrong between us and the destination.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Net(#[from] net::Error),
    /// None of the known controllers is active or can be reached.
    #[error(
        "no active controller among {tried:?}: check that [destination] controllers (or the brokers' \
         controller.quorum settings) are reachable from here, and that the cluster runs in KRaft mode"
    )]
    NoController { tried: Vec<Address> },
    /// The cluster answered with an error code.
    #[error(
        "{api} was refused by the destination: {}{}{}",
        code.name(),
        message.as_deref().filter(|m| !m.is_empty()).map(|m| format!(" ({m})")).unwrap_or_default(),
        missing_right(api, *code).map(|right| format!("; grant our principal {right}")).unwrap_or_default()
    )]
    Refused { api: &'static str, code: ErrorCode, message: Option<String> },
    /// An answer that no Kafka gives.
    #[error("the destination sent {what}")]
    Unexpected { what: &'static str },
    /// Something did not happen in time.
    #[error("{what} did not happen within {seconds} s")]
    Late { what: &'static str, seconds: u64 },
    /// The cluster does not fit the configuration.
    #[error("{0}")]
    Unfit(String),
    /// No live broker has the bootstrap address: it is wrong, or its broker is only just starting.
    #[error("{0}")]
    NotListed(String),
}

impl Error {
    /// `Ok` for code 0.
    ///
    /// # Errors
    /// [`Error::Refused`] for every other code.
    pub fn check(api: &'static str, code: i16, message: Option<String>) -> Result<(), Self> {
        let code = ErrorCode(code);
        if code.is_none() { Ok(()) } else { Err(Self::Refused { api, code, message }) }
    }

    /// The error code, when the cluster gave one.
    #[must_use]
    pub const fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Refused { code, .. } => Some(*code),
            Self::Net(_)
            | Self::NoController { .. }
            | Self::Unexpected { .. }
            | Self::Late { .. }
            | Self::Unfit(_)
            | Self::NotListed(_) => None,
        }
    }

    /// Whether a question to a partition's leader is to be asked again: the leader that the metadata log names has not
    /// heard of it yet, is dying, or is only just there again.
    #[must_use]
    pub fn passes_with_the_leader(&self) -> bool {
        const PASSING: [ErrorCode; 7] = [
            ErrorCode::NOT_LEADER_OR_FOLLOWER,
            ErrorCode::LEADER_NOT_AVAILABLE,
            ErrorCode::UNKNOWN_TOPIC_OR_PARTITION,
            ErrorCode::UNKNOWN_TOPIC_ID,
            ErrorCode::REPLICA_NOT_AVAILABLE,
            // Its disk failed; another one will lead.
            ErrorCode::KAFKA_STORAGE_ERROR,
            ErrorCode::REQUEST_TIMED_OUT,
        ];
        matches!(self, Self::Net(_)) || self.code().is_some_and(|code| PASSING.contains(&code))
    }
}

/// The right that our principal lacks, by what was asked and what was said.
fn missing_right(api: &str, code: ErrorCode) -> Option<&'static str> {
    let topic = code == ErrorCode::TOPIC_AUTHORIZATION_FAILED;
    match code {
        ErrorCode::TRANSACTIONAL_ID_AUTHORIZATION_FAILED => {
            Some("Write and Describe on the transactional id kagami-state")
        }
        ErrorCode::TOPIC_AUTHORIZATION_FAILED | ErrorCode::CLUSTER_AUTHORIZATION_FAILED => match api {
            "CreateTopics" => Some("Create on the cluster"),
            "CreatePartitions" => Some("Alter on the topic"),
            "DeleteTopics" => Some("Delete on the topic"),
            "IncrementalAlterConfigs" => Some("AlterConfigs on the topic"),
            "DescribeConfigs" => Some("DescribeConfigs on the topics and the cluster"),
            "DescribeQuorum" => Some("Describe on the cluster"),
            "InitProducerId" => Some("IdempotentWrite on the cluster"),
            "AlterPartitionReassignments" | "ElectLeaders" => Some("Alter on the cluster"),
            _ if topic && api.ends_with("of the state topic") => {
                Some("Read, Write and Describe on the topic _kagami")
            }
            "Produce to the state topic" => Some("Read, Write and Describe on the topic _kagami"),
            _ if topic => Some("Read and Describe on the topic"),
            _ => Some("ClusterAction on the cluster"),
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(api: &'static str, code: ErrorCode) -> String {
        Error::Refused { api, code, message: Some(String::new()) }.to_string()
    }

    #[test]
    fn a_refusal_names_the_right_that_is_missing() {
        for (api, code, right) in [
            ("CreateTopics", ErrorCode::TOPIC_AUTHORIZATION_FAILED, "Create on the cluster"),
            (
                "FindCoordinator of the state topic",
                ErrorCode::TRANSACTIONAL_ID_AUTHORIZATION_FAILED,
                "Write and Describe on the transactional id kagami-state",
            ),
            (
                "Fetch of the metadata log",
                ErrorCode::CLUSTER_AUTHORIZATION_FAILED,
                "ClusterAction on the cluster",
            ),
            (
                "Fetch of the state topic",
                ErrorCode::TOPIC_AUTHORIZATION_FAILED,
                "Read, Write and Describe on the topic _kagami",
            ),
            ("ElectLeaders", ErrorCode::CLUSTER_AUTHORIZATION_FAILED, "Alter on the cluster"),
        ] {
            let said = said(api, code);
            assert!(said.ends_with(&format!("; grant our principal {right}")), "{said}");
        }
        let other = said("CreateTopics", ErrorCode::INVALID_REQUEST);
        assert_eq!(other, "CreateTopics was refused by the destination: INVALID_REQUEST");
    }
}
