import java.time.Duration;
import java.util.*;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.acl.*;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.*;
import org.apache.kafka.common.serialization.*;

/** Makes Kafka's own clients send one of everything. Arguments: verb, plain bootstrap, SASL bootstrap, name. */
public class Clients {
    static Properties settings(String bootstrap, String id) {
        Properties p = new Properties();
        p.put("bootstrap.servers", bootstrap);
        p.put("client.id", id);
        p.put("request.timeout.ms", "20000");
        p.put("default.api.timeout.ms", "40000");
        p.put("key.serializer", ByteArraySerializer.class.getName());
        p.put("value.serializer", ByteArraySerializer.class.getName());
        p.put("key.deserializer", ByteArrayDeserializer.class.getName());
        p.put("value.deserializer", ByteArrayDeserializer.class.getName());
        p.put("auto.offset.reset", "earliest");
        p.put("metadata.max.age.ms", "1000");
        p.put("enable.metrics.push", "false");
        return p;
    }

    interface Step { Object run() throws Exception; }

    /** An answer with an error is an answer too. */
    static void tried(String what, Step step) {
        try {
            step.run();
        } catch (Exception error) {
            Throwable cause = error instanceof ExecutionException ? error.getCause() : error;
            System.err.println(what + ": " + cause);
        }
    }

    public static void main(String[] a) throws Exception {
        if (a[0].equals("unregister")) {
            try (Admin admin = Admin.create(settings(a[1], "golden"))) {
                tried("unregister", () -> admin.unregisterBroker(Integer.parseInt(a[3])).all().get());
            }
            return;
        }
        Properties p = settings(a[1], "golden");
        try (Admin admin = Admin.create(p)) {
            for (int n = 0; admin.describeCluster().nodes().get().size() < 2 && n < 100; n++) Thread.sleep(300);
            topics(admin, p, a[3]);
            groups(admin, p, a[3]);
            configs(admin, a[3]);
            moves(admin, p, a[3]);
        }
        Properties s = settings(a[2], "golden-sasl");
        s.put("security.protocol", "SASL_PLAINTEXT");
        s.put("sasl.mechanism", "PLAIN");
        s.put("sasl.jaas.config", "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"admin\" password=\"secret\";");
        try (Admin admin = Admin.create(s)) {
            tried("sasl", () -> admin.describeCluster(new DescribeClusterOptions().includeAuthorizedOperations(true)).nodes().get());
        }
        s.put("sasl.jaas.config", "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"admin\" password=\"wrong\";");
        try (Admin admin = Admin.create(s)) {
            tried("sasl refused", () -> admin.describeCluster().nodes().get());
        }
    }

    static void topics(Admin admin, Properties p, String run) throws Exception {
        admin.createTopics(List.of(new NewTopic(run, 2, (short) 2).configs(Map.of("retention.ms", "3600000")),
            new NewTopic(run + "-placed", Map.of(0, List.of(3, 2))), new NewTopic(run + "-gone", 1, (short) 1))).all().get();
        tried("create again", () -> admin.createTopics(List.of(new NewTopic(run, 2, (short) 2))).all().get());
        tried("partitions", () -> admin.createPartitions(Map.of(run, NewPartitions.increaseTo(3, List.of(List.of(2, 3))))).all().get());
        tried("delete", () -> admin.deleteTopics(List.of(run + "-gone", "never")).all().get());
        tried("delete by id", () -> admin.deleteTopics(TopicCollection.ofTopicIds(List.of(Uuid.randomUuid()))).all().get());
        tried("describe", () -> admin.describeTopics(List.of(run, "never"), new DescribeTopicsOptions().includeAuthorizedOperations(true)).allTopicNames().get());
        tried("list", () -> admin.listTopics().names().get());
        for (String codec : List.of("none", "gzip", "lz4")) {
            Properties q = new Properties();
            q.putAll(p);
            q.put("compression.type", codec);
            if (codec.equals("gzip")) { q.put("acks", "0"); q.put("enable.idempotence", "false"); }
            try (var producer = new KafkaProducer<byte[], byte[]>(q)) {
                for (int n = 0; n < 3; n++) {
                    var record = new ProducerRecord<byte[], byte[]>(run, n % 2, 1000L + n, ("key" + n).getBytes(), n == 2 ? null : ("value" + n).getBytes());
                    record.headers().add("header", new byte[] {1, 2});
                    producer.send(record);
                }
            }
        }
        Properties t = new Properties();
        t.putAll(p);
        t.put("transactional.id", run + "-writer");
        try (var producer = new KafkaProducer<byte[], byte[]>(t)) {
            producer.initTransactions();
            for (boolean commit : new boolean[] {true, false, true}) {
                producer.beginTransaction();
                producer.send(new ProducerRecord<>(run, 0, "k".getBytes(), "v".getBytes())).get();
                producer.sendOffsetsToTransaction(Map.of(new TopicPartition(run, 0), new OffsetAndMetadata(1, Optional.of(0), "m")), new ConsumerGroupMetadata(run + "-txn"));
                if (commit) producer.commitTransaction(); else producer.abortTransaction();
            }
        }
        try (var producer = new KafkaProducer<byte[], byte[]>(p)) {
            tried("too large", () -> producer.send(new ProducerRecord<>("never-made", "v".getBytes())).get());
        }
        tried("producers", () -> admin.describeProducers(List.of(new TopicPartition(run, 0))).all().get());
        tried("list offsets", () -> admin.listOffsets(Map.of(new TopicPartition(run, 0), OffsetSpec.latest(), new TopicPartition(run, 1), OffsetSpec.earliest(),
            new TopicPartition(run, 2), OffsetSpec.maxTimestamp())).all().get());
        tried("list committed", () -> admin.listOffsets(Map.of(new TopicPartition(run, 0), OffsetSpec.forTimestamp(1001)), new ListOffsetsOptions(IsolationLevel.READ_COMMITTED)).all().get());
        tried("delete records", () -> admin.deleteRecords(Map.of(new TopicPartition(run, 0), RecordsToDelete.beforeOffset(2))).all().get());
    }

