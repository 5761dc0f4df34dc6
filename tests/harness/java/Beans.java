import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.tools.attach.VirtualMachine;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** Counters of a broker on this machine, asked for by its process id, so that it needs no port for them. */
final class Beans {
  private static final Map<Long, MBeanServerConnection> OPEN = new ConcurrentHashMap<>();

  static void register(Map<String, Driver.Command> commands) {
    commands.put("bean", Beans::read);
  }

  /** pid, name (a pattern), attribute (Count): {bean name: number}. */
  private static JsonNode read(JsonNode request) throws Exception {
    MBeanServerConnection beans = open(request.path("pid").asLong());
    ObjectNode answer = Driver.object();
    for (ObjectName name : beans.queryNames(new ObjectName(request.path("name").asText()), null)) {
      Object value = beans.getAttribute(name, request.path("attribute").asText("Count"));
      answer.put(name.toString(), ((Number) value).doubleValue());
    }
    return answer;
  }

  private static synchronized MBeanServerConnection open(long pid) throws Exception {
    if (!OPEN.containsKey(pid)) {
      VirtualMachine machine = VirtualMachine.attach(String.valueOf(pid));
      String address = machine.startLocalManagementAgent();
      machine.detach();
      OPEN.put(pid, JMXConnectorFactory.connect(new JMXServiceURL(address)).getMBeanServerConnection());
    }
    return OPEN.get(pid);
  }

  private Beans() {}
}
