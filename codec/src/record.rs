// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! The records of the cluster's metadata log.
#![allow(
    clippy::collapsible_if,
    clippy::field_reassign_with_default,
    clippy::nonminimal_bool,
    clippy::too_many_lines,
    reason = "generated code is uniform rather than short"
)]

pub mod abort_transaction_record;
pub mod access_control_entry_record;
pub mod begin_transaction_record;
pub mod broker_registration_change_record;
pub mod clear_elr_record;
pub mod client_quota_record;
pub mod config_record;
pub mod delegation_token_record;
pub mod end_transaction_record;
pub mod feature_level_record;
pub mod fence_broker_record;
pub mod no_op_record;
pub mod partition_change_record;
pub mod partition_record;
pub mod producer_ids_record;
pub mod register_broker_record;
pub mod register_controller_record;
pub mod remove_access_control_entry_record;
pub mod remove_delegation_token_record;
pub mod remove_topic_record;
pub mod remove_user_scram_credential_record;
pub mod topic_record;
pub mod unfence_broker_record;
pub mod unregister_broker_record;
pub mod unregister_controller_record;
pub mod user_scram_credential_record;
pub use abort_transaction_record::AbortTransactionRecord;
pub use access_control_entry_record::AccessControlEntryRecord;
pub use begin_transaction_record::BeginTransactionRecord;
pub use broker_registration_change_record::BrokerRegistrationChangeRecord;
pub use clear_elr_record::ClearElrRecord;
pub use client_quota_record::ClientQuotaRecord;
pub use config_record::ConfigRecord;
pub use delegation_token_record::DelegationTokenRecord;
pub use end_transaction_record::EndTransactionRecord;
pub use feature_level_record::FeatureLevelRecord;
pub use fence_broker_record::FenceBrokerRecord;
pub use no_op_record::NoOpRecord;
pub use partition_change_record::PartitionChangeRecord;
pub use partition_record::PartitionRecord;
pub use producer_ids_record::ProducerIdsRecord;
pub use register_broker_record::RegisterBrokerRecord;
pub use register_controller_record::RegisterControllerRecord;
pub use remove_access_control_entry_record::RemoveAccessControlEntryRecord;
pub use remove_delegation_token_record::RemoveDelegationTokenRecord;
pub use remove_topic_record::RemoveTopicRecord;
pub use remove_user_scram_credential_record::RemoveUserScramCredentialRecord;
pub use topic_record::TopicRecord;
pub use unfence_broker_record::UnfenceBrokerRecord;
pub use unregister_broker_record::UnregisterBrokerRecord;
pub use unregister_controller_record::UnregisterControllerRecord;
pub use user_scram_credential_record::UserScramCredentialRecord;

crate::generated::metadata_records! {
RegisterBroker: RegisterBrokerRecord,
UnregisterBroker: UnregisterBrokerRecord,
Topic: TopicRecord,
Partition: PartitionRecord,
Config: ConfigRecord,
PartitionChange: PartitionChangeRecord,
FenceBroker: FenceBrokerRecord,
UnfenceBroker: UnfenceBrokerRecord,
RemoveTopic: RemoveTopicRecord,
DelegationToken: DelegationTokenRecord,
UserScramCredential: UserScramCredentialRecord,
FeatureLevel: FeatureLevelRecord,
ClientQuota: ClientQuotaRecord,
ProducerIds: ProducerIdsRecord,
BrokerRegistrationChange: BrokerRegistrationChangeRecord,
AccessControlEntry: AccessControlEntryRecord,
RemoveAccessControlEntry: RemoveAccessControlEntryRecord,
NoOp: NoOpRecord,
RemoveUserScramCredential: RemoveUserScramCredentialRecord,
BeginTransaction: BeginTransactionRecord,
EndTransaction: EndTransactionRecord,
AbortTransaction: AbortTransactionRecord,
RemoveDelegationToken: RemoveDelegationTokenRecord,
RegisterController: RegisterControllerRecord,
ClearElr: ClearElrRecord,
UnregisterController: UnregisterControllerRecord,
}
