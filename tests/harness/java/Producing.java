import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Commands that write: one-shot, through a kept producer, in transactions. */
final class Producing {
  private static final Map<Integer, KafkaProducer<byte[], byte[]>> OPEN = new ConcurrentHashMap<>();
  private static final AtomicInteger NEXT = new AtomicInteger(1);

  static void register(Map<String, Driver.Command> commands) {
    commands.put("produce", Producing::produce);
    commands.put("producer_open", request -> {
      int handle = NEXT.getAndIncrement();
      OPEN.put(handle, open(request));
      return Driver.object().put("producer", handle);
    });
    commands.put("producer_send", request -> send(kept(request), request));
    commands.put("producer_close", request -> {
      KafkaProducer<byte[], byte[]> producer = OPEN.remove(request.path("producer").asInt());
      producer.close(Duration.ofMillis(request.path("timeout_ms").asLong(30_000)));
      return Driver.object();
    });
    commands.put("transaction_init", request -> {
      kept(request).initTransactions();
      return Driver.object();
    });
    commands.put("transaction_begin", request -> {
      kept(request).beginTransaction();
      return Driver.object();
    });
    commands.put("transaction_offsets", request -> {
      ConsumerGroupMetadata group = new ConsumerGroupMetadata(request.path("group").asText());
      kept(request).sendOffsetsToTransaction(Groups.parse(request.path("offsets")), group);
      return Driver.object();
    });
    commands.put("transaction_commit", request -> {
      kept(request).commitTransaction();
      return Driver.object();
    });
    commands.put("transaction_abort", request -> {
      kept(request).abortTransaction();
      return Driver.object();
    });
  }

  private static KafkaProducer<byte[], byte[]> kept(JsonNode request) {
    KafkaProducer<byte[], byte[]> producer = OPEN.get(request.path("producer").asInt());
    if (producer == null) {
      throw new IllegalArgumentException("no open producer " + request.path("producer"));
    }
    return producer;
  }

  static KafkaProducer<byte[], byte[]> open(JsonNode request) {
    return new KafkaProducer<>(
        Driver.properties(
            request,
            "delivery.timeout.ms", "30000",
            "request.timeout.ms", "10000",
            "max.block.ms", "20000",
            "linger.ms", "5"),
        new ByteArraySerializer(),
        new ByteArraySerializer());
  }

  private static JsonNode produce(JsonNode request) {
    try (KafkaProducer<byte[], byte[]> producer = open(request)) {
      if (producer != null && request.path("config").has("transactional.id")) {
        producer.initTransactions();
        producer.beginTransaction();
        JsonNode sent = send(producer, request);
        producer.commitTransaction();
        return sent;
      }
      return send(producer, request);
    }
  }

  /** topic, and records ([...], each with its answer) or bulk ({count, ...}, with a summary). */
  private static JsonNode send(KafkaProducer<byte[], byte[]> producer, JsonNode request) {
    String topic = request.path("topic").asText();
    if (request.path("bulk").isObject()) {
      return bulk(producer, topic, request.path("bulk"));
    }
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    ArrayNode results = Driver.array();
    for (JsonNode record : request.path("records")) {
      try {
        sent.add(producer.send(record(topic, record)));
      } catch (RuntimeException refused) {
        sent.add(java.util.concurrent.CompletableFuture.failedFuture(refused));
      }
      // "flush" closes the batch after this record.
      if (record.path("flush").asBoolean()) {
        producer.flush();
      }
    }
    if (!request.path("wait").asBoolean(true)) {
      return results;
    }
    producer.flush();
    for (Future<RecordMetadata> future : sent) {
      try {
        RecordMetadata metadata = future.get();
        results.addObject()
            .put("partition", metadata.partition())
            .put("offset", metadata.offset())
            .put("timestamp", metadata.timestamp());
      } catch (Exception failed) {
        results.add(Driver.failure(failed));
      }
    }
    return results;
  }

  /** key and value (base64 or null), headers [[name, base64 or null]], timestamp, partition. */
  private static ProducerRecord<byte[], byte[]> record(String topic, JsonNode record) {
    Integer partition = record.path("partition").isInt() ? (Integer) record.path("partition").asInt() : null;
    Long timestamp = record.path("timestamp").isNumber() ? (Long) record.path("timestamp").asLong() : null;
    var made = new ProducerRecord<byte[], byte[]>(
        topic, partition, timestamp, Driver.bytes(record.path("key")), Driver.bytes(record.path("value")));
    record.path("headers").forEach(
        header -> made.headers().add(header.get(0).asText(), Driver.bytes(header.get(1))));
    return made;
  }

  /**
   * count, size (bytes of a value), seed, partition or partitions (round robin), keys (number of different keys; 0:
   * none), null_every (each n-th value is null), flush_every. Half of each value is random, half repeats.
   */
  private static JsonNode bulk(KafkaProducer<byte[], byte[]> producer, String topic, JsonNode bulk) {
    Random random = new Random(bulk.path("seed").asLong(1));
    int size = bulk.path("size").asInt(100);
    int keys = bulk.path("keys").asInt(0);
    int partitions = bulk.path("partitions").asInt(0);
    int nullEvery = bulk.path("null_every").asInt(0);
    int flushEvery = bulk.path("flush_every").asInt(0);
    AtomicReference<Exception> first = new AtomicReference<>();
    AtomicInteger failed = new AtomicInteger();
    long count = bulk.path("count").asLong();
    for (long i = 0; i < count; i++) {
      Integer partition = partitions > 0 ? (Integer) (int) (i % partitions)
          : bulk.path("partition").isInt() ? (Integer) bulk.path("partition").asInt() : null;
      byte[] key = keys > 0 ? ("key-" + random.nextInt(keys)).getBytes(StandardCharsets.UTF_8) : null;
      byte[] value = nullEvery > 0 && i % nullEvery == nullEvery - 1 ? null : value(random, size);
      producer.send(new ProducerRecord<>(topic, partition, key, value), (metadata, exception) -> {
        if (exception != null) {
          first.compareAndSet(null, exception);
          failed.incrementAndGet();
        }
      });
      if (flushEvery > 0 && i % flushEvery == flushEvery - 1) {
        producer.flush();
      }
    }
    producer.flush();
    ObjectNode answer = Driver.object().put("sent", count - failed.get()).put("failed", failed.get());
    if (first.get() != null) {
      answer.set("first_failure", Driver.failure(first.get()));
    }
    return answer;
  }

  static byte[] value(Random random, int size) {
    byte[] value = new byte[size];
    random.nextBytes(value);
    java.util.Arrays.fill(value, size / 2, size, (byte) 'a');
    return value;
  }

  private Producing() {}
}
