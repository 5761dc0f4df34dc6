import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;

/**
 * Admin clients, one for all commands with the same properties.
 *
 * <p>One that no command uses is closed soon: its cluster may be gone, and it would look for it for as long as we live.
 */
final class Admins {
  private static final long IDLE_MS = 10_000;
  private static final Map<String, Held> HELD = new HashMap<>();

  private static final class Held {
    Admin admin;
    int users;
    long idleSince;
  }

  /** A command begins. */
  static synchronized void begin(JsonNode request) {
    HELD.computeIfAbsent(key(request), key -> new Held()).users++;
  }

  /** A command that began has ended. */
  static synchronized void end(JsonNode request) {
    Held held = HELD.get(key(request));
    held.users--;
    held.idleSince = System.currentTimeMillis();
    for (Iterator<Held> all = HELD.values().iterator(); all.hasNext(); ) {
      Held other = all.next();
      if (other.users == 0 && (other.admin == null || held.idleSince - other.idleSince > IDLE_MS)) {
        all.remove();
        if (other.admin != null) {
          other.admin.close(Duration.ZERO);
        }
      }
    }
  }

  /** The client of a command that has begun. */
  static synchronized Admin of(JsonNode request) {
    Held held = HELD.get(key(request));
    if (held.admin == null) {
      held.admin =
          Admin.create(Driver.properties(request, "default.api.timeout.ms", "30000", "request.timeout.ms", "15000"));
    }
    return held.admin;
  }

  private static String key(JsonNode request) {
    return request.path("properties").toString();
  }

  private Admins() {}
}