    static void groups(Admin admin, Properties p, String run) throws Exception {
        for (String isolation : List.of("read_uncommitted", "read_committed")) {
            Properties c = new Properties();
            c.putAll(p);
            c.put("group.id", run + "-" + isolation);
            c.put("isolation.level", isolation);
            c.put("client.rack", "rack-a");
            try (var consumer = new KafkaConsumer<byte[], byte[]>(c)) {
                consumer.subscribe(List.of(run, run + "-placed"));
                for (int n = 0; n < 6; n++) consumer.poll(Duration.ofMillis(500));
                tried("commit", () -> { consumer.commitSync(); return null; });
                tried("committed", () -> consumer.committed(Set.of(new TopicPartition(run, 0), new TopicPartition(run, 2))));
                tried("times", () -> consumer.offsetsForTimes(Map.of(new TopicPartition(run, 1), 1001L)));
                tried("describe", () -> admin.describeConsumerGroups(List.of(run + "-" + isolation), new DescribeConsumerGroupsOptions().includeAuthorizedOperations(true)).all().get());
                tried("list", () -> admin.listConsumerGroups().all().get());
            }
        }
        String group = run + "-read_committed";
        tried("offsets", () -> admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get());
        tried("offsets of some", () -> admin.listConsumerGroupOffsets(Map.of(group, new ListConsumerGroupOffsetsSpec().topicPartitions(List.of(new TopicPartition(run, 0))),
            run + "-none", new ListConsumerGroupOffsetsSpec())).all().get());
        tried("alter offsets", () -> admin.alterConsumerGroupOffsets(group, Map.of(new TopicPartition(run, 0), new OffsetAndMetadata(3, Optional.of(0), "by hand"))).all().get());
        tried("delete offsets", () -> admin.deleteConsumerGroupOffsets(group, Set.of(new TopicPartition(run, 2))).all().get());
        Properties next = new Properties();
        next.putAll(p);
        next.put("group.id", run + "-next");
        next.put("group.protocol", "consumer");
        tried("next generation", () -> {
            try (var consumer = new KafkaConsumer<byte[], byte[]>(next)) {
                consumer.subscribe(List.of(run, run + "-placed"));
                for (int n = 0; n < 8; n++) consumer.poll(Duration.ofMillis(500));
                consumer.commitSync();
                return admin.describeConsumerGroups(List.of(run + "-next")).all().get();
            }
        });
        tried("list by state", () -> admin.listConsumerGroups(new ListConsumerGroupsOptions().inStates(Set.of(ConsumerGroupState.EMPTY))).all().get());
    }

