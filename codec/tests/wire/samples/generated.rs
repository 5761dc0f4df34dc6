// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! Values for every field of every message.
#![allow(
    clippy::collapsible_if,
    clippy::field_reassign_with_default,
    clippy::nonminimal_bool,
    clippy::too_many_lines,
    reason = "generated code is uniform rather than short"
)]

use kagami_codec::message::{
    add_offsets_to_txn_request, add_offsets_to_txn_response, add_partitions_to_txn_request,
    add_partitions_to_txn_response, allocate_producer_ids_request, allocate_producer_ids_response,
    alter_configs_request, alter_configs_response, alter_partition_reassignments_request,
    alter_partition_reassignments_response, alter_partition_request, alter_partition_response,
    alter_replica_log_dirs_request, alter_replica_log_dirs_response, alter_share_group_offsets_request,
    alter_share_group_offsets_response, api_versions_request, api_versions_response,
    assign_replicas_to_dirs_request, assign_replicas_to_dirs_response, broker_heartbeat_request,
    broker_heartbeat_response, broker_registration_request, broker_registration_response,
    consumer_group_describe_request, consumer_group_describe_response, consumer_group_heartbeat_request,
    consumer_group_heartbeat_response, consumer_protocol_assignment, consumer_protocol_subscription,
    create_acls_request, create_acls_response, create_partitions_request, create_partitions_response,
    create_topics_request, create_topics_response, delete_acls_request, delete_acls_response,
    delete_records_request, delete_records_response, delete_share_group_offsets_request,
    delete_share_group_offsets_response, delete_topics_request, delete_topics_response,
    describe_acls_request, describe_acls_response, describe_client_quotas_request,
    describe_client_quotas_response, describe_cluster_request, describe_cluster_response,
    describe_configs_request, describe_configs_response, describe_groups_request, describe_groups_response,
    describe_log_dirs_request, describe_log_dirs_response, describe_producers_request,
    describe_producers_response, describe_quorum_request, describe_quorum_response,
    describe_share_group_offsets_request, describe_share_group_offsets_response,
    describe_topic_partitions_request, describe_topic_partitions_response, describe_transactions_request,
    describe_transactions_response, describe_user_scram_credentials_request,
    describe_user_scram_credentials_response, elect_leaders_request, elect_leaders_response, end_txn_request,
    end_txn_response, envelope_request, envelope_response, fetch_request, fetch_response,
    fetch_snapshot_request, fetch_snapshot_response, find_coordinator_request, find_coordinator_response,
    incremental_alter_configs_request, incremental_alter_configs_response, init_producer_id_request,
    init_producer_id_response, join_group_request, join_group_response, list_config_resources_request,
    list_config_resources_response, list_groups_request, list_groups_response, list_offsets_request,
    list_offsets_response, list_partition_reassignments_request, list_partition_reassignments_response,
    list_transactions_request, list_transactions_response, metadata_request, metadata_response,
    offset_commit_request, offset_commit_response, offset_delete_request, offset_delete_response,
    offset_fetch_request, offset_fetch_response, offset_for_leader_epoch_request,
    offset_for_leader_epoch_response, produce_request, produce_response, sasl_authenticate_request,
    sasl_authenticate_response, sasl_handshake_request, sasl_handshake_response, share_acknowledge_request,
    share_acknowledge_response, share_fetch_request, share_fetch_response, share_group_describe_request,
    share_group_describe_response, share_group_heartbeat_request, share_group_heartbeat_response,
    sync_group_request, sync_group_response, txn_offset_commit_request, txn_offset_commit_response,
    unregister_broker_request, unregister_broker_response, write_txn_markers_request,
    write_txn_markers_response,
};
use kagami_codec::record::{
    abort_transaction_record, access_control_entry_record, begin_transaction_record,
    broker_registration_change_record, clear_elr_record, client_quota_record, config_record,
    delegation_token_record, end_transaction_record, feature_level_record, fence_broker_record, no_op_record,
    partition_change_record, partition_record, producer_ids_record, register_broker_record,
    register_controller_record, remove_access_control_entry_record, remove_delegation_token_record,
    remove_topic_record, remove_user_scram_credential_record, topic_record, unfence_broker_record,
    unregister_broker_record, unregister_controller_record, user_scram_credential_record,
};

use super::{Sample, Seed};

