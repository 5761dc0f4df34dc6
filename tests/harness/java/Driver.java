import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.protocol.Errors;

/**
 * Java clients as a process: one JSON command a line on standard input, one JSON answer a line on standard output.
 *
 * <p>{"id": 7, "command": "create_topic", "properties": {...}, ...} is answered with {"id": 7, "ok": ...} or
 * {"id": 7, "error": "TopicExistsException", "name": "TOPIC_ALREADY_EXISTS", "code": 36, "message": "..."}.
 * Commands run side by side; answers come as they are ready. The process ends with its standard input.
 */
public final class Driver {
  static final ObjectMapper JSON = new ObjectMapper();

  interface Command {
    JsonNode run(JsonNode arguments) throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    Map<String, Command> commands = new TreeMap<>();
    Topics.register(commands);
    Cluster.register(commands);
    Groups.register(commands);
    Producing.register(commands);
    Consuming.register(commands);
    Load.register(commands);
    Pulse.register(commands);
    Beans.register(commands);

    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    ExecutorService workers = Executors.newCachedThreadPool();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      JsonNode request = JSON.readTree(line);
      workers.execute(() -> {
        String answer = answer(commands, request);
        synchronized (out) {
          out.println(answer);
        }
      });
    }
    // Whoever drives us is gone: clients with requests in flight are not waited for.
    Runtime.getRuntime().halt(0);
  }

  private static String answer(Map<String, Command> commands, JsonNode request) {
    ObjectNode answer = JSON.createObjectNode();
    Admins.begin(request);
    try {
      Command command = commands.get(request.path("command").asText());
      if (command == null) {
        throw new IllegalArgumentException("unknown command " + request.path("command"));
      }
      answer.set("ok", command.run(request));
    } catch (Throwable thrown) {
      answer = failure(thrown);
    } finally {
      Admins.end(request);
    }
    answer.set("id", request.path("id"));
    return answer.toString();
  }

  /** Class, protocol name, code and message of what went wrong; wrappers of futures are taken off. */
  static ObjectNode failure(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null
        && (cause instanceof ExecutionException
            || cause instanceof CompletionException
            || cause.getClass() == org.apache.kafka.common.KafkaException.class)) {
      cause = cause.getCause();
    }
    Errors error = Errors.forException(cause);
    return JSON.createObjectNode()
        .put("error", cause.getClass().getSimpleName())
        .put("name", error.name())
        .put("code", error.code())
        .put("message", String.valueOf(cause.getMessage()));
  }

  /** Client properties of a request: its "properties", overridden by its "config". */
  static Properties properties(JsonNode request, String... defaults) {
    Properties properties = new Properties();
    for (int i = 0; i < defaults.length; i += 2) {
      properties.put(defaults[i], defaults[i + 1]);
    }
    for (String field : new String[] {"properties", "config"}) {
      request.path(field).properties().forEach(entry -> properties.put(entry.getKey(), entry.getValue().asText()));
    }
    return properties;
  }

  /** An admin client for the request's properties. */
  static Admin admin(JsonNode request) {
    return Admins.of(request);
  }

  static byte[] bytes(JsonNode base64) {
    return base64.isTextual() ? Base64.getDecoder().decode(base64.asText()) : null;
  }

  static String text(byte[] bytes) {
    return bytes == null ? null : Base64.getEncoder().encodeToString(bytes);
  }

  static ArrayNode array() {
    return JSON.createArrayNode();
  }

  static ObjectNode object() {
    return JSON.createObjectNode();
  }

  private Driver() {}
}
