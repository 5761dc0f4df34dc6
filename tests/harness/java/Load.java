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
    commands.put("background_status", request -> RUNNING.get(request.path("handle").asInt()).briefly());
  }

  private static JsonNode start(Runner runner) {
    int handle = NEXT.getAndIncrement();
    RUNNING.put(handle, runner);
    runner.setDaemon(true);
    runner.start();
    return Driver.object().put("handle", handle);
  }

  /** Ended with all that it did; asked for its status, it tells no more than what is needed to wait for it. */
  private abstract static class Runner extends Thread {
    volatile boolean stopping;
    final Places places = new Places();
    final List<ObjectNode> failures = new ArrayList<>();

    /** What the places are called in the answer of an ended one. */
    abstract String name();

    JsonNode end() throws Exception {
      stopping = true;
      join(60_000);
      ObjectNode answer = briefly();
      synchronized (this) {
        answer.set(name(), places.all());
      }
      return answer;
    }

    synchronized ObjectNode briefly() {
      ObjectNode answer = Driver.object().put("count", places.count());
      answer.set("last", places.last());
      failures.forEach(answer.putArray("failures")::add);
      return answer;
    }

    synchronized void place(int partition, long offset, long content) {
      places.add(partition, offset, content);
    }

    synchronized void failed(Throwable thrown) {
      if (failures.size() < 100) {
        failures.add(Driver.failure(thrown));
      }
    }
  }

  /** Partition, offset and content of many records, in little memory. */
  private static final class Places {
    private long[] numbers = new long[3 * 1024];
    private int used;

    void add(long partition, long offset, long content) {
      if (used == numbers.length) {
        numbers = Arrays.copyOf(numbers, 2 * used);
      }
      numbers[used++] = partition;
      numbers[used++] = offset;
      numbers[used++] = content;
    }

    int count() {
      return used / 3;
    }

    ArrayNode all() {
      ArrayNode all = Driver.array();
      for (int i = 0; i < used; i += 3) {
        all.addArray().add(numbers[i]).add(numbers[i + 1]).add(numbers[i + 2]);
      }
      return all;
    }

    /** The offset that was placed last, by partition. */
    ObjectNode last() {
      ObjectNode last = Driver.object();
      for (int i = 0; i < used; i += 3) {
        last.put(Long.toString(numbers[i]), numbers[i + 1]);
      }
      return last;
    }
  }

  /** topic, partitions (round robin), rate (records a second), size (bytes). Values start with their number. */
  private static final class Writer extends Runner {
    private final JsonNode request;
    private volatile int sent;

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
          sent = i + 1;
          byte[] value = padding.clone();
          byte[] text = (number + ";").getBytes(StandardCharsets.UTF_8);
          System.arraycopy(text, 0, value, 0, Math.min(text.length, value.length));
          try {
            producer.send(new ProducerRecord<>(topic, i % partitions, null, value), (metadata, exception) -> {
              if (exception != null) {
                failed(exception);
              } else {
                place(metadata.partition(), metadata.offset(), number);
              }
            });
          } catch (RuntimeException refused) {
            failed(refused);
          }
        }
      } catch (Exception thrown) {
        failed(thrown);
      }
    }

    @Override
    String name() {
      return "acknowledged";
    }

    @Override
    ObjectNode briefly() {
      return super.briefly().put("sent", sent);
    }
  }

  /** topic, isolation: reads all partitions from the beginning; every record that was ever seen, in order of sight. */
  private static final class Reader extends Runner {
    private final JsonNode request;

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
              place(record.partition(), record.offset(), Consuming.checksum(record));
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

    @Override
    String name() {
      return "seen";
    }
  }

  private Load() {}
}