impl Sample for add_offsets_to_txn_request::AddOffsetsToTxnRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.transactional_id = s.string();
        m.producer_id = s.i64();
        m.producer_epoch = s.i16();
        m.group_id = s.string();
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for add_offsets_to_txn_response::AddOffsetsToTxnResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for add_partitions_to_txn_request::AddPartitionsToTxnRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 4 {
            m.transactions =
                s.list(|s| add_partitions_to_txn_request::AddPartitionsToTxnTransaction::sample(s, v));
        }
        if v <= 3 {
            m.v3_and_below_transactional_id = s.string();
        }
        if v <= 3 {
            m.v3_and_below_producer_id = s.i64();
        }
        if v <= 3 {
            m.v3_and_below_producer_epoch = s.i16();
        }
        if v <= 3 {
            m.v3_and_below_topics =
                s.list(|s| add_partitions_to_txn_request::AddPartitionsToTxnTopic::sample(s, v));
        }
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for add_partitions_to_txn_request::AddPartitionsToTxnTransaction {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.transactional_id = s.string();
        m.producer_id = s.i64();
        m.producer_epoch = s.i16();
        m.verify_only = s.bool();
        m.topics = s.list(|s| add_partitions_to_txn_request::AddPartitionsToTxnTopic::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for add_partitions_to_txn_request::AddPartitionsToTxnTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| s.i32());
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for add_partitions_to_txn_response::AddPartitionsToTxnResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        if v >= 4 {
            m.error_code = s.i16();
        }
        if v >= 4 {
            m.results_by_transaction =
                s.list(|s| add_partitions_to_txn_response::AddPartitionsToTxnResult::sample(s, v));
        }
        if v <= 3 {
            m.results_by_topic_v3_and_below =
                s.list(|s| add_partitions_to_txn_response::AddPartitionsToTxnTopicResult::sample(s, v));
        }
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for add_partitions_to_txn_response::AddPartitionsToTxnResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.transactional_id = s.string();
        m.topic_results =
            s.list(|s| add_partitions_to_txn_response::AddPartitionsToTxnTopicResult::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for add_partitions_to_txn_response::AddPartitionsToTxnTopicResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.results_by_partition =
            s.list(|s| add_partitions_to_txn_response::AddPartitionsToTxnPartitionResult::sample(s, v));
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for add_partitions_to_txn_response::AddPartitionsToTxnPartitionResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.partition_error_code = s.i16();
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for allocate_producer_ids_request::AllocateProducerIdsRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.broker_epoch = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for allocate_producer_ids_response::AllocateProducerIdsResponse {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.producer_id_start = s.i64();
        m.producer_id_len = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_configs_request::AlterConfigsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resources = s.list(|s| alter_configs_request::AlterConfigsResource::sample(s, v));
        m.validate_only = s.bool();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_configs_request::AlterConfigsResource {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resource_type = s.i8();
        m.resource_name = s.string();
        m.configs = s.list(|s| alter_configs_request::AlterableConfig::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_configs_request::AlterableConfig {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.value = s.maybe(true, |s| s.string());
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_configs_response::AlterConfigsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.responses = s.list(|s| alter_configs_response::AlterConfigsResourceResponse::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_configs_response::AlterConfigsResourceResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.resource_type = s.i8();
        m.resource_name = s.string();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_partition_reassignments_request::AlterPartitionReassignmentsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.timeout_ms = s.i32();
        if v >= 1 {
            m.allow_replication_factor_change = s.bool();
        }
        m.topics = s.list(|s| alter_partition_reassignments_request::ReassignableTopic::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_reassignments_request::ReassignableTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| alter_partition_reassignments_request::ReassignablePartition::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_reassignments_request::ReassignablePartition {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.replicas = s.maybe(true, |s| s.list(|s| s.i32()));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_reassignments_response::AlterPartitionReassignmentsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        if v >= 1 {
            m.allow_replication_factor_change = s.bool();
        }
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.responses =
            s.list(|s| alter_partition_reassignments_response::ReassignableTopicResponse::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_reassignments_response::ReassignableTopicResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions =
            s.list(|s| alter_partition_reassignments_response::ReassignablePartitionResponse::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_reassignments_response::ReassignablePartitionResponse {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_request::AlterPartitionRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.broker_epoch = s.i64();
        m.topics = s.list(|s| alter_partition_request::TopicData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_request::TopicData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| alter_partition_request::PartitionData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_request::PartitionData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.leader_epoch = s.i32();
        if v <= 2 {
            m.new_isr = s.list(|s| s.i32());
        }
        if v >= 3 {
            m.new_isr_with_epochs = s.list(|s| alter_partition_request::BrokerState::sample(s, v));
        }
        m.leader_recovery_state = s.i8();
        m.partition_epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_request::BrokerState {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.broker_epoch = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_response::AlterPartitionResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.topics = s.list(|s| alter_partition_response::TopicData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_response::TopicData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| alter_partition_response::PartitionData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_partition_response::PartitionData {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.leader_id = s.i32();
        m.leader_epoch = s.i32();
        m.isr = s.list(|s| s.i32());
        m.leader_recovery_state = s.i8();
        m.partition_epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_replica_log_dirs_request::AlterReplicaLogDirsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.dirs = s.list(|s| alter_replica_log_dirs_request::AlterReplicaLogDir::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_replica_log_dirs_request::AlterReplicaLogDir {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.path = s.string();
        m.topics = s.list(|s| alter_replica_log_dirs_request::AlterReplicaLogDirTopic::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_replica_log_dirs_request::AlterReplicaLogDirTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| s.i32());
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_replica_log_dirs_response::AlterReplicaLogDirsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.results = s.list(|s| alter_replica_log_dirs_response::AlterReplicaLogDirTopicResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_replica_log_dirs_response::AlterReplicaLogDirTopicResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.partitions =
            s.list(|s| alter_replica_log_dirs_response::AlterReplicaLogDirPartitionResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_replica_log_dirs_response::AlterReplicaLogDirPartitionResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for alter_share_group_offsets_request::AlterShareGroupOffsetsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.topics =
            s.list(|s| alter_share_group_offsets_request::AlterShareGroupOffsetsRequestTopic::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_share_group_offsets_request::AlterShareGroupOffsetsRequestTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.partitions = s.list(|s| {
            alter_share_group_offsets_request::AlterShareGroupOffsetsRequestPartition::sample(s, v)
        });
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_share_group_offsets_request::AlterShareGroupOffsetsRequestPartition {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.start_offset = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_share_group_offsets_response::AlterShareGroupOffsetsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.responses =
            s.list(|s| alter_share_group_offsets_response::AlterShareGroupOffsetsResponseTopic::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_share_group_offsets_response::AlterShareGroupOffsetsResponseTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| {
            alter_share_group_offsets_response::AlterShareGroupOffsetsResponsePartition::sample(s, v)
        });
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for alter_share_group_offsets_response::AlterShareGroupOffsetsResponsePartition {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for api_versions_request::ApiVersionsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 3 {
            m.client_software_name = s.string();
        }
        if v >= 3 {
            m.client_software_version = s.string();
        }
        if v >= 5 {
            m.cluster_id = s.maybe(true, |s| s.string());
        }
        if v >= 5 {
            m.node_id = s.i32();
        }
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for api_versions_response::ApiVersionsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.api_keys = s.list(|s| api_versions_response::ApiVersion::sample(s, v));
        if v >= 1 {
            m.throttle_time_ms = s.i32();
        }
        if v >= 3 && s.bool() {
            m.supported_features = s.list(|s| api_versions_response::SupportedFeatureKey::sample(s, v));
        }
        if v >= 3 && s.bool() {
            m.finalized_features_epoch = s.i64();
        }
        if v >= 3 && s.bool() {
            m.finalized_features = s.list(|s| api_versions_response::FinalizedFeatureKey::sample(s, v));
        }
        if v >= 3 && s.bool() {
            m.zk_migration_ready = s.bool();
        }
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for api_versions_response::ApiVersion {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.api_key = s.i16();
        m.min_version = s.i16();
        m.max_version = s.i16();
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for api_versions_response::SupportedFeatureKey {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.min_version = s.i16();
        m.max_version = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for api_versions_response::FinalizedFeatureKey {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.max_version_level = s.i16();
        m.min_version_level = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for assign_replicas_to_dirs_request::AssignReplicasToDirsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.broker_epoch = s.i64();
        m.directories = s.list(|s| assign_replicas_to_dirs_request::DirectoryData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for assign_replicas_to_dirs_request::DirectoryData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.id = s.uuid();
        m.topics = s.list(|s| assign_replicas_to_dirs_request::TopicData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for assign_replicas_to_dirs_request::TopicData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| assign_replicas_to_dirs_request::PartitionData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for assign_replicas_to_dirs_request::PartitionData {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for assign_replicas_to_dirs_response::AssignReplicasToDirsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.directories = s.list(|s| assign_replicas_to_dirs_response::DirectoryData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for assign_replicas_to_dirs_response::DirectoryData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.id = s.uuid();
        m.topics = s.list(|s| assign_replicas_to_dirs_response::TopicData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for assign_replicas_to_dirs_response::TopicData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| assign_replicas_to_dirs_response::PartitionData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for assign_replicas_to_dirs_response::PartitionData {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for broker_heartbeat_request::BrokerHeartbeatRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.broker_epoch = s.i64();
        m.current_metadata_offset = s.i64();
        m.want_fence = s.bool();
        m.want_shut_down = s.bool();
        if v >= 1 && s.bool() {
            m.offline_log_dirs = s.list(|s| s.uuid());
        }
        if v >= 2 && s.bool() {
            m.cordoned_log_dirs = s.maybe(true, |s| s.list(|s| s.uuid()));
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for broker_heartbeat_response::BrokerHeartbeatResponse {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.is_caught_up = s.bool();
        m.is_fenced = s.bool();
        m.should_shut_down = s.bool();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for broker_registration_request::BrokerRegistrationRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.cluster_id = s.string();
        m.incarnation_id = s.uuid();
        m.listeners = s.list(|s| broker_registration_request::Listener::sample(s, v));
        m.features = s.list(|s| broker_registration_request::Feature::sample(s, v));
        m.rack = s.maybe(true, |s| s.string());
        if v >= 1 {
            m.is_migrating_zk_broker = s.bool();
        }
        if v >= 2 {
            m.log_dirs = s.list(|s| s.uuid());
        }
        if v >= 3 {
            m.previous_broker_epoch = s.i64();
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for broker_registration_request::Listener {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.host = s.string();
        m.port = s.u16();
        m.security_protocol = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for broker_registration_request::Feature {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.min_supported_version = s.i16();
        m.max_supported_version = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for broker_registration_response::BrokerRegistrationResponse {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.broker_epoch = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_describe_request::ConsumerGroupDescribeRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.group_ids = s.list(|s| s.string());
        m.include_authorized_operations = s.bool();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_describe_response::ConsumerGroupDescribeResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.groups = s.list(|s| consumer_group_describe_response::DescribedGroup::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_describe_response::DescribedGroup {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.group_id = s.string();
        m.group_state = s.string();
        m.group_epoch = s.i32();
        m.assignment_epoch = s.i32();
        m.assignor_name = s.string();
        m.members = s.list(|s| consumer_group_describe_response::Member::sample(s, v));
        m.authorized_operations = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_describe_response::Member {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.member_id = s.string();
        m.instance_id = s.maybe(true, |s| s.string());
        m.rack_id = s.maybe(true, |s| s.string());
        m.member_epoch = s.i32();
        m.client_id = s.string();
        m.client_host = s.string();
        m.subscribed_topic_names = s.list(|s| s.string());
        m.subscribed_topic_regex = s.maybe(true, |s| s.string());
        m.assignment = consumer_group_describe_response::Assignment::sample(s, v);
        m.target_assignment = consumer_group_describe_response::Assignment::sample(s, v);
        if v >= 1 {
            m.member_type = s.i8();
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_describe_response::TopicPartitions {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.topic_name = s.string();
        m.partitions = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_describe_response::Assignment {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_partitions = s.list(|s| consumer_group_describe_response::TopicPartitions::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_heartbeat_request::ConsumerGroupHeartbeatRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.member_id = s.string();
        m.member_epoch = s.i32();
        m.instance_id = s.maybe(true, |s| s.string());
        m.rack_id = s.maybe(true, |s| s.string());
        m.rebalance_timeout_ms = s.i32();
        m.subscribed_topic_names = s.maybe(true, |s| s.list(|s| s.string()));
        if v >= 1 {
            m.subscribed_topic_regex = s.maybe(true, |s| s.string());
        }
        m.server_assignor = s.maybe(true, |s| s.string());
        m.topic_partitions =
            s.maybe(true, |s| s.list(|s| consumer_group_heartbeat_request::TopicPartitions::sample(s, v)));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_heartbeat_request::TopicPartitions {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_heartbeat_response::ConsumerGroupHeartbeatResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.member_id = s.maybe(true, |s| s.string());
        m.member_epoch = s.i32();
        m.heartbeat_interval_ms = s.i32();
        m.assignment = s.maybe(true, |s| consumer_group_heartbeat_response::Assignment::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_heartbeat_response::Assignment {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_partitions = s.list(|s| consumer_group_heartbeat_response::TopicPartitions::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_group_heartbeat_response::TopicPartitions {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for consumer_protocol_assignment::ConsumerProtocolAssignment {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.assigned_partitions = s.list(|s| consumer_protocol_assignment::TopicPartition::sample(s, v));
        m.user_data = s.maybe(true, |s| s.bytes());
        m
    }
}

impl Sample for consumer_protocol_assignment::TopicPartition {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic = s.string();
        m.partitions = s.list(|s| s.i32());
        m
    }
}

impl Sample for consumer_protocol_subscription::ConsumerProtocolSubscription {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topics = s.list(|s| s.string());
        m.user_data = s.maybe(true, |s| s.bytes());
        if v >= 1 {
            m.owned_partitions = s.list(|s| consumer_protocol_subscription::TopicPartition::sample(s, v));
        }
        if v >= 2 {
            m.generation_id = s.i32();
        }
        if v >= 3 {
            m.rack_id = s.maybe(true, |s| s.string());
        }
        m
    }
}

impl Sample for consumer_protocol_subscription::TopicPartition {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic = s.string();
        m.partitions = s.list(|s| s.i32());
        m
    }
}

impl Sample for create_acls_request::CreateAclsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.creations = s.list(|s| create_acls_request::AclCreation::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_acls_request::AclCreation {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resource_type = s.i8();
        m.resource_name = s.string();
        m.resource_pattern_type = s.i8();
        m.principal = s.string();
        m.host = s.string();
        m.operation = s.i8();
        m.permission_type = s.i8();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_acls_response::CreateAclsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.results = s.list(|s| create_acls_response::AclCreationResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_acls_response::AclCreationResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_partitions_request::CreatePartitionsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topics = s.list(|s| create_partitions_request::CreatePartitionsTopic::sample(s, v));
        m.timeout_ms = s.i32();
        m.validate_only = s.bool();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_partitions_request::CreatePartitionsTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.count = s.i32();
        m.assignments = s
            .maybe(true, |s| s.list(|s| create_partitions_request::CreatePartitionsAssignment::sample(s, v)));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_partitions_request::CreatePartitionsAssignment {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.broker_ids = s.list(|s| s.i32());
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_partitions_response::CreatePartitionsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.results = s.list(|s| create_partitions_response::CreatePartitionsTopicResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_partitions_response::CreatePartitionsTopicResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_topics_request::CreateTopicsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topics = s.list(|s| create_topics_request::CreatableTopic::sample(s, v));
        m.timeout_ms = s.i32();
        m.validate_only = s.bool();
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_topics_request::CreatableTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.num_partitions = s.i32();
        m.replication_factor = s.i16();
        m.assignments = s.list(|s| create_topics_request::CreatableReplicaAssignment::sample(s, v));
        m.configs = s.list(|s| create_topics_request::CreatableTopicConfig::sample(s, v));
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_topics_request::CreatableReplicaAssignment {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.broker_ids = s.list(|s| s.i32());
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_topics_request::CreatableTopicConfig {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.value = s.maybe(true, |s| s.string());
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_topics_response::CreateTopicsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.topics = s.list(|s| create_topics_response::CreatableTopicResult::sample(s, v));
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_topics_response::CreatableTopicResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        if v >= 7 {
            m.topic_id = s.uuid();
        }
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        if v >= 5 && s.bool() {
            m.topic_config_error_code = s.i16();
        }
        if v >= 5 {
            m.num_partitions = s.i32();
        }
        if v >= 5 {
            m.replication_factor = s.i16();
        }
        if v >= 5 {
            m.configs =
                s.maybe(true, |s| s.list(|s| create_topics_response::CreatableTopicConfigs::sample(s, v)));
        }
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for create_topics_response::CreatableTopicConfigs {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.value = s.maybe(true, |s| s.string());
        m.read_only = s.bool();
        m.config_source = s.i8();
        m.is_sensitive = s.bool();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for delete_acls_request::DeleteAclsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.filters = s.list(|s| delete_acls_request::DeleteAclsFilter::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_acls_request::DeleteAclsFilter {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resource_type_filter = s.i8();
        m.resource_name_filter = s.maybe(true, |s| s.string());
        m.pattern_type_filter = s.i8();
        m.principal_filter = s.maybe(true, |s| s.string());
        m.host_filter = s.maybe(true, |s| s.string());
        m.operation = s.i8();
        m.permission_type = s.i8();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_acls_response::DeleteAclsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.filter_results = s.list(|s| delete_acls_response::DeleteAclsFilterResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_acls_response::DeleteAclsFilterResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.matching_acls = s.list(|s| delete_acls_response::DeleteAclsMatchingAcl::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_acls_response::DeleteAclsMatchingAcl {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.resource_type = s.i8();
        m.resource_name = s.string();
        m.pattern_type = s.i8();
        m.principal = s.string();
        m.host = s.string();
        m.operation = s.i8();
        m.permission_type = s.i8();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_records_request::DeleteRecordsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topics = s.list(|s| delete_records_request::DeleteRecordsTopic::sample(s, v));
        m.timeout_ms = s.i32();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_records_request::DeleteRecordsTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| delete_records_request::DeleteRecordsPartition::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_records_request::DeleteRecordsPartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.offset = s.i64();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_records_response::DeleteRecordsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.topics = s.list(|s| delete_records_response::DeleteRecordsTopicResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_records_response::DeleteRecordsTopicResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| delete_records_response::DeleteRecordsPartitionResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_records_response::DeleteRecordsPartitionResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.low_watermark = s.i64();
        m.error_code = s.i16();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_share_group_offsets_request::DeleteShareGroupOffsetsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.topics =
            s.list(|s| delete_share_group_offsets_request::DeleteShareGroupOffsetsRequestTopic::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for delete_share_group_offsets_request::DeleteShareGroupOffsetsRequestTopic {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for delete_share_group_offsets_response::DeleteShareGroupOffsetsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.responses = s.list(|s| {
            delete_share_group_offsets_response::DeleteShareGroupOffsetsResponseTopic::sample(s, v)
        });
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for delete_share_group_offsets_response::DeleteShareGroupOffsetsResponseTopic {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.topic_id = s.uuid();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for delete_topics_request::DeleteTopicsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 6 {
            m.topics = s.list(|s| delete_topics_request::DeleteTopicState::sample(s, v));
        }
        if v <= 5 {
            m.topic_names = s.list(|s| s.string());
        }
        m.timeout_ms = s.i32();
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_topics_request::DeleteTopicState {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.maybe(true, |s| s.string());
        m.topic_id = s.uuid();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for delete_topics_response::DeleteTopicsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.responses = s.list(|s| delete_topics_response::DeletableTopicResult::sample(s, v));
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for delete_topics_response::DeletableTopicResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.maybe(v >= 6, |s| s.string());
        if v >= 6 {
            m.topic_id = s.uuid();
        }
        m.error_code = s.i16();
        if v >= 5 {
            m.error_message = s.maybe(true, |s| s.string());
        }
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_acls_request::DescribeAclsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resource_type_filter = s.i8();
        m.resource_name_filter = s.maybe(true, |s| s.string());
        m.pattern_type_filter = s.i8();
        m.principal_filter = s.maybe(true, |s| s.string());
        m.host_filter = s.maybe(true, |s| s.string());
        m.operation = s.i8();
        m.permission_type = s.i8();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_acls_response::DescribeAclsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.resources = s.list(|s| describe_acls_response::DescribeAclsResource::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_acls_response::DescribeAclsResource {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resource_type = s.i8();
        m.resource_name = s.string();
        m.pattern_type = s.i8();
        m.acls = s.list(|s| describe_acls_response::AclDescription::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_acls_response::AclDescription {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.principal = s.string();
        m.host = s.string();
        m.operation = s.i8();
        m.permission_type = s.i8();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_client_quotas_request::DescribeClientQuotasRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.components = s.list(|s| describe_client_quotas_request::ComponentData::sample(s, v));
        m.strict = s.bool();
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_client_quotas_request::ComponentData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.entity_type = s.string();
        m.match_type = s.i8();
        m.match_ = s.maybe(true, |s| s.string());
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_client_quotas_response::DescribeClientQuotasResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.entries = s.maybe(true, |s| s.list(|s| describe_client_quotas_response::EntryData::sample(s, v)));
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_client_quotas_response::EntryData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.entity = s.list(|s| describe_client_quotas_response::EntityData::sample(s, v));
        m.values = s.list(|s| describe_client_quotas_response::ValueData::sample(s, v));
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_client_quotas_response::EntityData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.entity_type = s.string();
        m.entity_name = s.maybe(true, |s| s.string());
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_client_quotas_response::ValueData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.key = s.string();
        m.value = s.f64();
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_cluster_request::DescribeClusterRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.include_cluster_authorized_operations = s.bool();
        if v >= 1 {
            m.endpoint_type = s.i8();
        }
        if v >= 2 {
            m.include_fenced_brokers = s.bool();
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_cluster_response::DescribeClusterResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        if v >= 1 {
            m.endpoint_type = s.i8();
        }
        m.cluster_id = s.string();
        m.controller_id = s.i32();
        m.brokers = s.list(|s| describe_cluster_response::DescribeClusterBroker::sample(s, v));
        m.cluster_authorized_operations = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_cluster_response::DescribeClusterBroker {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.host = s.string();
        m.port = s.i32();
        m.rack = s.maybe(true, |s| s.string());
        if v >= 2 {
            m.is_fenced = s.bool();
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_configs_request::DescribeConfigsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resources = s.list(|s| describe_configs_request::DescribeConfigsResource::sample(s, v));
        m.include_synonyms = s.bool();
        if v >= 3 {
            m.include_documentation = s.bool();
        }
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_configs_request::DescribeConfigsResource {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resource_type = s.i8();
        m.resource_name = s.string();
        m.configuration_keys = s.maybe(true, |s| s.list(|s| s.string()));
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_configs_response::DescribeConfigsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.results = s.list(|s| describe_configs_response::DescribeConfigsResult::sample(s, v));
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_configs_response::DescribeConfigsResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.resource_type = s.i8();
        m.resource_name = s.string();
        m.configs = s.list(|s| describe_configs_response::DescribeConfigsResourceResult::sample(s, v));
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_configs_response::DescribeConfigsResourceResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.value = s.maybe(true, |s| s.string());
        m.read_only = s.bool();
        m.config_source = s.i8();
        m.is_sensitive = s.bool();
        m.synonyms = s.list(|s| describe_configs_response::DescribeConfigsSynonym::sample(s, v));
        if v >= 3 {
            m.config_type = s.i8();
        }
        if v >= 3 {
            m.documentation = s.maybe(true, |s| s.string());
        }
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_configs_response::DescribeConfigsSynonym {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.value = s.maybe(true, |s| s.string());
        m.source = s.i8();
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_groups_request::DescribeGroupsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.groups = s.list(|s| s.string());
        if v >= 3 {
            m.include_authorized_operations = s.bool();
        }
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_groups_response::DescribeGroupsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 1 {
            m.throttle_time_ms = s.i32();
        }
        m.groups = s.list(|s| describe_groups_response::DescribedGroup::sample(s, v));
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_groups_response::DescribedGroup {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        if v >= 6 {
            m.error_message = s.maybe(true, |s| s.string());
        }
        m.group_id = s.string();
        m.group_state = s.string();
        m.protocol_type = s.string();
        m.protocol_data = s.string();
        m.members = s.list(|s| describe_groups_response::DescribedGroupMember::sample(s, v));
        if v >= 3 {
            m.authorized_operations = s.i32();
        }
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_groups_response::DescribedGroupMember {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.member_id = s.string();
        if v >= 4 {
            m.group_instance_id = s.maybe(true, |s| s.string());
        }
        m.client_id = s.string();
        m.client_host = s.string();
        m.member_metadata = s.bytes();
        m.member_assignment = s.bytes();
        if v >= 5 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_log_dirs_request::DescribeLogDirsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topics =
            s.maybe(true, |s| s.list(|s| describe_log_dirs_request::DescribableLogDirTopic::sample(s, v)));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_log_dirs_request::DescribableLogDirTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic = s.string();
        m.partitions = s.list(|s| s.i32());
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_log_dirs_response::DescribeLogDirsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        if v >= 3 {
            m.error_code = s.i16();
        }
        m.results = s.list(|s| describe_log_dirs_response::DescribeLogDirsResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_log_dirs_response::DescribeLogDirsResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.log_dir = s.string();
        m.topics = s.list(|s| describe_log_dirs_response::DescribeLogDirsTopic::sample(s, v));
        if v >= 4 {
            m.total_bytes = s.i64();
        }
        if v >= 4 {
            m.usable_bytes = s.i64();
        }
        if v >= 5 {
            m.is_cordoned = s.bool();
        }
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_log_dirs_response::DescribeLogDirsTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| describe_log_dirs_response::DescribeLogDirsPartition::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_log_dirs_response::DescribeLogDirsPartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.partition_size = s.i64();
        m.offset_lag = s.i64();
        m.is_future_key = s.bool();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for describe_producers_request::DescribeProducersRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topics = s.list(|s| describe_producers_request::TopicRequest::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_producers_request::TopicRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partition_indexes = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_producers_response::DescribeProducersResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.topics = s.list(|s| describe_producers_response::TopicResponse::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_producers_response::TopicResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| describe_producers_response::PartitionResponse::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_producers_response::PartitionResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.active_producers = s.list(|s| describe_producers_response::ProducerState::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_producers_response::ProducerState {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.producer_id = s.i64();
        m.producer_epoch = s.i32();
        m.last_sequence = s.i32();
        m.last_timestamp = s.i64();
        m.coordinator_epoch = s.i32();
        m.current_txn_start_offset = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_quorum_request::DescribeQuorumRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topics = s.list(|s| describe_quorum_request::TopicData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_quorum_request::TopicData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.partitions = s.list(|s| describe_quorum_request::PartitionData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_quorum_request::PartitionData {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_quorum_response::DescribeQuorumResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        if v >= 2 {
            m.error_message = s.maybe(true, |s| s.string());
        }
        m.topics = s.list(|s| describe_quorum_response::TopicData::sample(s, v));
        if v >= 2 {
            m.nodes = s.list(|s| describe_quorum_response::Node::sample(s, v));
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_quorum_response::TopicData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.partitions = s.list(|s| describe_quorum_response::PartitionData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_quorum_response::PartitionData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        if v >= 2 {
            m.error_message = s.maybe(true, |s| s.string());
        }
        m.leader_id = s.i32();
        m.leader_epoch = s.i32();
        m.high_watermark = s.i64();
        m.current_voters = s.list(|s| describe_quorum_response::ReplicaState::sample(s, v));
        m.observers = s.list(|s| describe_quorum_response::ReplicaState::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_quorum_response::Node {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.node_id = s.i32();
        m.listeners = s.list(|s| describe_quorum_response::Listener::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_quorum_response::Listener {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.host = s.string();
        m.port = s.u16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_quorum_response::ReplicaState {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.replica_id = s.i32();
        if v >= 2 {
            m.replica_directory_id = s.uuid();
        }
        m.log_end_offset = s.i64();
        if v >= 1 {
            m.last_fetch_timestamp = s.i64();
        }
        if v >= 1 {
            m.last_caught_up_timestamp = s.i64();
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_share_group_offsets_request::DescribeShareGroupOffsetsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.groups = s.list(|s| {
            describe_share_group_offsets_request::DescribeShareGroupOffsetsRequestGroup::sample(s, v)
        });
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_share_group_offsets_request::DescribeShareGroupOffsetsRequestGroup {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.topics = s.maybe(true, |s| {
            s.list(|s| {
                describe_share_group_offsets_request::DescribeShareGroupOffsetsRequestTopic::sample(s, v)
            })
        });
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_share_group_offsets_request::DescribeShareGroupOffsetsRequestTopic {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.partitions = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_share_group_offsets_response::DescribeShareGroupOffsetsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.groups = s.list(|s| {
            describe_share_group_offsets_response::DescribeShareGroupOffsetsResponseGroup::sample(s, v)
        });
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_share_group_offsets_response::DescribeShareGroupOffsetsResponseGroup {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.topics = s.list(|s| {
            describe_share_group_offsets_response::DescribeShareGroupOffsetsResponseTopic::sample(s, v)
        });
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_share_group_offsets_response::DescribeShareGroupOffsetsResponseTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| {
            describe_share_group_offsets_response::DescribeShareGroupOffsetsResponsePartition::sample(s, v)
        });
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_share_group_offsets_response::DescribeShareGroupOffsetsResponsePartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.start_offset = s.i64();
        m.leader_epoch = s.i32();
        if v >= 1 {
            m.lag = s.i64();
        }
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_topic_partitions_request::DescribeTopicPartitionsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topics = s.list(|s| describe_topic_partitions_request::TopicRequest::sample(s, v));
        m.response_partition_limit = s.i32();
        m.cursor = s.maybe(true, |s| describe_topic_partitions_request::Cursor::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_topic_partitions_request::TopicRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_topic_partitions_request::Cursor {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.partition_index = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_topic_partitions_response::DescribeTopicPartitionsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.topics = s
            .list(|s| describe_topic_partitions_response::DescribeTopicPartitionsResponseTopic::sample(s, v));
        m.next_cursor = s.maybe(true, |s| describe_topic_partitions_response::Cursor::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_topic_partitions_response::DescribeTopicPartitionsResponseTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.name = s.maybe(true, |s| s.string());
        m.topic_id = s.uuid();
        m.is_internal = s.bool();
        m.partitions = s.list(|s| {
            describe_topic_partitions_response::DescribeTopicPartitionsResponsePartition::sample(s, v)
        });
        m.topic_authorized_operations = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_topic_partitions_response::DescribeTopicPartitionsResponsePartition {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.partition_index = s.i32();
        m.leader_id = s.i32();
        m.leader_epoch = s.i32();
        m.replica_nodes = s.list(|s| s.i32());
        m.isr_nodes = s.list(|s| s.i32());
        m.eligible_leader_replicas = s.maybe(true, |s| s.list(|s| s.i32()));
        m.last_known_elr = s.maybe(true, |s| s.list(|s| s.i32()));
        m.offline_replicas = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_topic_partitions_response::Cursor {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.partition_index = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_transactions_request::DescribeTransactionsRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.transactional_ids = s.list(|s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_transactions_response::DescribeTransactionsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.transaction_states = s.list(|s| describe_transactions_response::TransactionState::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_transactions_response::TransactionState {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.transactional_id = s.string();
        m.transaction_state = s.string();
        m.transaction_timeout_ms = s.i32();
        m.transaction_start_time_ms = s.i64();
        m.producer_id = s.i64();
        m.producer_epoch = s.i16();
        m.topics = s.list(|s| describe_transactions_response::TopicData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_transactions_response::TopicData {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic = s.string();
        m.partitions = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_user_scram_credentials_request::DescribeUserScramCredentialsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.users =
            s.maybe(true, |s| s.list(|s| describe_user_scram_credentials_request::UserName::sample(s, v)));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_user_scram_credentials_request::UserName {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_user_scram_credentials_response::DescribeUserScramCredentialsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.results = s.list(|s| {
            describe_user_scram_credentials_response::DescribeUserScramCredentialsResult::sample(s, v)
        });
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_user_scram_credentials_response::DescribeUserScramCredentialsResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.user = s.string();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.credential_infos =
            s.list(|s| describe_user_scram_credentials_response::CredentialInfo::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for describe_user_scram_credentials_response::CredentialInfo {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.mechanism = s.i8();
        m.iterations = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for elect_leaders_request::ElectLeadersRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 1 {
            m.election_type = s.i8();
        }
        m.topic_partitions =
            s.maybe(true, |s| s.list(|s| elect_leaders_request::TopicPartitions::sample(s, v)));
        m.timeout_ms = s.i32();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for elect_leaders_request::TopicPartitions {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic = s.string();
        m.partitions = s.list(|s| s.i32());
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for elect_leaders_response::ElectLeadersResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        if v >= 1 {
            m.error_code = s.i16();
        }
        m.replica_election_results = s.list(|s| elect_leaders_response::ReplicaElectionResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for elect_leaders_response::ReplicaElectionResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic = s.string();
        m.partition_result = s.list(|s| elect_leaders_response::PartitionResult::sample(s, v));
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for elect_leaders_response::PartitionResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_id = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for end_txn_request::EndTxnRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.transactional_id = s.string();
        m.producer_id = s.i64();
        m.producer_epoch = s.i16();
        m.committed = s.bool();
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for end_txn_response::EndTxnResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        if v >= 5 {
            m.producer_id = s.i64();
        }
        if v >= 5 {
            m.producer_epoch = s.i16();
        }
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for envelope_request::EnvelopeRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.request_data = s.bytes();
        m.request_principal = s.maybe(true, |s| s.bytes());
        m.client_host_address = s.bytes();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for envelope_response::EnvelopeResponse {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.response_data = s.maybe(true, |s| s.bytes());
        m.error_code = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_request::FetchRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 12 && s.bool() {
            m.cluster_id = s.maybe(true, |s| s.string());
        }
        if v <= 14 {
            m.replica_id = s.i32();
        }
        if v >= 15 && s.bool() {
            m.replica_state = fetch_request::ReplicaState::sample(s, v);
        }
        m.max_wait_ms = s.i32();
        m.min_bytes = s.i32();
        m.max_bytes = s.i32();
        m.isolation_level = s.i8();
        if v >= 7 {
            m.session_id = s.i32();
        }
        if v >= 7 {
            m.session_epoch = s.i32();
        }
        m.topics = s.list(|s| fetch_request::FetchTopic::sample(s, v));
        if v >= 7 {
            m.forgotten_topics_data = s.list(|s| fetch_request::ForgottenTopic::sample(s, v));
        }
        if v >= 11 {
            m.rack_id = s.string();
        }
        if v >= 12 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for fetch_request::ReplicaState {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.replica_id = s.i32();
        m.replica_epoch = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_request::FetchTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 12 {
            m.topic = s.string();
        }
        if v >= 13 {
            m.topic_id = s.uuid();
        }
        m.partitions = s.list(|s| fetch_request::FetchPartition::sample(s, v));
        if v >= 12 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for fetch_request::FetchPartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition = s.i32();
        if v >= 9 {
            m.current_leader_epoch = s.i32();
        }
        m.fetch_offset = s.i64();
        if v >= 12 {
            m.last_fetched_epoch = s.i32();
        }
        if v >= 5 {
            m.log_start_offset = s.i64();
        }
        m.partition_max_bytes = s.i32();
        if v >= 17 && s.bool() {
            m.replica_directory_id = s.uuid();
        }
        if v >= 18 && s.bool() {
            m.high_watermark = s.i64();
        }
        if v >= 12 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for fetch_request::ForgottenTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 12 {
            m.topic = s.string();
        }
        if v >= 13 {
            m.topic_id = s.uuid();
        }
        m.partitions = s.list(|s| s.i32());
        if v >= 12 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for fetch_response::FetchResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        if v >= 7 {
            m.error_code = s.i16();
        }
        if v >= 7 {
            m.session_id = s.i32();
        }
        m.responses = s.list(|s| fetch_response::FetchableTopicResponse::sample(s, v));
        if v >= 16 && s.bool() {
            m.node_endpoints = s.list(|s| fetch_response::NodeEndpoint::sample(s, v));
        }
        if v >= 12 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for fetch_response::FetchableTopicResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 12 {
            m.topic = s.string();
        }
        if v >= 13 {
            m.topic_id = s.uuid();
        }
        m.partitions = s.list(|s| fetch_response::PartitionData::sample(s, v));
        if v >= 12 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for fetch_response::PartitionData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.high_watermark = s.i64();
        m.last_stable_offset = s.i64();
        if v >= 5 {
            m.log_start_offset = s.i64();
        }
        if v >= 12 && s.bool() {
            m.diverging_epoch = fetch_response::EpochEndOffset::sample(s, v);
        }
        if v >= 12 && s.bool() {
            m.current_leader = fetch_response::LeaderIdAndEpoch::sample(s, v);
        }
        if v >= 12 && s.bool() {
            m.snapshot_id = fetch_response::SnapshotId::sample(s, v);
        }
        m.aborted_transactions =
            s.maybe(true, |s| s.list(|s| fetch_response::AbortedTransaction::sample(s, v)));
        if v >= 11 {
            m.preferred_read_replica = s.i32();
        }
        m.records = s.maybe(true, |s| s.bytes());
        if v >= 12 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for fetch_response::EpochEndOffset {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.epoch = s.i32();
        m.end_offset = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_response::LeaderIdAndEpoch {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.leader_id = s.i32();
        m.leader_epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_response::SnapshotId {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.end_offset = s.i64();
        m.epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_response::AbortedTransaction {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.producer_id = s.i64();
        m.first_offset = s.i64();
        if v >= 12 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for fetch_response::NodeEndpoint {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.node_id = s.i32();
        m.host = s.string();
        m.port = s.i32();
        m.rack = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_request::FetchSnapshotRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if s.bool() {
            m.cluster_id = s.maybe(true, |s| s.string());
        }
        m.replica_id = s.i32();
        m.max_bytes = s.i32();
        m.topics = s.list(|s| fetch_snapshot_request::TopicSnapshot::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_request::TopicSnapshot {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| fetch_snapshot_request::PartitionSnapshot::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_request::PartitionSnapshot {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition = s.i32();
        m.current_leader_epoch = s.i32();
        m.snapshot_id = fetch_snapshot_request::SnapshotId::sample(s, v);
        m.position = s.i64();
        if v >= 1 && s.bool() {
            m.replica_directory_id = s.uuid();
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_request::SnapshotId {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.end_offset = s.i64();
        m.epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_response::FetchSnapshotResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.topics = s.list(|s| fetch_snapshot_response::TopicSnapshot::sample(s, v));
        if v >= 1 && s.bool() {
            m.node_endpoints = s.list(|s| fetch_snapshot_response::NodeEndpoint::sample(s, v));
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_response::TopicSnapshot {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| fetch_snapshot_response::PartitionSnapshot::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_response::PartitionSnapshot {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.index = s.i32();
        m.error_code = s.i16();
        m.snapshot_id = fetch_snapshot_response::SnapshotId::sample(s, v);
        if s.bool() {
            m.current_leader = fetch_snapshot_response::LeaderIdAndEpoch::sample(s, v);
        }
        m.size = s.i64();
        m.position = s.i64();
        m.unaligned_records = s.maybe(false, |s| s.bytes());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_response::SnapshotId {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.end_offset = s.i64();
        m.epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_response::LeaderIdAndEpoch {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.leader_id = s.i32();
        m.leader_epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fetch_snapshot_response::NodeEndpoint {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.node_id = s.i32();
        m.host = s.string();
        m.port = s.u16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for find_coordinator_request::FindCoordinatorRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 3 {
            m.key = s.string();
        }
        if v >= 1 {
            m.key_type = s.i8();
        }
        if v >= 4 {
            m.coordinator_keys = s.list(|s| s.string());
        }
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for find_coordinator_response::FindCoordinatorResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 1 {
            m.throttle_time_ms = s.i32();
        }
        if v <= 3 {
            m.error_code = s.i16();
        }
        if (1..=3).contains(&v) {
            m.error_message = s.maybe(true, |s| s.string());
        }
        if v <= 3 {
            m.node_id = s.i32();
        }
        if v <= 3 {
            m.host = s.string();
        }
        if v <= 3 {
            m.port = s.i32();
        }
        if v >= 4 {
            m.coordinators = s.list(|s| find_coordinator_response::Coordinator::sample(s, v));
        }
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for find_coordinator_response::Coordinator {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.key = s.string();
        m.node_id = s.i32();
        m.host = s.string();
        m.port = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for incremental_alter_configs_request::IncrementalAlterConfigsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resources = s.list(|s| incremental_alter_configs_request::AlterConfigsResource::sample(s, v));
        m.validate_only = s.bool();
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for incremental_alter_configs_request::AlterConfigsResource {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resource_type = s.i8();
        m.resource_name = s.string();
        m.configs = s.list(|s| incremental_alter_configs_request::AlterableConfig::sample(s, v));
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for incremental_alter_configs_request::AlterableConfig {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.config_operation = s.i8();
        m.value = s.maybe(true, |s| s.string());
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for incremental_alter_configs_response::IncrementalAlterConfigsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.responses =
            s.list(|s| incremental_alter_configs_response::AlterConfigsResourceResponse::sample(s, v));
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for incremental_alter_configs_response::AlterConfigsResourceResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.resource_type = s.i8();
        m.resource_name = s.string();
        if v >= 1 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for init_producer_id_request::InitProducerIdRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.transactional_id = s.maybe(true, |s| s.string());
        m.transaction_timeout_ms = s.i32();
        if v >= 3 {
            m.producer_id = s.i64();
        }
        if v >= 3 {
            m.producer_epoch = s.i16();
        }
        if v >= 6 {
            m.enable2_pc = s.bool();
        }
        if v >= 6 {
            m.keep_prepared_txn = s.bool();
        }
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for init_producer_id_response::InitProducerIdResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.producer_id = s.i64();
        m.producer_epoch = s.i16();
        if v >= 6 {
            m.ongoing_txn_producer_id = s.i64();
        }
        if v >= 6 {
            m.ongoing_txn_producer_epoch = s.i16();
        }
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for join_group_request::JoinGroupRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.session_timeout_ms = s.i32();
        if v >= 1 {
            m.rebalance_timeout_ms = s.i32();
        }
        m.member_id = s.string();
        if v >= 5 {
            m.group_instance_id = s.maybe(true, |s| s.string());
        }
        m.protocol_type = s.string();
        m.protocols = s.list(|s| join_group_request::JoinGroupRequestProtocol::sample(s, v));
        if v >= 8 {
            m.reason = s.maybe(true, |s| s.string());
        }
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for join_group_request::JoinGroupRequestProtocol {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.metadata = s.bytes();
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for join_group_response::JoinGroupResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 2 {
            m.throttle_time_ms = s.i32();
        }
        m.error_code = s.i16();
        m.generation_id = s.i32();
        if v >= 7 {
            m.protocol_type = s.maybe(true, |s| s.string());
        }
        m.protocol_name = s.maybe(v >= 7, |s| s.string());
        m.leader = s.string();
        if v >= 9 {
            m.skip_assignment = s.bool();
        }
        m.member_id = s.string();
        m.members = s.list(|s| join_group_response::JoinGroupResponseMember::sample(s, v));
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for join_group_response::JoinGroupResponseMember {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.member_id = s.string();
        if v >= 5 {
            m.group_instance_id = s.maybe(true, |s| s.string());
        }
        m.metadata = s.bytes();
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_config_resources_request::ListConfigResourcesRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 1 {
            m.resource_types = s.list(|s| s.i8());
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_config_resources_response::ListConfigResourcesResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.config_resources = s.list(|s| list_config_resources_response::ConfigResource::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_config_resources_response::ConfigResource {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.resource_name = s.string();
        if v >= 1 {
            m.resource_type = s.i8();
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_groups_request::ListGroupsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 4 {
            m.states_filter = s.list(|s| s.string());
        }
        if v >= 5 {
            m.types_filter = s.list(|s| s.string());
        }
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_groups_response::ListGroupsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 1 {
            m.throttle_time_ms = s.i32();
        }
        m.error_code = s.i16();
        m.groups = s.list(|s| list_groups_response::ListedGroup::sample(s, v));
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_groups_response::ListedGroup {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.protocol_type = s.string();
        if v >= 4 {
            m.group_state = s.string();
        }
        if v >= 5 {
            m.group_type = s.string();
        }
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_offsets_request::ListOffsetsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.replica_id = s.i32();
        if v >= 2 {
            m.isolation_level = s.i8();
        }
        m.topics = s.list(|s| list_offsets_request::ListOffsetsTopic::sample(s, v));
        if v >= 10 {
            m.timeout_ms = s.i32();
        }
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_offsets_request::ListOffsetsTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| list_offsets_request::ListOffsetsPartition::sample(s, v));
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_offsets_request::ListOffsetsPartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        if v >= 4 {
            m.current_leader_epoch = s.i32();
        }
        m.timestamp = s.i64();
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_offsets_response::ListOffsetsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 2 {
            m.throttle_time_ms = s.i32();
        }
        m.topics = s.list(|s| list_offsets_response::ListOffsetsTopicResponse::sample(s, v));
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_offsets_response::ListOffsetsTopicResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| list_offsets_response::ListOffsetsPartitionResponse::sample(s, v));
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_offsets_response::ListOffsetsPartitionResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.timestamp = s.i64();
        m.offset = s.i64();
        if v >= 4 {
            m.leader_epoch = s.i32();
        }
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for list_partition_reassignments_request::ListPartitionReassignmentsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.timeout_ms = s.i32();
        m.topics = s.maybe(true, |s| {
            s.list(|s| list_partition_reassignments_request::ListPartitionReassignmentsTopics::sample(s, v))
        });
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_partition_reassignments_request::ListPartitionReassignmentsTopics {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partition_indexes = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_partition_reassignments_response::ListPartitionReassignmentsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.topics = s.list(|s| list_partition_reassignments_response::OngoingTopicReassignment::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_partition_reassignments_response::OngoingTopicReassignment {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions =
            s.list(|s| list_partition_reassignments_response::OngoingPartitionReassignment::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_partition_reassignments_response::OngoingPartitionReassignment {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.replicas = s.list(|s| s.i32());
        m.adding_replicas = s.list(|s| s.i32());
        m.removing_replicas = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_transactions_request::ListTransactionsRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.state_filters = s.list(|s| s.string());
        m.producer_id_filters = s.list(|s| s.i64());
        if v >= 1 {
            m.duration_filter = s.i64();
        }
        if v >= 2 {
            m.transactional_id_pattern = s.maybe(true, |s| s.string());
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_transactions_response::ListTransactionsResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.unknown_state_filters = s.list(|s| s.string());
        m.transaction_states = s.list(|s| list_transactions_response::TransactionState::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for list_transactions_response::TransactionState {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.transactional_id = s.string();
        m.producer_id = s.i64();
        m.transaction_state = s.string();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for metadata_request::MetadataRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topics = s.maybe(v >= 1, |s| s.list(|s| metadata_request::MetadataRequestTopic::sample(s, v)));
        if v >= 4 {
            m.allow_auto_topic_creation = s.bool();
        }
        if (8..=10).contains(&v) {
            m.include_cluster_authorized_operations = s.bool();
        }
        if v >= 8 {
            m.include_topic_authorized_operations = s.bool();
        }
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for metadata_request::MetadataRequestTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 10 {
            m.topic_id = s.uuid();
        }
        m.name = s.maybe(v >= 10, |s| s.string());
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for metadata_response::MetadataResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 3 {
            m.throttle_time_ms = s.i32();
        }
        m.brokers = s.list(|s| metadata_response::MetadataResponseBroker::sample(s, v));
        if v >= 2 {
            m.cluster_id = s.maybe(true, |s| s.string());
        }
        if v >= 1 {
            m.controller_id = s.i32();
        }
        m.topics = s.list(|s| metadata_response::MetadataResponseTopic::sample(s, v));
        if (8..=10).contains(&v) {
            m.cluster_authorized_operations = s.i32();
        }
        if v >= 13 {
            m.error_code = s.i16();
        }
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for metadata_response::MetadataResponseBroker {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.node_id = s.i32();
        m.host = s.string();
        m.port = s.i32();
        if v >= 1 {
            m.rack = s.maybe(true, |s| s.string());
        }
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for metadata_response::MetadataResponseTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.name = s.maybe(v >= 12, |s| s.string());
        if v >= 10 {
            m.topic_id = s.uuid();
        }
        if v >= 1 {
            m.is_internal = s.bool();
        }
        m.partitions = s.list(|s| metadata_response::MetadataResponsePartition::sample(s, v));
        if v >= 8 {
            m.topic_authorized_operations = s.i32();
        }
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for metadata_response::MetadataResponsePartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.partition_index = s.i32();
        m.leader_id = s.i32();
        if v >= 7 {
            m.leader_epoch = s.i32();
        }
        m.replica_nodes = s.list(|s| s.i32());
        m.isr_nodes = s.list(|s| s.i32());
        if v >= 5 {
            m.offline_replicas = s.list(|s| s.i32());
        }
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_commit_request::OffsetCommitRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.generation_id_or_member_epoch = s.i32();
        m.member_id = s.string();
        if v >= 7 {
            m.group_instance_id = s.maybe(true, |s| s.string());
        }
        if v <= 4 {
            m.retention_time_ms = s.i64();
        }
        m.topics = s.list(|s| offset_commit_request::OffsetCommitRequestTopic::sample(s, v));
        if v >= 8 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_commit_request::OffsetCommitRequestTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 9 {
            m.name = s.string();
        }
        if v >= 10 {
            m.topic_id = s.uuid();
        }
        m.partitions = s.list(|s| offset_commit_request::OffsetCommitRequestPartition::sample(s, v));
        if v >= 8 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_commit_request::OffsetCommitRequestPartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.committed_offset = s.i64();
        if v >= 6 {
            m.committed_leader_epoch = s.i32();
        }
        m.committed_metadata = s.maybe(true, |s| s.string());
        if v >= 8 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_commit_response::OffsetCommitResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 3 {
            m.throttle_time_ms = s.i32();
        }
        m.topics = s.list(|s| offset_commit_response::OffsetCommitResponseTopic::sample(s, v));
        if v >= 8 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_commit_response::OffsetCommitResponseTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 9 {
            m.name = s.string();
        }
        if v >= 10 {
            m.topic_id = s.uuid();
        }
        m.partitions = s.list(|s| offset_commit_response::OffsetCommitResponsePartition::sample(s, v));
        if v >= 8 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_commit_response::OffsetCommitResponsePartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        if v >= 8 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_delete_request::OffsetDeleteRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.topics = s.list(|s| offset_delete_request::OffsetDeleteRequestTopic::sample(s, v));
        m
    }
}

impl Sample for offset_delete_request::OffsetDeleteRequestTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| offset_delete_request::OffsetDeleteRequestPartition::sample(s, v));
        m
    }
}

impl Sample for offset_delete_request::OffsetDeleteRequestPartition {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m
    }
}

impl Sample for offset_delete_response::OffsetDeleteResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.throttle_time_ms = s.i32();
        m.topics = s.list(|s| offset_delete_response::OffsetDeleteResponseTopic::sample(s, v));
        m
    }
}

impl Sample for offset_delete_response::OffsetDeleteResponseTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| offset_delete_response::OffsetDeleteResponsePartition::sample(s, v));
        m
    }
}

impl Sample for offset_delete_response::OffsetDeleteResponsePartition {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m
    }
}

impl Sample for offset_fetch_request::OffsetFetchRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 7 {
            m.group_id = s.string();
        }
        if v <= 7 {
            m.topics =
                s.maybe(v >= 2, |s| s.list(|s| offset_fetch_request::OffsetFetchRequestTopic::sample(s, v)));
        }
        if v >= 8 {
            m.groups = s.list(|s| offset_fetch_request::OffsetFetchRequestGroup::sample(s, v));
        }
        if v >= 7 {
            m.require_stable = s.bool();
        }
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_fetch_request::OffsetFetchRequestTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partition_indexes = s.list(|s| s.i32());
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_fetch_request::OffsetFetchRequestGroup {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        if v >= 9 {
            m.member_id = s.maybe(true, |s| s.string());
        }
        if v >= 9 {
            m.member_epoch = s.i32();
        }
        m.topics =
            s.maybe(true, |s| s.list(|s| offset_fetch_request::OffsetFetchRequestTopics::sample(s, v)));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for offset_fetch_request::OffsetFetchRequestTopics {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 9 {
            m.name = s.string();
        }
        if v >= 10 {
            m.topic_id = s.uuid();
        }
        m.partition_indexes = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for offset_fetch_response::OffsetFetchResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 3 {
            m.throttle_time_ms = s.i32();
        }
        if v <= 7 {
            m.topics = s.list(|s| offset_fetch_response::OffsetFetchResponseTopic::sample(s, v));
        }
        if (2..=7).contains(&v) {
            m.error_code = s.i16();
        }
        if v >= 8 {
            m.groups = s.list(|s| offset_fetch_response::OffsetFetchResponseGroup::sample(s, v));
        }
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_fetch_response::OffsetFetchResponseTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| offset_fetch_response::OffsetFetchResponsePartition::sample(s, v));
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_fetch_response::OffsetFetchResponsePartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.committed_offset = s.i64();
        if v >= 5 {
            m.committed_leader_epoch = s.i32();
        }
        m.metadata = s.maybe(true, |s| s.string());
        m.error_code = s.i16();
        if v >= 6 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_fetch_response::OffsetFetchResponseGroup {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.topics = s.list(|s| offset_fetch_response::OffsetFetchResponseTopics::sample(s, v));
        m.error_code = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for offset_fetch_response::OffsetFetchResponseTopics {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 9 {
            m.name = s.string();
        }
        if v >= 10 {
            m.topic_id = s.uuid();
        }
        m.partitions = s.list(|s| offset_fetch_response::OffsetFetchResponsePartitions::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for offset_fetch_response::OffsetFetchResponsePartitions {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.committed_offset = s.i64();
        m.committed_leader_epoch = s.i32();
        m.metadata = s.maybe(true, |s| s.string());
        m.error_code = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for offset_for_leader_epoch_request::OffsetForLeaderEpochRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 3 {
            m.replica_id = s.i32();
        }
        m.topics = s.list(|s| offset_for_leader_epoch_request::OffsetForLeaderTopic::sample(s, v));
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_for_leader_epoch_request::OffsetForLeaderTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic = s.string();
        m.partitions = s.list(|s| offset_for_leader_epoch_request::OffsetForLeaderPartition::sample(s, v));
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_for_leader_epoch_request::OffsetForLeaderPartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition = s.i32();
        m.current_leader_epoch = s.i32();
        m.leader_epoch = s.i32();
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_for_leader_epoch_response::OffsetForLeaderEpochResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.topics = s.list(|s| offset_for_leader_epoch_response::OffsetForLeaderTopicResult::sample(s, v));
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_for_leader_epoch_response::OffsetForLeaderTopicResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic = s.string();
        m.partitions = s.list(|s| offset_for_leader_epoch_response::EpochEndOffset::sample(s, v));
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for offset_for_leader_epoch_response::EpochEndOffset {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.partition = s.i32();
        m.leader_epoch = s.i32();
        m.end_offset = s.i64();
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for produce_request::ProduceRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.transactional_id = s.maybe(true, |s| s.string());
        m.acks = s.i16();
        m.timeout_ms = s.i32();
        m.topic_data = s.list(|s| produce_request::TopicProduceData::sample(s, v));
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for produce_request::TopicProduceData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 12 {
            m.name = s.string();
        }
        if v >= 13 {
            m.topic_id = s.uuid();
        }
        m.partition_data = s.list(|s| produce_request::PartitionProduceData::sample(s, v));
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for produce_request::PartitionProduceData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.index = s.i32();
        m.records = s.maybe(true, |s| s.bytes());
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for produce_response::ProduceResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.responses = s.list(|s| produce_response::TopicProduceResponse::sample(s, v));
        m.throttle_time_ms = s.i32();
        if v >= 10 && s.bool() {
            m.node_endpoints = s.list(|s| produce_response::NodeEndpoint::sample(s, v));
        }
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for produce_response::TopicProduceResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 12 {
            m.name = s.string();
        }
        if v >= 13 {
            m.topic_id = s.uuid();
        }
        m.partition_responses = s.list(|s| produce_response::PartitionProduceResponse::sample(s, v));
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for produce_response::PartitionProduceResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.index = s.i32();
        m.error_code = s.i16();
        m.base_offset = s.i64();
        m.log_append_time_ms = s.i64();
        if v >= 5 {
            m.log_start_offset = s.i64();
        }
        if v >= 8 {
            m.record_errors = s.list(|s| produce_response::BatchIndexAndErrorMessage::sample(s, v));
        }
        if v >= 8 {
            m.error_message = s.maybe(true, |s| s.string());
        }
        if v >= 10 && s.bool() {
            m.current_leader = produce_response::LeaderIdAndEpoch::sample(s, v);
        }
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for produce_response::BatchIndexAndErrorMessage {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.batch_index = s.i32();
        m.batch_index_error_message = s.maybe(true, |s| s.string());
        if v >= 9 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for produce_response::LeaderIdAndEpoch {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.leader_id = s.i32();
        m.leader_epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for produce_response::NodeEndpoint {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.node_id = s.i32();
        m.host = s.string();
        m.port = s.i32();
        m.rack = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for sasl_authenticate_request::SaslAuthenticateRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.auth_bytes = s.bytes();
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for sasl_authenticate_response::SaslAuthenticateResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.auth_bytes = s.bytes();
        if v >= 1 {
            m.session_lifetime_ms = s.i64();
        }
        if v >= 2 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for sasl_handshake_request::SaslHandshakeRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.mechanism = s.string();
        m
    }
}

impl Sample for sasl_handshake_response::SaslHandshakeResponse {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.mechanisms = s.list(|s| s.string());
        m
    }
}

impl Sample for share_acknowledge_request::ShareAcknowledgeRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.maybe(true, |s| s.string());
        m.member_id = s.maybe(true, |s| s.string());
        m.share_session_epoch = s.i32();
        if v >= 2 {
            m.is_renew_ack = s.bool();
        }
        m.topics = s.list(|s| share_acknowledge_request::AcknowledgeTopic::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_acknowledge_request::AcknowledgeTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| share_acknowledge_request::AcknowledgePartition::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_acknowledge_request::AcknowledgePartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.acknowledgement_batches = s.list(|s| share_acknowledge_request::AcknowledgementBatch::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_acknowledge_request::AcknowledgementBatch {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.first_offset = s.i64();
        m.last_offset = s.i64();
        m.acknowledge_types = s.list(|s| s.i8());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_acknowledge_response::ShareAcknowledgeResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        if v >= 2 {
            m.acquisition_lock_timeout_ms = s.i32();
        }
        m.responses = s.list(|s| share_acknowledge_response::ShareAcknowledgeTopicResponse::sample(s, v));
        m.node_endpoints = s.list(|s| share_acknowledge_response::NodeEndpoint::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_acknowledge_response::ShareAcknowledgeTopicResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| share_acknowledge_response::PartitionData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_acknowledge_response::PartitionData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.current_leader = share_acknowledge_response::LeaderIdAndEpoch::sample(s, v);
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_acknowledge_response::LeaderIdAndEpoch {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.leader_id = s.i32();
        m.leader_epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_acknowledge_response::NodeEndpoint {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.node_id = s.i32();
        m.host = s.string();
        m.port = s.i32();
        m.rack = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_request::ShareFetchRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.maybe(true, |s| s.string());
        m.member_id = s.maybe(true, |s| s.string());
        m.share_session_epoch = s.i32();
        m.max_wait_ms = s.i32();
        m.min_bytes = s.i32();
        m.max_bytes = s.i32();
        m.max_records = s.i32();
        m.batch_size = s.i32();
        if v >= 2 {
            m.share_acquire_mode = s.i8();
        }
        if v >= 2 {
            m.is_renew_ack = s.bool();
        }
        m.topics = s.list(|s| share_fetch_request::FetchTopic::sample(s, v));
        m.forgotten_topics_data = s.list(|s| share_fetch_request::ForgottenTopic::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_request::FetchTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| share_fetch_request::FetchPartition::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_request::FetchPartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.acknowledgement_batches = s.list(|s| share_fetch_request::AcknowledgementBatch::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_request::AcknowledgementBatch {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.first_offset = s.i64();
        m.last_offset = s.i64();
        m.acknowledge_types = s.list(|s| s.i8());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_request::ForgottenTopic {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_response::ShareFetchResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.acquisition_lock_timeout_ms = s.i32();
        m.responses = s.list(|s| share_fetch_response::ShareFetchableTopicResponse::sample(s, v));
        m.node_endpoints = s.list(|s| share_fetch_response::NodeEndpoint::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_response::ShareFetchableTopicResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| share_fetch_response::PartitionData::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_response::PartitionData {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.acknowledge_error_code = s.i16();
        m.acknowledge_error_message = s.maybe(true, |s| s.string());
        m.current_leader = share_fetch_response::LeaderIdAndEpoch::sample(s, v);
        m.records = s.maybe(false, |s| s.bytes());
        m.acquired_records = s.list(|s| share_fetch_response::AcquiredRecords::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_response::LeaderIdAndEpoch {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.leader_id = s.i32();
        m.leader_epoch = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_response::AcquiredRecords {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.first_offset = s.i64();
        m.last_offset = s.i64();
        m.delivery_count = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_fetch_response::NodeEndpoint {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.node_id = s.i32();
        m.host = s.string();
        m.port = s.i32();
        m.rack = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_describe_request::ShareGroupDescribeRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.group_ids = s.list(|s| s.string());
        m.include_authorized_operations = s.bool();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_describe_response::ShareGroupDescribeResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.groups = s.list(|s| share_group_describe_response::DescribedGroup::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_describe_response::DescribedGroup {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.group_id = s.string();
        m.group_state = s.string();
        m.group_epoch = s.i32();
        m.assignment_epoch = s.i32();
        m.assignor_name = s.string();
        m.members = s.list(|s| share_group_describe_response::Member::sample(s, v));
        m.authorized_operations = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_describe_response::Member {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.member_id = s.string();
        m.rack_id = s.maybe(true, |s| s.string());
        m.member_epoch = s.i32();
        m.client_id = s.string();
        m.client_host = s.string();
        m.subscribed_topic_names = s.list(|s| s.string());
        m.assignment = share_group_describe_response::Assignment::sample(s, v);
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_describe_response::TopicPartitions {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.topic_name = s.string();
        m.partitions = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_describe_response::Assignment {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_partitions = s.list(|s| share_group_describe_response::TopicPartitions::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_heartbeat_request::ShareGroupHeartbeatRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.member_id = s.string();
        m.member_epoch = s.i32();
        m.rack_id = s.maybe(true, |s| s.string());
        m.subscribed_topic_names = s.maybe(true, |s| s.list(|s| s.string()));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_heartbeat_response::ShareGroupHeartbeatResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.member_id = s.maybe(true, |s| s.string());
        m.member_epoch = s.i32();
        m.heartbeat_interval_ms = s.i32();
        m.assignment = s.maybe(true, |s| share_group_heartbeat_response::Assignment::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_heartbeat_response::Assignment {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.topic_partitions = s.list(|s| share_group_heartbeat_response::TopicPartitions::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for share_group_heartbeat_response::TopicPartitions {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.partitions = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for sync_group_request::SyncGroupRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.group_id = s.string();
        m.generation_id = s.i32();
        m.member_id = s.string();
        if v >= 3 {
            m.group_instance_id = s.maybe(true, |s| s.string());
        }
        if v >= 5 {
            m.protocol_type = s.maybe(true, |s| s.string());
        }
        if v >= 5 {
            m.protocol_name = s.maybe(true, |s| s.string());
        }
        m.assignments = s.list(|s| sync_group_request::SyncGroupRequestAssignment::sample(s, v));
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for sync_group_request::SyncGroupRequestAssignment {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.member_id = s.string();
        m.assignment = s.bytes();
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for sync_group_response::SyncGroupResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v >= 1 {
            m.throttle_time_ms = s.i32();
        }
        m.error_code = s.i16();
        if v >= 5 {
            m.protocol_type = s.maybe(true, |s| s.string());
        }
        if v >= 5 {
            m.protocol_name = s.maybe(true, |s| s.string());
        }
        m.assignment = s.bytes();
        if v >= 4 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for txn_offset_commit_request::TxnOffsetCommitRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.transactional_id = s.string();
        m.group_id = s.string();
        m.producer_id = s.i64();
        m.producer_epoch = s.i16();
        if v >= 3 {
            m.generation_id_or_member_epoch = s.i32();
        }
        if v >= 3 {
            m.member_id = s.string();
        }
        if v >= 3 {
            m.group_instance_id = s.maybe(true, |s| s.string());
        }
        m.topics = s.list(|s| txn_offset_commit_request::TxnOffsetCommitRequestTopic::sample(s, v));
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for txn_offset_commit_request::TxnOffsetCommitRequestTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 5 {
            m.name = s.string();
        }
        if v >= 6 {
            m.topic_id = s.uuid();
        }
        m.partitions = s.list(|s| txn_offset_commit_request::TxnOffsetCommitRequestPartition::sample(s, v));
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for txn_offset_commit_request::TxnOffsetCommitRequestPartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.committed_offset = s.i64();
        if v >= 2 {
            m.committed_leader_epoch = s.i32();
        }
        m.committed_metadata = s.maybe(true, |s| s.string());
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for txn_offset_commit_response::TxnOffsetCommitResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.topics = s.list(|s| txn_offset_commit_response::TxnOffsetCommitResponseTopic::sample(s, v));
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for txn_offset_commit_response::TxnOffsetCommitResponseTopic {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        if v <= 5 {
            m.name = s.string();
        }
        if v >= 6 {
            m.topic_id = s.uuid();
        }
        m.partitions = s.list(|s| txn_offset_commit_response::TxnOffsetCommitResponsePartition::sample(s, v));
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for txn_offset_commit_response::TxnOffsetCommitResponsePartition {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        if v >= 3 {
            m.unknown_tags = s.tags();
        }
        m
    }
}

impl Sample for unregister_broker_request::UnregisterBrokerRequest {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for unregister_broker_response::UnregisterBrokerResponse {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.throttle_time_ms = s.i32();
        m.error_code = s.i16();
        m.error_message = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for write_txn_markers_request::WriteTxnMarkersRequest {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.markers = s.list(|s| write_txn_markers_request::WritableTxnMarker::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for write_txn_markers_request::WritableTxnMarker {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.producer_id = s.i64();
        m.producer_epoch = s.i16();
        m.transaction_result = s.bool();
        m.topics = s.list(|s| write_txn_markers_request::WritableTxnMarkerTopic::sample(s, v));
        m.coordinator_epoch = s.i32();
        if v >= 2 {
            m.transaction_version = s.i8();
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for write_txn_markers_request::WritableTxnMarkerTopic {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partition_indexes = s.list(|s| s.i32());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for write_txn_markers_response::WriteTxnMarkersResponse {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.markers = s.list(|s| write_txn_markers_response::WritableTxnMarkerResult::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for write_txn_markers_response::WritableTxnMarkerResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.producer_id = s.i64();
        m.topics = s.list(|s| write_txn_markers_response::WritableTxnMarkerTopicResult::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for write_txn_markers_response::WritableTxnMarkerTopicResult {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.partitions = s.list(|s| write_txn_markers_response::WritableTxnMarkerPartitionResult::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for write_txn_markers_response::WritableTxnMarkerPartitionResult {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.partition_index = s.i32();
        m.error_code = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for register_broker_record::RegisterBrokerRecord {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        if v >= 2 {
            m.is_migrating_zk_broker = s.bool();
        }
        m.incarnation_id = s.uuid();
        m.broker_epoch = s.i64();
        m.end_points = s.list(|s| register_broker_record::BrokerEndpoint::sample(s, v));
        m.features = s.list(|s| register_broker_record::BrokerFeature::sample(s, v));
        m.rack = s.maybe(true, |s| s.string());
        m.fenced = s.bool();
        if v >= 1 {
            m.in_controlled_shutdown = s.bool();
        }
        if v >= 3 && s.bool() {
            m.log_dirs = s.list(|s| s.uuid());
        }
        if v >= 4 && s.bool() {
            m.cordoned_log_dirs = s.maybe(true, |s| s.list(|s| s.uuid()));
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for register_broker_record::BrokerEndpoint {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.host = s.string();
        m.port = s.u16();
        m.security_protocol = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for register_broker_record::BrokerFeature {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.min_supported_version = s.i16();
        m.max_supported_version = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for unregister_broker_record::UnregisterBrokerRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.broker_epoch = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for topic_record::TopicRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.topic_id = s.uuid();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for partition_record::PartitionRecord {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_id = s.i32();
        m.topic_id = s.uuid();
        m.replicas = s.list(|s| s.i32());
        m.isr = s.list(|s| s.i32());
        m.removing_replicas = s.list(|s| s.i32());
        m.adding_replicas = s.list(|s| s.i32());
        m.leader = s.i32();
        if s.bool() {
            m.leader_recovery_state = s.i8();
        }
        m.leader_epoch = s.i32();
        m.partition_epoch = s.i32();
        if v >= 1 {
            m.directories = s.list(|s| s.uuid());
        }
        if v >= 2 && s.bool() {
            m.eligible_leader_replicas = s.maybe(true, |s| s.list(|s| s.i32()));
        }
        if v >= 2 && s.bool() {
            m.last_known_elr = s.maybe(true, |s| s.list(|s| s.i32()));
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for config_record::ConfigRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.resource_type = s.i8();
        m.resource_name = s.string();
        m.name = s.string();
        m.value = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for partition_change_record::PartitionChangeRecord {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.partition_id = s.i32();
        m.topic_id = s.uuid();
        if s.bool() {
            m.isr = s.maybe(true, |s| s.list(|s| s.i32()));
        }
        if s.bool() {
            m.leader = s.i32();
        }
        if s.bool() {
            m.replicas = s.maybe(true, |s| s.list(|s| s.i32()));
        }
        if s.bool() {
            m.removing_replicas = s.maybe(true, |s| s.list(|s| s.i32()));
        }
        if s.bool() {
            m.adding_replicas = s.maybe(true, |s| s.list(|s| s.i32()));
        }
        if s.bool() {
            m.leader_recovery_state = s.i8();
        }
        if v >= 1 && s.bool() {
            m.directories = s.maybe(true, |s| s.list(|s| s.uuid()));
        }
        if v >= 2 && s.bool() {
            m.eligible_leader_replicas = s.maybe(true, |s| s.list(|s| s.i32()));
        }
        if v >= 2 && s.bool() {
            m.last_known_elr = s.maybe(true, |s| s.list(|s| s.i32()));
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for fence_broker_record::FenceBrokerRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.id = s.i32();
        m.epoch = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for unfence_broker_record::UnfenceBrokerRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.id = s.i32();
        m.epoch = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for remove_topic_record::RemoveTopicRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_id = s.uuid();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for delegation_token_record::DelegationTokenRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.owner = s.string();
        m.requester = s.string();
        m.renewers = s.list(|s| s.string());
        m.issue_timestamp = s.i64();
        m.max_timestamp = s.i64();
        m.expiration_timestamp = s.i64();
        m.token_id = s.string();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for user_scram_credential_record::UserScramCredentialRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.mechanism = s.i8();
        m.salt = s.bytes();
        m.stored_key = s.bytes();
        m.server_key = s.bytes();
        m.iterations = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for feature_level_record::FeatureLevelRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.feature_level = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for client_quota_record::ClientQuotaRecord {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.entity = s.list(|s| client_quota_record::EntityData::sample(s, v));
        m.key = s.string();
        m.value = s.f64();
        m.remove = s.bool();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for client_quota_record::EntityData {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.entity_type = s.string();
        m.entity_name = s.maybe(true, |s| s.string());
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for producer_ids_record::ProducerIdsRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.broker_epoch = s.i64();
        m.next_producer_id = s.i64();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for broker_registration_change_record::BrokerRegistrationChangeRecord {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.broker_id = s.i32();
        m.broker_epoch = s.i64();
        if s.bool() {
            m.fenced = s.i8();
        }
        if v >= 1 && s.bool() {
            m.in_controlled_shutdown = s.i8();
        }
        if v >= 2 && s.bool() {
            m.log_dirs = s.list(|s| s.uuid());
        }
        if v >= 3 && s.bool() {
            m.cordoned_log_dirs = s.maybe(true, |s| s.list(|s| s.uuid()));
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for access_control_entry_record::AccessControlEntryRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.id = s.uuid();
        m.resource_type = s.i8();
        m.resource_name = s.string();
        m.pattern_type = s.i8();
        m.principal = s.string();
        m.host = s.string();
        m.operation = s.i8();
        m.permission_type = s.i8();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for remove_access_control_entry_record::RemoveAccessControlEntryRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.id = s.uuid();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for no_op_record::NoOpRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for remove_user_scram_credential_record::RemoveUserScramCredentialRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.mechanism = s.i8();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for begin_transaction_record::BeginTransactionRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        if s.bool() {
            m.name = s.maybe(true, |s| s.string());
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for end_transaction_record::EndTransactionRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for abort_transaction_record::AbortTransactionRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        if s.bool() {
            m.reason = s.maybe(true, |s| s.string());
        }
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for remove_delegation_token_record::RemoveDelegationTokenRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.token_id = s.string();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for register_controller_record::RegisterControllerRecord {
    fn sample(s: &mut Seed, v: i16) -> Self {
        let mut m = Self::default();
        m.controller_id = s.i32();
        m.incarnation_id = s.uuid();
        m.zk_migration_ready = s.bool();
        m.end_points = s.list(|s| register_controller_record::ControllerEndpoint::sample(s, v));
        m.features = s.list(|s| register_controller_record::ControllerFeature::sample(s, v));
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for register_controller_record::ControllerEndpoint {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.host = s.string();
        m.port = s.u16();
        m.security_protocol = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for register_controller_record::ControllerFeature {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.name = s.string();
        m.min_supported_version = s.i16();
        m.max_supported_version = s.i16();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for clear_elr_record::ClearElrRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.topic_name = s.string();
        m.unknown_tags = s.tags();
        m
    }
}

impl Sample for unregister_controller_record::UnregisterControllerRecord {
    fn sample(s: &mut Seed, _: i16) -> Self {
        let mut m = Self::default();
        m.controller_id = s.i32();
        m.unknown_tags = s.tags();
        m
    }
}
