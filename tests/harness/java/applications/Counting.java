import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.kstream.Produced;

/**
 * A Streams application with a state store: counts records by the last digit of the number in front of their values.
 *
 * <p>Its only argument is a file with the properties of Streams, and with the topics {@code input} and {@code output}.
 */
public final class Counting {
  private Counting() {}

  public static void main(String[] arguments) throws Exception {
    Properties properties = new Properties();
    try (Reader file = Files.newBufferedReader(Path.of(arguments[0]))) {
      properties.load(file);
    }
    String input = (String) properties.remove("input");
    String output = (String) properties.remove("output");
    StreamsBuilder builder = new StreamsBuilder();
    builder
        .stream(input, Consumed.with(Serdes.ByteArray(), Serdes.String()))
        .selectKey((none, value) -> value.substring(value.indexOf(';') - 1, value.indexOf(';')))
        .groupByKey(Grouped.with("digits", Serdes.String(), Serdes.String()))
        .count(Materialized.as("counts"))
        .toStream()
        .mapValues(String::valueOf)
        .to(output, Produced.with(Serdes.String(), Serdes.String()));
    KafkaStreams streams = new KafkaStreams(builder.build(), properties);
    // What applications that are to run for long do.
    streams.setUncaughtExceptionHandler(thrown -> {
      System.err.println("a thread is replaced: " + thrown);
      return StreamThreadExceptionResponse.REPLACE_THREAD;
    });
    Runtime.getRuntime().addShutdownHook(new Thread(streams::close));
    streams.start();
    Thread.currentThread().join();
  }
}
