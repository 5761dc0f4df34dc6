import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A steady writer at one cluster and a reader at another that knows how long each partition was silent. Both remember a
 * few numbers for each partition and no records, so that they can go on for an hour.
 */
final class Pulse {
  private static final Map<Integer, Pulse> RUNNING = new ConcurrentHashMap<>();
  private static final AtomicInteger NEXT = new AtomicInteger(1);

  static void register(Map<String, Driver.Command> commands) {
    commands.put("pulse_start", request -> {
      int handle = NEXT.getAndIncrement();
      Pulse pulse = new Pulse(request);
      RUNNING.put(handle, pulse);
      pulse.writer.start();
      pulse.reader.start();
      return Driver.object().put("handle", handle);
    });
    commands.put("pulse_mark", request -> RUNNING.get(request.path("handle").asInt()).mark());
    commands.put("pulse_stop", request -> RUNNING.remove(request.path("handle").asInt()).stop());
  }

  private final JsonNode request;
  private final String topic;
  private final int partitions;
  private final Thread writer = new Thread(this::write);
  private final Thread reader = new Thread(this::read);
  private final long[] last;
  private final long[] longest;
  private final long[] next;
  private final List<String> failures = new ArrayList<>();
  private volatile boolean writing = true;
  private volatile boolean reading = true;
  private volatile long acknowledged;
  private long seen;
  private long skipped;
  private long repeated;

  /**
   * topic, partitions, rate (records a second of each partition), size (bytes), source (bootstrap; without it one
   * bootstrap serves both, and nothing is written twice).
   */
  private Pulse(JsonNode request) {
    this.request = request;
    topic = request.path("topic").asText();
    partitions = request.path("partitions").asInt(1);
    last = new long[partitions];
    longest = new long[partitions];
    next = new long[partitions];
    writer.setDaemon(true);
    reader.setDaemon(true);
  }

  private void write() {
    Map<String, Object> settings =
        request.has("source")
            ? Map.of("bootstrap.servers", request.path("source").asText(), "acks", "1", "linger.ms", "2")
            : Map.of("bootstrap.servers", Driver.properties(request).get("bootstrap.servers"), "acks", "all", "linger.ms", "2");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      double rate = request.path("rate").asDouble(200) * partitions;
      byte[] value = Producing.value(new java.util.Random(1), request.path("size").asInt(100));
      long started = System.nanoTime();
      for (long i = 0; writing; i++) {
        long wait = started + (long) (i / rate * 1e9) - System.nanoTime();
        if (wait > 0) {
          Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
        }
        producer.send(new ProducerRecord<>(topic, (int) (i % partitions), null, value), (metadata, exception) -> {
          if (exception != null) {
            failed(exception);
          } else {
            acknowledged++;
          }
        });
      }
    } catch (Exception thrown) {
      failed(thrown);
    }
  }

  private void read() {
    var properties = Driver.properties(request, "auto.offset.reset", "earliest", "enable.auto.commit", "false");
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      List<TopicPartition> all = new ArrayList<>();
      for (int i = 0; i < partitions; i++) {
        all.add(new TopicPartition(topic, i));
      }
      consumer.assign(all);
      consumer.seekToBeginning(all);
      while (reading) {
        try {
          for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
            saw(record);
          }
        } catch (RuntimeException thrown) {
          failed(thrown);
          Thread.sleep(20);
        }
      }
    } catch (Exception thrown) {
      failed(thrown);
    }
  }

  private synchronized void saw(ConsumerRecord<byte[], byte[]> record) {
    int at = record.partition();
    long now = System.nanoTime();
    if (last[at] != 0) {
      longest[at] = Math.max(longest[at], now - last[at]);
    }
    last[at] = now;
    skipped += Math.max(0, record.offset() - next[at]);
    if (record.offset() < next[at]) {
      repeated += next[at] - record.offset();
      failures.add(String.format(
          "%s: %s-%d from %d back to %d, which has epoch %s",
          java.time.LocalTime.now(), topic, at, next[at], record.offset(), record.leaderEpoch().orElse(-1)));
    }
    next[at] = record.offset() + 1;
    seen++;
  }

  private synchronized void failed(Throwable thrown) {
    if (failures.size() < 20) {
      failures.add(thrown.toString());
    }
  }

  /** Longest silence of each partition in milliseconds since the last mark, one that still lasts included. */
  private synchronized JsonNode mark() {
    ObjectNode answer = Driver.object()
        .put("acknowledged", acknowledged).put("seen", seen - repeated).put("skipped", skipped).put("repeated", repeated);
    ArrayNode silences = answer.putArray("silences_ms");
    long now = System.nanoTime();
    for (int at = 0; at < partitions; at++) {
      long open = last[at] == 0 ? 0 : now - last[at];
      silences.add(Math.max(longest[at], open) / 1e6);
      longest[at] = 0;
    }
    ArrayNode told = answer.putArray("failures");
    failures.forEach(told::add);
    failures.clear();
    return answer;
  }

  /** Ends the writer, and the reader once it has seen everything or 60 s have passed. */
  private JsonNode stop() throws Exception {
    writing = false;
    writer.join(60_000);
    long deadline = System.currentTimeMillis() + 60_000;
    while (System.currentTimeMillis() < deadline && seen() < acknowledged) {
      Thread.sleep(20);
    }
    JsonNode answer = mark();
    reading = false;
    reader.join(10_000);
    return answer;
  }

  /** Different records. */
  private synchronized long seen() {
    return seen - repeated;
  }
}