    static void configs(Admin admin, String run) {
        var topic = new ConfigResource(ConfigResource.Type.TOPIC, run);
        tried("configs", () -> admin.describeConfigs(List.of(topic), new DescribeConfigsOptions().includeSynonyms(true).includeDocumentation(false)).all().get());
        tried("broker configs", () -> admin.describeConfigs(List.of(new ConfigResource(ConfigResource.Type.BROKER, "2"))).all().get());
        tried("alter", () -> admin.incrementalAlterConfigs(Map.of(topic, List.of(
            new AlterConfigOp(new ConfigEntry("max.message.bytes", "0"), AlterConfigOp.OpType.SET),
            new AlterConfigOp(new ConfigEntry("retention.ms", null), AlterConfigOp.OpType.DELETE)))).all().get());
        tried("alter badly", () -> admin.incrementalAlterConfigs(Map.of(topic, List.of(
            new AlterConfigOp(new ConfigEntry("no.such", "0"), AlterConfigOp.OpType.SET))), new AlterConfigsOptions().validateOnly(true)).all().get());
        tried("alter back", () -> admin.incrementalAlterConfigs(Map.of(topic, List.of(
            new AlterConfigOp(new ConfigEntry("max.message.bytes", null), AlterConfigOp.OpType.DELETE)))).all().get());
        tried("acls", () -> admin.createAcls(List.of(new AclBinding(new ResourcePattern(ResourceType.TOPIC, run, PatternType.PREFIXED),
            new AccessControlEntry("User:alice", "*", AclOperation.READ, AclPermissionType.ALLOW)))).all().get());
        tried("describe acls", () -> admin.describeAcls(AclBindingFilter.ANY).values().get());
        tried("delete acls", () -> admin.deleteAcls(List.of(new AclBindingFilter(new ResourcePatternFilter(ResourceType.TOPIC, run, PatternType.PREFIXED),
            AccessControlEntryFilter.ANY), new AclBindingFilter(new ResourcePatternFilter(ResourceType.TOPIC, run + "-never", PatternType.MATCH), AccessControlEntryFilter.ANY))).all().get());
        tried("scram", () -> admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion("alice", new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_256, 4096), "secret"))).all().get());
        tried("quota", () -> admin.alterClientQuotas(List.of(new org.apache.kafka.common.quota.ClientQuotaAlteration(
            new org.apache.kafka.common.quota.ClientQuotaEntity(Map.of("user", "alice")),
            List.of(new org.apache.kafka.common.quota.ClientQuotaAlteration.Op("producer_byte_rate", 1e6))))).all().get());
        tried("quotas", () -> admin.describeClientQuotas(org.apache.kafka.common.quota.ClientQuotaFilter.all()).entities().get());
        tried("scram users", () -> admin.describeUserScramCredentials().all().get());
        tried("config resources", () -> admin.listClientMetricsResources().all().get());
        tried("transactions", () -> admin.listTransactions().all().get());
        tried("describe transactions", () -> admin.describeTransactions(List.of(run + "-tx", run)).all().get());
        tried("move in a broker", () -> admin.alterReplicaLogDirs(Map.of(new TopicPartitionReplica(run, 0, 2), "/nowhere")).all().get());
        tried("log dirs", () -> admin.describeLogDirs(List.of(2, 3)).allDescriptions().get());
        tried("quorum", () -> admin.describeMetadataQuorum().quorumInfo().get());
        tried("cluster", () -> admin.describeCluster().controller().get());
    }

    static void moves(Admin admin, Properties p, String run) throws Exception {
        var moved = new TopicPartition(run, 0);
        Properties c = new Properties();
        c.putAll(p);
        try (var consumer = new KafkaConsumer<byte[], byte[]>(c)) {
            consumer.assign(List.of(moved));
            for (int n = 0; n < 3; n++) consumer.poll(Duration.ofMillis(300));
            for (List<Integer> order : List.of(List.of(2, 3), List.of(3, 2))) {
                tried("reassign", () -> admin.alterPartitionReassignments(Map.of(moved, Optional.of(new NewPartitionReassignment(order)))).all().get());
                tried("reassignments", () -> admin.listPartitionReassignments().reassignments().get());
                tried("cancel", () -> admin.alterPartitionReassignments(Map.of(moved, Optional.empty())).all().get());
                Thread.sleep(500);
                tried("elect", () -> admin.electLeaders(ElectionType.PREFERRED, Set.of(moved, new TopicPartition(run, 1))).partitions().get());
                for (int n = 0; n < 5; n++) consumer.poll(Duration.ofMillis(500));
            }
            tried("elect all", () -> admin.electLeaders(ElectionType.PREFERRED, null).partitions().get());
        }
        tried("shrink", () -> admin.alterPartitionReassignments(Map.of(new TopicPartition(run, 1), Optional.of(new NewPartitionReassignment(List.of(2))))).all().get());
        tried("reassignments of one", () -> admin.listPartitionReassignments(Set.of(new TopicPartition(run, 1))).reassignments().get());
    }
}
