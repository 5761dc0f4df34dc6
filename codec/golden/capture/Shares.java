import java.time.Duration;
import java.util.*;
import org.apache.kafka.clients.admin.*;
import org.apache.kafka.clients.consumer.*;
import org.apache.kafka.clients.producer.*;
import org.apache.kafka.common.*;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.*;

/** Share groups, which clients before 4.2 do not know. Arguments: bootstrap, name. */
public class Shares {
    public static void main(String[] a) throws Exception {
        String topic = a[1] + "-shared", group = a[1] + "-share";
        Properties p = new Properties();
        p.put("bootstrap.servers", a[0]);
        p.put("client.id", "golden");
        p.put("enable.metrics.push", "false");
        p.put("key.serializer", ByteArraySerializer.class.getName());
        p.put("value.serializer", ByteArraySerializer.class.getName());
        p.put("key.deserializer", ByteArrayDeserializer.class.getName());
        p.put("value.deserializer", ByteArrayDeserializer.class.getName());
        try (Admin admin = Admin.create(p)) {
            admin.createTopics(List.of(new NewTopic(topic, 2, (short) 1))).all().get();
            var earliest = new AlterConfigOp(new ConfigEntry("share.auto.offset.reset", "earliest"), AlterConfigOp.OpType.SET);
            admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.GROUP, group), List.of(earliest))).all().get();
            try (var producer = new KafkaProducer<byte[], byte[]>(p)) {
                for (int n = 0; n < 6; n++) producer.send(new ProducerRecord<>(topic, n % 2, null, new byte[] {(byte) n})).get();
            }
            Properties c = new Properties();
            c.putAll(p);
            c.put("group.id", group);
            c.put("share.acknowledgement.mode", "explicit");
            var ways = List.of(AcknowledgeType.ACCEPT, AcknowledgeType.RELEASE, AcknowledgeType.REJECT);
            try (var consumer = new KafkaShareConsumer<byte[], byte[]>(c)) {
                consumer.subscribe(List.of(topic));
                int seen = 0;
                for (int n = 0; n < 60 && seen < 7; n++) {
                    for (var record : consumer.poll(Duration.ofMillis(500))) consumer.acknowledge(record, ways.get(seen++ % 3));
                    consumer.commitSync(Duration.ofSeconds(5));
                }
                tried("describe", () -> admin.describeShareGroups(List.of(group, "never"), new DescribeShareGroupsOptions().includeAuthorizedOperations(true)).all().get());
                tried("describe one", () -> admin.describeShareGroups(List.of(group)).all().get());
            }
            tried("offsets", () -> admin.listShareGroupOffsets(Map.of(group, new ListShareGroupOffsetsSpec())).all().get());
            tried("offsets of one", () -> admin.listShareGroupOffsets(Map.of(group, new ListShareGroupOffsetsSpec().topicPartitions(List.of(new TopicPartition(topic, 1))))).all().get());
            tried("alter", () -> admin.alterShareGroupOffsets(group, Map.of(new TopicPartition(topic, 0), 1L, new TopicPartition("never", 0), 1L)).all().get());
            tried("alter one", () -> admin.alterShareGroupOffsets(group, Map.of(new TopicPartition(topic, 0), 1L)).all().get());
            tried("delete", () -> admin.deleteShareGroupOffsets(group, Set.of(topic, "never")).all().get());
        }
    }

    interface Step { Object run() throws Exception; }

    /** An answer with an error is an answer too. */
    static void tried(String what, Step step) {
        try {
            step.run();
        } catch (Exception error) {
            System.err.println(what + ": " + error);
        }
    }
}
