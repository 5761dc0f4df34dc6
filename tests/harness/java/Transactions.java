import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * A writer as {@link Load} has it, in transactions of a tenth of a second, of which each fifth is aborted. After an error
 * it aborts, and where it cannot, it makes a new producer, as applications do. Numbers are not used again: what was
 * committed for certain is "acknowledged", what was not is "aborted", and where the end of a transaction failed, it is
 * "doubtful".
 */
final class Transactions extends Load.Runner {
  private static final long TRANSACTION_NANOS = 100_000_000;
  private final JsonNode request;
  private final List<Integer> aborted = new ArrayList<>();
  private final List<Integer> doubtful = new ArrayList<>();
  private KafkaProducer<byte[], byte[]> producer;
  private int number;
  private int transactions;
  private volatile int opened;

  Transactions(JsonNode request) {
    this.request = request;
  }

  @Override
  public void run() {
    long started = System.nanoTime();
    try {
      while (!stopping) {
        if (producer == null) {
          open();
        } else {
          one(started);
        }
      }
    } catch (InterruptedException ended) {
      interrupt();
    } finally {
      drop();
    }
  }

  private void open() throws InterruptedException {
    try {
      producer = Producing.open(request);
      producer.initTransactions();
      opened++;
    } catch (KafkaException thrown) {
      failed(thrown);
      drop();
      Thread.sleep(100);
    }
  }

  private void drop() {
    if (producer != null) {
      producer.close(Duration.ZERO);
      producer = null;
    }
  }

  private void one(long started) throws InterruptedException {
    List<Integer> numbers = new ArrayList<>();
    List<Future<RecordMetadata>> sent = new ArrayList<>();
    boolean ending = false;
    try {
      producer.beginTransaction();
      for (long begun = System.nanoTime(); System.nanoTime() - begun < TRANSACTION_NANOS; number++) {
        Load.await(started, number, request.path("rate").asDouble(200));
        numbers.add(number);
        sent.add(producer.send(Load.record(request, number)));
      }
      // So that nothing but the end itself may fail from here on.
      producer.flush();
      if (++transactions % 5 == 0) {
        producer.abortTransaction();
        keep(aborted, numbers);
        return;
      }
      for (Future<RecordMetadata> each : sent) {
        each.get();
      }
      ending = true;
      commit();
      for (int i = 0; i < sent.size(); i++) {
        RecordMetadata stored = sent.get(i).get();
        place(stored.partition(), stored.offset(), numbers.get(i));
      }
    } catch (java.util.concurrent.ExecutionException | KafkaException thrown) {
      failed(thrown instanceof KafkaException ? thrown : thrown.getCause());
      // The number that the exception came with was not counted.
      number++;
      keep(ending ? doubtful : aborted, numbers);
      try {
        producer.abortTransaction();
      } catch (KafkaException | IllegalStateException fatal) {
        drop();
      }
    }
  }

  /** A commit that took too long may be asked for again. */
  private void commit() {
    while (true) {
      try {
        producer.commitTransaction();
        return;
      } catch (TimeoutException late) {
        failed(late);
      }
    }
  }

  private synchronized void keep(List<Integer> kept, List<Integer> numbers) {
    kept.addAll(numbers);
  }

  @Override
  String name() {
    return "acknowledged";
  }

  @Override
  synchronized ObjectNode briefly() {
    ObjectNode answer = super.briefly().put("sent", number).put("opened", opened);
    for (boolean ended : new boolean[] {false, true}) {
      ArrayNode told = answer.putArray(ended ? "aborted" : "doubtful");
      (ended ? aborted : doubtful).forEach(told::add);
    }
    return answer;
  }
}
