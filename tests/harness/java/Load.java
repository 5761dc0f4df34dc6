import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Writers and readers that go on in the background while a test breaks things. */
final class Load {
  private static final Map<Integer, Runner> RUNNING = new ConcurrentHashMap<>();
  private static final AtomicInteger NEXT = new AtomicInteger(1);

  static void register(Map<String, Driver.Command> commands) {
    commands.put("load_start", request -> start(new Writer(request)));
    commands.put("watch_start", request -> start(new Reader(request)));
    commands.put("background_stop", request -> RUNNING.remove(request.path("handle").asInt()).end());
    commands.put("background_status", request -> RUNNING.get(request.path("handle").asInt()).status());
  }

  private static JsonNode start(Runner runner) {
    int handle = NEXT.getAndIncrement();
    RUNNING.put(handle, runner);
    runner.setDaemon(true);
    runner.start();
    return Driver.object().put("handle", handle);
  }

  private abstract static class Runner extends Thread {
    volatile boolean stopping;
    final List<ObjectNode> failures = new ArrayList<>();

    abstract JsonNode status();

    JsonNode end() throws Exception {
      stopping = true;
      join(60_000);
      return status();
    }

    synchronized void failed(Throwable thrown) {
      if (failures.size() < 100) {
        failures.add(Driver.failure(thrown));
      }
    }
  }

  /** topic, partitions (round robin), rate (records a second), size (bytes). Values start with their number. */
  private static final class Writer extends Runner {
    private final JsonNode request;
    private final ArrayNode acknowledged = Driver.array();
    private int sent;

    Writer(JsonNode request) {
      this.request = request;
    }

    @Override
    public void run() {
      try (KafkaProducer<byte[], byte[]> producer = Producing.open(request)) {
        String topic = request.path("topic").asText();
        int partitions = request.path("partitions").asInt(1);
        double rate = request.path("rate").asDouble(200);
        byte[] padding = new byte[request.path("size").asInt(100)];
        Arrays.fill(padding, (byte) '.');
        long started = System.nanoTime();
        for (int i = 0; !stopping; i++) {
          long wait = started + (long) (i / rate * 1e9) - System.nanoTime();
          if (wait > 0) {
            Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
          }
          int number = i;
          byte[] value = padding.clone();
          byte[] text = (number + ";").getBytes(StandardCharsets.UTF_8);
          System.arraycopy(text, 0, value, 0, Math.min(text.length, value.length));
          try {
            producer.send(new ProducerRecord<>(topic, i % partitions, null, value), (metadata, exception) -> {
              if (exception != null) {
                failed(exception);
              } else {
                acknowledge(metadata.partition(), metadata.offset(), number);
              }
            });
          } catch (RuntimeException refused) {
            failed(refused);
          }
          sent++;
        }
      } catch (Exception thrown) {
        failed(thrown);
      }
    }

    private synchronized void acknowledge(int partition, long offset, int number) {
      acknowledged.addArray().add(partition).add(offset).add(number);
    }

    @Override
    synchronized JsonNode status() {
      ObjectNode answer = Driver.object().put("sent", sent);
      answer.set("acknowledged", acknowledged.deepCopy());
      failures.forEach(answer.putArray("failures")::add);
      return answer;
    }
  }

  /** topic, isolation: reads all partitions from the beginning; every record that was ever seen, in order of sight. */
  private static final class Reader extends Runner {
    private final JsonNode request;
    private final ArrayNode seen = Driver.array();

    Reader(JsonNode request) {
      this.request = request;
    }

    @Override
    public void run() {
      String topic = request.path("topic").asText();
      try (KafkaConsumer<byte[], byte[]> consumer = Consuming.open(request)) {
        List<TopicPartition> partitions = new ArrayList<>();
        consumer.partitionsFor(topic).forEach(each -> partitions.add(new TopicPartition(topic, each.partition())));
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        while (!stopping) {
          try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
              saw(record);
            }
          } catch (RuntimeException thrown) {
            failed(thrown);
            Thread.sleep(100);
          }
        }
      } catch (Exception thrown) {
        failed(thrown);
      }
    }

    private synchronized void saw(ConsumerRecord<byte[], byte[]> record) {
      seen.addArray().add(record.partition()).add(record.offset()).add(Consuming.checksum(record));
    }

    @Override
    synchronized JsonNode status() {
      ObjectNode answer = Driver.object();
      answer.set("seen", seen.deepCopy());
      failures.forEach(answer.putArray("failures")::add);
      return answer;
    }
  }

  private Load() {}
}
