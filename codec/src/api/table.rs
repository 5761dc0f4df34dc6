// Written by codec/generate from Kafka's definitions; change those and run codec/generate/run.
//! Every request that Kafka defines.
#![allow(
    clippy::collapsible_if,
    clippy::field_reassign_with_default,
    clippy::nonminimal_bool,
    clippy::too_many_lines,
    reason = "generated code is uniform rather than short"
)]

use super::ApiKey;

impl ApiKey {
    /// `Produce`.
    pub const PRODUCE: Self = Self(0);
    /// `Fetch`.
    pub const FETCH: Self = Self(1);
    /// `ListOffsets`.
    pub const LIST_OFFSETS: Self = Self(2);
    /// `Metadata`.
    pub const METADATA: Self = Self(3);
    /// `LeaderAndIsr`.
    pub const LEADER_AND_ISR: Self = Self(4);
    /// `StopReplica`.
    pub const STOP_REPLICA: Self = Self(5);
    /// `UpdateMetadata`.
    pub const UPDATE_METADATA: Self = Self(6);
    /// `ControlledShutdown`.
    pub const CONTROLLED_SHUTDOWN: Self = Self(7);
    /// `OffsetCommit`.
    pub const OFFSET_COMMIT: Self = Self(8);
    /// `OffsetFetch`.
    pub const OFFSET_FETCH: Self = Self(9);
    /// `FindCoordinator`.
    pub const FIND_COORDINATOR: Self = Self(10);
    /// `JoinGroup`.
    pub const JOIN_GROUP: Self = Self(11);
    /// `Heartbeat`.
    pub const HEARTBEAT: Self = Self(12);
    /// `LeaveGroup`.
    pub const LEAVE_GROUP: Self = Self(13);
    /// `SyncGroup`.
    pub const SYNC_GROUP: Self = Self(14);
    /// `DescribeGroups`.
    pub const DESCRIBE_GROUPS: Self = Self(15);
    /// `ListGroups`.
    pub const LIST_GROUPS: Self = Self(16);
    /// `SaslHandshake`.
    pub const SASL_HANDSHAKE: Self = Self(17);
    /// `ApiVersions`.
    pub const API_VERSIONS: Self = Self(18);
    /// `CreateTopics`.
    pub const CREATE_TOPICS: Self = Self(19);
    /// `DeleteTopics`.
    pub const DELETE_TOPICS: Self = Self(20);
    /// `DeleteRecords`.
    pub const DELETE_RECORDS: Self = Self(21);
    /// `InitProducerId`.
    pub const INIT_PRODUCER_ID: Self = Self(22);
    /// `OffsetForLeaderEpoch`.
    pub const OFFSET_FOR_LEADER_EPOCH: Self = Self(23);
    /// `AddPartitionsToTxn`.
    pub const ADD_PARTITIONS_TO_TXN: Self = Self(24);
    /// `AddOffsetsToTxn`.
    pub const ADD_OFFSETS_TO_TXN: Self = Self(25);
    /// `EndTxn`.
    pub const END_TXN: Self = Self(26);
    /// `WriteTxnMarkers`.
    pub const WRITE_TXN_MARKERS: Self = Self(27);
    /// `TxnOffsetCommit`.
    pub const TXN_OFFSET_COMMIT: Self = Self(28);
    /// `DescribeAcls`.
    pub const DESCRIBE_ACLS: Self = Self(29);
    /// `CreateAcls`.
    pub const CREATE_ACLS: Self = Self(30);
    /// `DeleteAcls`.
    pub const DELETE_ACLS: Self = Self(31);
    /// `DescribeConfigs`.
    pub const DESCRIBE_CONFIGS: Self = Self(32);
    /// `AlterConfigs`.
    pub const ALTER_CONFIGS: Self = Self(33);
    /// `AlterReplicaLogDirs`.
    pub const ALTER_REPLICA_LOG_DIRS: Self = Self(34);
    /// `DescribeLogDirs`.
    pub const DESCRIBE_LOG_DIRS: Self = Self(35);
    /// `SaslAuthenticate`.
    pub const SASL_AUTHENTICATE: Self = Self(36);
    /// `CreatePartitions`.
    pub const CREATE_PARTITIONS: Self = Self(37);
    /// `CreateDelegationToken`.
    pub const CREATE_DELEGATION_TOKEN: Self = Self(38);
    /// `RenewDelegationToken`.
    pub const RENEW_DELEGATION_TOKEN: Self = Self(39);
    /// `ExpireDelegationToken`.
    pub const EXPIRE_DELEGATION_TOKEN: Self = Self(40);
    /// `DescribeDelegationToken`.
    pub const DESCRIBE_DELEGATION_TOKEN: Self = Self(41);
    /// `DeleteGroups`.
    pub const DELETE_GROUPS: Self = Self(42);
    /// `ElectLeaders`.
    pub const ELECT_LEADERS: Self = Self(43);
    /// `IncrementalAlterConfigs`.
    pub const INCREMENTAL_ALTER_CONFIGS: Self = Self(44);
    /// `AlterPartitionReassignments`.
    pub const ALTER_PARTITION_REASSIGNMENTS: Self = Self(45);
    /// `ListPartitionReassignments`.
    pub const LIST_PARTITION_REASSIGNMENTS: Self = Self(46);
    /// `OffsetDelete`.
    pub const OFFSET_DELETE: Self = Self(47);
    /// `DescribeClientQuotas`.
    pub const DESCRIBE_CLIENT_QUOTAS: Self = Self(48);
    /// `AlterClientQuotas`.
    pub const ALTER_CLIENT_QUOTAS: Self = Self(49);
    /// `DescribeUserScramCredentials`.
    pub const DESCRIBE_USER_SCRAM_CREDENTIALS: Self = Self(50);
    /// `AlterUserScramCredentials`.
    pub const ALTER_USER_SCRAM_CREDENTIALS: Self = Self(51);
    /// `Vote`.
    pub const VOTE: Self = Self(52);
    /// `BeginQuorumEpoch`.
    pub const BEGIN_QUORUM_EPOCH: Self = Self(53);
    /// `EndQuorumEpoch`.
    pub const END_QUORUM_EPOCH: Self = Self(54);
    /// `DescribeQuorum`.
    pub const DESCRIBE_QUORUM: Self = Self(55);
    /// `AlterPartition`.
    pub const ALTER_PARTITION: Self = Self(56);
    /// `UpdateFeatures`.
    pub const UPDATE_FEATURES: Self = Self(57);
    /// `Envelope`.
    pub const ENVELOPE: Self = Self(58);
    /// `FetchSnapshot`.
    pub const FETCH_SNAPSHOT: Self = Self(59);
    /// `DescribeCluster`.
    pub const DESCRIBE_CLUSTER: Self = Self(60);
    /// `DescribeProducers`.
    pub const DESCRIBE_PRODUCERS: Self = Self(61);
    /// `BrokerRegistration`.
    pub const BROKER_REGISTRATION: Self = Self(62);
    /// `BrokerHeartbeat`.
    pub const BROKER_HEARTBEAT: Self = Self(63);
    /// `UnregisterBroker`.
    pub const UNREGISTER_BROKER: Self = Self(64);
    /// `DescribeTransactions`.
    pub const DESCRIBE_TRANSACTIONS: Self = Self(65);
    /// `ListTransactions`.
    pub const LIST_TRANSACTIONS: Self = Self(66);
    /// `AllocateProducerIds`.
    pub const ALLOCATE_PRODUCER_IDS: Self = Self(67);
    /// `ConsumerGroupHeartbeat`.
    pub const CONSUMER_GROUP_HEARTBEAT: Self = Self(68);
    /// `ConsumerGroupDescribe`.
    pub const CONSUMER_GROUP_DESCRIBE: Self = Self(69);
    /// `ControllerRegistration`.
    pub const CONTROLLER_REGISTRATION: Self = Self(70);
    /// `GetTelemetrySubscriptions`.
    pub const GET_TELEMETRY_SUBSCRIPTIONS: Self = Self(71);
    /// `PushTelemetry`.
    pub const PUSH_TELEMETRY: Self = Self(72);
    /// `AssignReplicasToDirs`.
    pub const ASSIGN_REPLICAS_TO_DIRS: Self = Self(73);
    /// `ListConfigResources`.
    pub const LIST_CONFIG_RESOURCES: Self = Self(74);
    /// `DescribeTopicPartitions`.
    pub const DESCRIBE_TOPIC_PARTITIONS: Self = Self(75);
    /// `ShareGroupHeartbeat`.
    pub const SHARE_GROUP_HEARTBEAT: Self = Self(76);
    /// `ShareGroupDescribe`.
    pub const SHARE_GROUP_DESCRIBE: Self = Self(77);
    /// `ShareFetch`.
    pub const SHARE_FETCH: Self = Self(78);
    /// `ShareAcknowledge`.
    pub const SHARE_ACKNOWLEDGE: Self = Self(79);
    /// `AddRaftVoter`.
    pub const ADD_RAFT_VOTER: Self = Self(80);
    /// `RemoveRaftVoter`.
    pub const REMOVE_RAFT_VOTER: Self = Self(81);
    /// `UpdateRaftVoter`.
    pub const UPDATE_RAFT_VOTER: Self = Self(82);
    /// `InitializeShareGroupState`.
    pub const INITIALIZE_SHARE_GROUP_STATE: Self = Self(83);
    /// `ReadShareGroupState`.
    pub const READ_SHARE_GROUP_STATE: Self = Self(84);
    /// `WriteShareGroupState`.
    pub const WRITE_SHARE_GROUP_STATE: Self = Self(85);
    /// `DeleteShareGroupState`.
    pub const DELETE_SHARE_GROUP_STATE: Self = Self(86);
    /// `ReadShareGroupStateSummary`.
    pub const READ_SHARE_GROUP_STATE_SUMMARY: Self = Self(87);
    /// `StreamsGroupHeartbeat`.
    pub const STREAMS_GROUP_HEARTBEAT: Self = Self(88);
    /// `StreamsGroupDescribe`.
    pub const STREAMS_GROUP_DESCRIBE: Self = Self(89);
    /// `DescribeShareGroupOffsets`.
    pub const DESCRIBE_SHARE_GROUP_OFFSETS: Self = Self(90);
    /// `AlterShareGroupOffsets`.
    pub const ALTER_SHARE_GROUP_OFFSETS: Self = Self(91);
    /// `DeleteShareGroupOffsets`.
    pub const DELETE_SHARE_GROUP_OFFSETS: Self = Self(92);
    /// `StreamsGroupTopologyDescriptionUpdate`.
    pub const STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE: Self = Self(93);
    /// `UnregisterController`.
    pub const UNREGISTER_CONTROLLER: Self = Self(94);

