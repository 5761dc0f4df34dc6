import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Writes at a steady rate on one side, reads on the other, and prints how long records took: one JSON line.
 *
 * <p>Arguments: source bootstrap, source topic, destination bootstrap, destination topic, partitions, records a
 * second, seconds that count, seconds before that do not. Both ends are in this process, so one clock stamps and reads.
 */
public final class Latency {
  public static void main(String[] arguments) throws Exception {
    String from = arguments[1];
    String to = arguments[3];
    int partitions = Integer.parseInt(arguments[4]);
    double rate = Double.parseDouble(arguments[5]);
    long counted = (long) (rate * Integer.parseInt(arguments[6]));
    long warm = (long) (rate * Integer.parseInt(arguments[7]));
    AtomicBoolean ready = new AtomicBoolean();
    Reader reader = new Reader(arguments[2], to, partitions, warm, warm + counted, ready);
    reader.start();
    while (!ready.get()) {
      Thread.sleep(10);
    }
    Map<String, Object> settings = Map.of("bootstrap.servers", arguments[0], "acks", "1", "linger.ms", "0");
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
      long started = System.nanoTime();
      for (long i = 0; i < warm + counted; i++) {
        long due = started + (long) (i / rate * 1e9);
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
          Thread.sleep(wait / 1_000_000, (int) (wait % 1_000_000));
        }
        byte[] value = ByteBuffer.allocate(1024).putLong(i).putLong(System.nanoTime()).array();
        producer.send(new ProducerRecord<>(from, (int) (i % partitions), null, value));
      }
      producer.flush();
    }
    reader.join(30_000);
    long[] nanos = reader.nanos();
    Arrays.sort(nanos);
    System.out.printf(
        "{\"count\":%d,\"lost\":%d,\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"max_ms\":%.2f}%n",
        nanos.length, counted - nanos.length, at(nanos, 0.50), at(nanos, 0.99), at(nanos, 1.0));
    System.exit(0);
  }

  private static double at(long[] sorted, double part) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    int index = (int) Math.min(sorted.length - 1, Math.floor(part * sorted.length));
    return sorted[index] / 1e6;
  }

  private static final class Reader extends Thread {
    private final String bootstrap;
    private final String topic;
    private final int partitions;
    private final long first;
    private final long end;
    private final AtomicBoolean ready;
    private final List<Long> taken = new ArrayList<>();

    Reader(String bootstrap, String topic, int partitions, long first, long end, AtomicBoolean ready) {
      this.bootstrap = bootstrap;
      this.topic = topic;
      this.partitions = partitions;
      this.first = first;
      this.end = end;
      this.ready = ready;
      setDaemon(true);
    }

    @Override
    public void run() {
      Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap, "auto.offset.reset", "latest");
      try (KafkaConsumer<byte[], byte[]> consumer =
          new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
        List<TopicPartition> all = new ArrayList<>();
        for (int i = 0; i < partitions; i++) {
          all.add(new TopicPartition(topic, i));
        }
        consumer.assign(all);
        consumer.seekToEnd(all);
        all.forEach(consumer::position);
        ready.set(true);
        long seen = 0;
        while (seen < end) {
          for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(1_000))) {
            long now = System.nanoTime();
            ByteBuffer value = ByteBuffer.wrap(record.value());
            long number = value.getLong();
            seen++;
            if (number >= first) {
              synchronized (taken) {
                taken.add(now - value.getLong());
              }
            }
          }
        }
      }
    }

    long[] nanos() {
      synchronized (taken) {
        return taken.stream().mapToLong(Long::longValue).toArray();
      }
    }
  }

  private Latency() {}
}
