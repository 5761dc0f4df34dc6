import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Writers and readers that go on in the background while a test breaks things. */
final class Load {
  private static final Map<Integer, Runner> RUNNING = new ConcurrentHashMap<>();
  private static final AtomicInteger NEXT = new AtomicInteger(1);

  static void register(Map<String, Driver.Command> commands) {
    commands.put("load_start", request -> start(
        request.path("config").has("transactional.id") ? new Transactions(request) : new Writer(request)));
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
  abstract static class Runner extends Thread {
    volatile boolean stopping;
    final Places places = new Places();
    final List<ObjectNode> failures = new ArrayList<>();
    /** What a group's coordinator has, by partition, with how many records had been seen by then. */
    final Places commits = new Places();

    /** What the places are called in the answer of an ended one. */
    abstract String name();

    JsonNode end() throws Exception {
      stopping = true;
      join(60_000);
      ObjectNode answer = briefly();
      synchronized (this) {
        answer.set(name(), places.all());
        answer.set("commits", commits.all());
      }
      return answer;
    }

    synchronized ObjectNode briefly() {
      ObjectNode answer = Driver.object().put("count", places.count()).put("committed", commits.count());
      answer.set("last", places.last());
      failures.forEach(answer.putArray("failures")::add);
      return answer;
    }

    synchronized void place(int partition, long offset, long content) {
      places.add(partition, offset, content);
    }

    synchronized void committed(int partition, long offset) {
      commits.add(partition, offset, places.count());
    }

    synchronized void failed(Throwable thrown) {
      if (failures.size() < 100) {
        failures.add(Driver.failure(thrown));
      }
    }
  }

  /** Partition, offset and content of many records, in little memory. */
  static final class Places {
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

  /** Waits until the record with this number is due. */
  static void await(long started, int number, double rate) throws InterruptedException {
    long wait = started + (long) (number / rate * 1e9) - System.nanoTime();
    if (wait > 0) {
      Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
    }
  }

  /** The record with this number, as {@link Writer} has it. */
  static ProducerRecord<byte[], byte[]> record(JsonNode request, int number) {
    byte[] value = new byte[request.path("size").asInt(100)];
    Arrays.fill(value, (byte) '.');
    byte[] text = (number + ";").getBytes(StandardCharsets.UTF_8);
    System.arraycopy(text, 0, value, 0, Math.min(text.length, value.length));
    int keys = request.path("keys").asInt(0);
    byte[] key = keys > 0 ? ("key-" + number % keys).getBytes(StandardCharsets.UTF_8) : null;
    int partition = number % request.path("partitions").asInt(1);
    return new ProducerRecord<>(request.path("topic").asText(), partition, key, value);
  }

  /**
   * topic, partitions (round robin), rate (records a second), size (bytes), keys (how many; 0: none). Values start with
   * their number; where partitions divide keys, a key stays in one partition.
   */
  private static final class Writer extends Runner {
    private final JsonNode request;
    private volatile int sent;

    Writer(JsonNode request) {
      this.request = request;
    }

    @Override
    public void run() {
      try (KafkaProducer<byte[], byte[]> producer = Producing.open(request)) {
        double rate = request.path("rate").asDouble(200);
        long started = System.nanoTime();
        for (int i = 0; !stopping; i++) {
          await(started, i, rate);
          int number = i;
          sent = i + 1;
          try {
            producer.send(record(request, number), (metadata, exception) -> {
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

  /**
   * topic, isolation: reads all partitions from the beginning; every record that was ever seen, in order of sight. With a
   * group it is a member of that and commits by time.
   */
  private static final class Reader extends Runner {
    /** How often a group's reader commits what it read. */
    private static final long COMMIT_EVERY_MS = 500;
    private final JsonNode request;
    /** What was read since the last commit. */
    private final Map<TopicPartition, OffsetAndMetadata> read = new HashMap<>();

    Reader(JsonNode request) {
      this.request = request;
    }

    @Override
    public void run() {
      ObjectNode asked = request.deepCopy();
      boolean grouped = request.has("group");
      if (grouped) {
        asked.withObject("/properties").put("group.id", request.path("group").asText());
      }
      try (KafkaConsumer<byte[], byte[]> consumer = Consuming.open(asked)) {
        begin(consumer, grouped);
        long last = System.currentTimeMillis();
        while (!stopping) {
          try {
            for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
              place(record.partition(), record.offset(), Consuming.checksum(record));
              read.put(
                  new TopicPartition(record.topic(), record.partition()), new OffsetAndMetadata(record.offset() + 1));
            }
            if (grouped && System.currentTimeMillis() - last >= COMMIT_EVERY_MS) {
              last = System.currentTimeMillis();
              commit(consumer);
            }
          } catch (RuntimeException thrown) {
            failed(thrown);
            Thread.sleep(100);
          }
        }
        if (grouped) {
          commit(consumer);
        }
      } catch (Exception thrown) {
        failed(thrown);
      }
    }

    private void begin(KafkaConsumer<byte[], byte[]> consumer, boolean grouped) {
      String topic = request.path("topic").asText();
      if (!grouped) {
        List<TopicPartition> partitions = partitionsOf(topic, consumer);
        consumer.assign(partitions);
        consumer.seekToBeginning(partitions);
        return;
      }
      consumer.subscribe(List.of(topic), new ConsumerRebalanceListener() {
        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> revoked) {}

        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> assigned) {
          read.clear();
        }
      });
    }

    /** Asks again when the server that was asked did not answer: it may stand still just now. */
    private List<TopicPartition> partitionsOf(String topic, KafkaConsumer<byte[], byte[]> consumer) {
      List<TopicPartition> partitions = new ArrayList<>();
      while (partitions.isEmpty() && !stopping) {
        try {
          consumer.partitionsFor(topic).forEach(each -> partitions.add(new TopicPartition(topic, each.partition())));
        } catch (TimeoutException thrown) {
          failed(thrown);
        }
      }
      return partitions;
    }

    private void commit(KafkaConsumer<byte[], byte[]> consumer) {
      Map<TopicPartition, OffsetAndMetadata> ends = new HashMap<>(read);
      read.clear();
      if (!ends.isEmpty()) {
        consumer.commitSync(ends);
        ends.forEach((partition, end) -> committed(partition.partition(), end.offset()));
      }
    }

    @Override
    String name() {
      return "seen";
    }
  }

  private Load() {}
}