    /// The request's name, `UNKNOWN` when it is not in the definitions.
    pub const fn name(self) -> &'static str {
        match self.0 {
            0 => "PRODUCE",
            1 => "FETCH",
            2 => "LIST_OFFSETS",
            3 => "METADATA",
            4 => "LEADER_AND_ISR",
            5 => "STOP_REPLICA",
            6 => "UPDATE_METADATA",
            7 => "CONTROLLED_SHUTDOWN",
            8 => "OFFSET_COMMIT",
            9 => "OFFSET_FETCH",
            10 => "FIND_COORDINATOR",
            11 => "JOIN_GROUP",
            12 => "HEARTBEAT",
            13 => "LEAVE_GROUP",
            14 => "SYNC_GROUP",
            15 => "DESCRIBE_GROUPS",
            16 => "LIST_GROUPS",
            17 => "SASL_HANDSHAKE",
            18 => "API_VERSIONS",
            19 => "CREATE_TOPICS",
            20 => "DELETE_TOPICS",
            21 => "DELETE_RECORDS",
            22 => "INIT_PRODUCER_ID",
            23 => "OFFSET_FOR_LEADER_EPOCH",
            24 => "ADD_PARTITIONS_TO_TXN",
            25 => "ADD_OFFSETS_TO_TXN",
            26 => "END_TXN",
            27 => "WRITE_TXN_MARKERS",
            28 => "TXN_OFFSET_COMMIT",
            29 => "DESCRIBE_ACLS",
            30 => "CREATE_ACLS",
            31 => "DELETE_ACLS",
            32 => "DESCRIBE_CONFIGS",
            33 => "ALTER_CONFIGS",
            34 => "ALTER_REPLICA_LOG_DIRS",
            35 => "DESCRIBE_LOG_DIRS",
            36 => "SASL_AUTHENTICATE",
            37 => "CREATE_PARTITIONS",
            38 => "CREATE_DELEGATION_TOKEN",
            39 => "RENEW_DELEGATION_TOKEN",
            40 => "EXPIRE_DELEGATION_TOKEN",
            41 => "DESCRIBE_DELEGATION_TOKEN",
            42 => "DELETE_GROUPS",
            43 => "ELECT_LEADERS",
            44 => "INCREMENTAL_ALTER_CONFIGS",
            45 => "ALTER_PARTITION_REASSIGNMENTS",
            46 => "LIST_PARTITION_REASSIGNMENTS",
            47 => "OFFSET_DELETE",
            48 => "DESCRIBE_CLIENT_QUOTAS",
            49 => "ALTER_CLIENT_QUOTAS",
            50 => "DESCRIBE_USER_SCRAM_CREDENTIALS",
            51 => "ALTER_USER_SCRAM_CREDENTIALS",
            52 => "VOTE",
            53 => "BEGIN_QUORUM_EPOCH",
            54 => "END_QUORUM_EPOCH",
            55 => "DESCRIBE_QUORUM",
            56 => "ALTER_PARTITION",
            57 => "UPDATE_FEATURES",
            58 => "ENVELOPE",
            59 => "FETCH_SNAPSHOT",
            60 => "DESCRIBE_CLUSTER",
            61 => "DESCRIBE_PRODUCERS",
            62 => "BROKER_REGISTRATION",
            63 => "BROKER_HEARTBEAT",
            64 => "UNREGISTER_BROKER",
            65 => "DESCRIBE_TRANSACTIONS",
            66 => "LIST_TRANSACTIONS",
            67 => "ALLOCATE_PRODUCER_IDS",
            68 => "CONSUMER_GROUP_HEARTBEAT",
            69 => "CONSUMER_GROUP_DESCRIBE",
            70 => "CONTROLLER_REGISTRATION",
            71 => "GET_TELEMETRY_SUBSCRIPTIONS",
            72 => "PUSH_TELEMETRY",
            73 => "ASSIGN_REPLICAS_TO_DIRS",
            74 => "LIST_CONFIG_RESOURCES",
            75 => "DESCRIBE_TOPIC_PARTITIONS",
            76 => "SHARE_GROUP_HEARTBEAT",
            77 => "SHARE_GROUP_DESCRIBE",
            78 => "SHARE_FETCH",
            79 => "SHARE_ACKNOWLEDGE",
            80 => "ADD_RAFT_VOTER",
            81 => "REMOVE_RAFT_VOTER",
            82 => "UPDATE_RAFT_VOTER",
            83 => "INITIALIZE_SHARE_GROUP_STATE",
            84 => "READ_SHARE_GROUP_STATE",
            85 => "WRITE_SHARE_GROUP_STATE",
            86 => "DELETE_SHARE_GROUP_STATE",
            87 => "READ_SHARE_GROUP_STATE_SUMMARY",
            88 => "STREAMS_GROUP_HEARTBEAT",
            89 => "STREAMS_GROUP_DESCRIBE",
            90 => "DESCRIBE_SHARE_GROUP_OFFSETS",
            91 => "ALTER_SHARE_GROUP_OFFSETS",
            92 => "DELETE_SHARE_GROUP_OFFSETS",
            93 => "STREAMS_GROUP_TOPOLOGY_DESCRIPTION_UPDATE",
            94 => "UNREGISTER_CONTROLLER",
            _ => "UNKNOWN",
        }
    }

    /// The first version with compact lengths and tags; `i16::MAX` when there is none.
    pub(super) const fn first_flexible(self) -> i16 {
        match self.0 {
            0 => 9,
            1 => 12,
            2 => 6,
            3 => 9,
            4 => i16::MAX,
            5 => i16::MAX,
            6 => i16::MAX,
            7 => i16::MAX,
            8 => 8,
            9 => 6,
            10 => 3,
            11 => 6,
            12 => 4,
            13 => 4,
            14 => 4,
            15 => 5,
            16 => 3,
            17 => i16::MAX,
            18 => 3,
            19 => 5,
            20 => 4,
            21 => 2,
            22 => 2,
            23 => 4,
            24 => 3,
            25 => 3,
            26 => 3,
            27 => 1,
            28 => 3,
            29 => 2,
            30 => 2,
            31 => 2,
            32 => 4,
            33 => 2,
            34 => 2,
            35 => 2,
            36 => 2,
            37 => 2,
            38 => 2,
            39 => 2,
            40 => 2,
            41 => 2,
            42 => 2,
            43 => 2,
            44 => 1,
            45 => 0,
            46 => 0,
            47 => i16::MAX,
            48 => 1,
            49 => 1,
            50 => 0,
            51 => 0,
            52 => 0,
            53 => 1,
            54 => 1,
            55 => 0,
            56 => 0,
            57 => 0,
            58 => 0,
            59 => 0,
            60 => 0,
            61 => 0,
            62 => 0,
            63 => 0,
            64 => 0,
            65 => 0,
            66 => 0,
            67 => 0,
            68 => 0,
            69 => 0,
            70 => 0,
            71 => 0,
            72 => 0,
            73 => 0,
            74 => 0,
            75 => 0,
            76 => 0,
            77 => 0,
            78 => 0,
            79 => 0,
            80 => 0,
            81 => 0,
            82 => 0,
            83 => 0,
            84 => 0,
            85 => 0,
            86 => 0,
            87 => 0,
            88 => 0,
            89 => 0,
            90 => 0,
            91 => 0,
            92 => 0,
            93 => 0,
            94 => 0,
            _ => 0,
        }
    }
}
