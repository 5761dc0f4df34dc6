import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Commands that read. */
final class Consuming {
  static void register(Map<String, Driver.Command> commands) {
    commands.put("consume", Consuming::consume);
    commands.put("consume_group", Consuming::group);
  }

  static KafkaConsumer<byte[], byte[]> open(JsonNode request) {
    var properties = Driver.properties(
        request,
        "enable.auto.commit", "false",
        "auto.offset.reset", "earliest",
        "default.api.timeout.ms", "30000",
        "fetch.max.wait.ms", "100");
    if (request.path("isolation").isTextual()) {
      properties.put("isolation.level", request.path("isolation").asText());
    }
    return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
  }

  /**
   * topic, partitions (all unless given), from ({partition: offset}; the beginning unless given), isolation, max,
   * timeout_ms, brief (leave keys, values and headers out, give a checksum). Reads to the end as it is at the start,
   * or to "until" ({partition: offset}), or until max records are there, or the time is over ("timed_out").
   */
  private static JsonNode consume(JsonNode request) {
    String topic = request.path("topic").asText();
    try (KafkaConsumer<byte[], byte[]> consumer = open(request)) {
      List<TopicPartition> partitions = new ArrayList<>();
      if (request.path("partitions").isArray()) {
        Topics.integers(request.path("partitions")).forEach(each -> partitions.add(new TopicPartition(topic, each)));
      } else {
        consumer.partitionsFor(topic).forEach(each -> partitions.add(new TopicPartition(topic, each.partition())));
      }
      consumer.assign(partitions);
      Map<TopicPartition, Long> begin = consumer.beginningOffsets(partitions);
      Map<TopicPartition, Long> until = new HashMap<>(consumer.endOffsets(partitions));
      for (TopicPartition partition : partitions) {
        String index = String.valueOf(partition.partition());
        consumer.seek(partition, request.path("from").path(index).asLong(begin.get(partition)));
        if (request.path("until").has(index)) {
          until.put(partition, request.path("until").path(index).asLong());
        }
      }
      long max = request.path("max").asLong(Long.MAX_VALUE);
      long deadline = System.currentTimeMillis() + request.path("timeout_ms").asLong(90_000);
      ArrayNode records = Driver.array();
      boolean done = false;
      while (!done && records.size() < max && System.currentTimeMillis() < deadline) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          TopicPartition partition = new TopicPartition(topic, record.partition());
          if (records.size() < max && record.offset() < until.get(partition)) {
            records.add(json(record, request.path("brief").asBoolean()));
          }
        }
        done = partitions.stream().allMatch(each -> consumer.position(each) >= until.get(each));
      }
      ObjectNode answer = Driver.object().put("timed_out", !done && records.size() < max);
      answer.set("records", records);
      ObjectNode positions = answer.putObject("positions");
      partitions.forEach(each -> positions.put(String.valueOf(each.partition()), consumer.position(each)));
      return answer;
    }
  }

  /** topics or pattern, group, max, timeout_ms, commit (true), isolation, brief: joins, reads up to max records, commits, leaves. */
  private static JsonNode group(JsonNode request) {
    ObjectNode copy = request.deepCopy();
    copy.withObject("/properties").put("group.id", request.path("group").asText());
    try (KafkaConsumer<byte[], byte[]> consumer = open(copy)) {
      List<String> topics = new ArrayList<>();
      request.path("topics").forEach(topic -> topics.add(topic.asText()));
      if (request.has("pattern")) {
        subscribe(consumer, request.path("pattern").asText(), request.path("at_broker").asBoolean());
      } else {
        consumer.subscribe(topics);
      }
      long max = request.path("max").asLong(Long.MAX_VALUE);
      long deadline = System.currentTimeMillis() + request.path("timeout_ms").asLong(90_000);
      ArrayNode records = Driver.array();
      Map<TopicPartition, org.apache.kafka.clients.consumer.OffsetAndMetadata> read = new HashMap<>();
      while (records.size() < max && System.currentTimeMillis() < deadline) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
          if (records.size() < max) {
            records.add(json(record, request.path("brief").asBoolean()));
            read.put(
                new TopicPartition(record.topic(), record.partition()),
                new org.apache.kafka.clients.consumer.OffsetAndMetadata(
                    record.offset() + 1, record.leaderEpoch(), ""));
          }
        }
      }
      if (request.path("commit").asBoolean(true) && !read.isEmpty()) {
        consumer.commitSync(read);
      }
      ObjectNode answer = Driver.object().put("timed_out", records.size() < max);
      answer.set("records", records);
      return answer;
    }
  }

  /** The broker matches the pattern (KIP-848, from Kafka 4.0 on), or the client does. */
  private static void subscribe(KafkaConsumer<byte[], byte[]> consumer, String pattern, boolean atBroker) {
    if (!atBroker) {
      consumer.subscribe(java.util.regex.Pattern.compile(pattern));
      return;
    }
    try {
      // Clients of Kafka 3.9 do not have the class.
      Class<?> type = Class.forName("org.apache.kafka.clients.consumer.SubscriptionPattern");
      Object wanted = type.getConstructor(String.class).newInstance(pattern);
      KafkaConsumer.class.getMethod("subscribe", type).invoke(consumer, wanted);
    } catch (ReflectiveOperationException absent) {
      throw new UnsupportedOperationException(absent);
    }
  }

  static ObjectNode json(ConsumerRecord<byte[], byte[]> record, boolean brief) {
    ObjectNode json = Driver.object()
        .put("topic", record.topic())
        .put("partition", record.partition())
        .put("offset", record.offset())
        .put("timestamp", record.timestamp())
        .put("timestamp_type", record.timestampType().toString())
        .put("leader_epoch", record.leaderEpoch().orElse(-1));
    if (brief) {
      return json.put("checksum", checksum(record));
    }
    json.put("key", Driver.text(record.key())).put("value", Driver.text(record.value()));
    ArrayNode headers = json.putArray("headers");
    record.headers().forEach(header -> headers.addArray().add(header.key()).add(Driver.text(header.value())));
    return json;
  }

  static long checksum(ConsumerRecord<byte[], byte[]> record) {
    CRC32 crc = new CRC32();
    if (record.key() != null) {
      crc.update(record.key());
    }
    crc.update(0);
    if (record.value() != null) {
      crc.update(record.value());
    }
    return crc.getValue();
  }

  private Consuming() {}
}
