import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeProducersOptions;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.IsolationLevel;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;

/** Commands about topics and partitions. */
final class Topics {
  static void register(Map<String, Driver.Command> commands) {
    commands.put("create_topic", Topics::create);
    commands.put("delete_topic", Topics::delete);
    commands.put("list_topics", Topics::list);
    commands.put("describe_topic", Topics::describe);
    commands.put("create_partitions", Topics::createPartitions);
    commands.put("delete_records", Topics::deleteRecords);
    commands.put("offsets", Topics::offsets);
    commands.put("reassign", Topics::reassign);
    commands.put("reassignments", Topics::reassignments);
    commands.put("elect_leaders", Topics::elect);
    commands.put("describe_producers", Topics::producers);
  }

  /** name, partitions + replication or assignment ([[1, 2], ...]), configs, validate_only. */
  private static JsonNode create(JsonNode request) throws Exception {
    String name = request.path("name").asText();
    NewTopic topic;
    if (request.path("assignment").isArray()) {
      Map<Integer, List<Integer>> assignment = new HashMap<>();
      for (int i = 0; i < request.path("assignment").size(); i++) {
        assignment.put(i, integers(request.path("assignment").get(i)));
      }
      topic = new NewTopic(name, assignment);
    } else {
      topic = new NewTopic(
          name,
          Optional.of(request.path("partitions").asInt(1)),
          Optional.of((short) request.path("replication").asInt(1)));
    }
    Map<String, String> configs = new HashMap<>();
    request.path("configs").properties().forEach(entry -> configs.put(entry.getKey(), entry.getValue().asText()));
    topic.configs(configs);
    CreateTopicsOptions options = new CreateTopicsOptions().validateOnly(request.path("validate_only").asBoolean());
    var result = Driver.admin(request).createTopics(List.of(topic), options);
    result.all().get();
    return Driver.object().put("topic_id", String.valueOf(result.topicId(name).get()));
  }

  private static JsonNode delete(JsonNode request) throws Exception {
    Driver.admin(request).deleteTopics(List.of(request.path("name").asText())).all().get();
    return Driver.object();
  }

  private static JsonNode list(JsonNode request) throws Exception {
    ArrayNode names = Driver.array();
    ListTopicsOptions options = new ListTopicsOptions().listInternal(request.path("internal").asBoolean());
    Driver.admin(request).listTopics(options).names().get().stream().sorted().forEach(names::add);
    return names;
  }

  private static JsonNode describe(JsonNode request) throws Exception {
    String name = request.path("name").asText();
    TopicDescription topic = Driver.admin(request).describeTopics(List.of(name)).allTopicNames().get().get(name);
    ObjectNode answer = Driver.object().put("name", name).put("topic_id", topic.topicId().toString());
    ArrayNode partitions = answer.putArray("partitions");
    topic.partitions().forEach(partition -> {
      ObjectNode one = partitions.addObject().put("partition", partition.partition());
      one.put("leader", partition.leader() == null ? -1 : partition.leader().id());
      one.set("replicas", ids(partition.replicas()));
      one.set("isr", ids(partition.isr()));
    });
    return answer;
  }

  private static JsonNode createPartitions(JsonNode request) throws Exception {
    NewPartitions count = NewPartitions.increaseTo(request.path("count").asInt());
    Driver.admin(request).createPartitions(Map.of(request.path("name").asText(), count)).all().get();
    return Driver.object();
  }

  /** topic, partition, before (-1: the high watermark); answers with the new log start. */
  private static JsonNode deleteRecords(JsonNode request) throws Exception {
    TopicPartition partition = partition(request);
    RecordsToDelete before = RecordsToDelete.beforeOffset(request.path("before").asLong());
    var deleted = Driver.admin(request).deleteRecords(Map.of(partition, before));
    return Driver.object().put("low_watermark", deleted.lowWatermarks().get(partition).get().lowWatermark());
  }

  /** topic, spec (earliest, latest, max_timestamp or milliseconds), isolation; an answer for each partition. */
  private static JsonNode offsets(JsonNode request) throws Exception {
    Admin admin = Driver.admin(request);
    String topic = request.path("topic").asText();
    String spec = request.path("spec").asText("latest");
    OffsetSpec wanted = switch (spec) {
      case "earliest" -> OffsetSpec.earliest();
      case "latest" -> OffsetSpec.latest();
      case "max_timestamp" -> OffsetSpec.maxTimestamp();
      default -> OffsetSpec.forTimestamp(Long.parseLong(spec));
    };
    Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
    for (var partition : admin.describeTopics(List.of(topic)).allTopicNames().get().get(topic).partitions()) {
      asked.put(new TopicPartition(topic, partition.partition()), wanted);
    }
    boolean committed = request.path("isolation").asText().equals("read_committed");
    var options = new ListOffsetsOptions(committed ? IsolationLevel.READ_COMMITTED : IsolationLevel.READ_UNCOMMITTED);
    ObjectNode answer = Driver.object();
    for (var entry : admin.listOffsets(asked, options).all().get().entrySet()) {
      ListOffsetsResultInfo info = entry.getValue();
      answer.putObject(String.valueOf(entry.getKey().partition()))
          .put("offset", info.offset())
          .put("timestamp", info.timestamp())
          .put("leader_epoch", info.leaderEpoch().orElse(-1));
    }
    return answer;
  }

  /** topic, partition, replicas (null cancels). Returns when accepted, not when done. */
  private static JsonNode reassign(JsonNode request) throws Exception {
    Optional<NewPartitionReassignment> replicas = request.path("replicas").isArray()
        ? Optional.of(new NewPartitionReassignment(integers(request.path("replicas"))))
        : Optional.empty();
    Driver.admin(request).alterPartitionReassignments(Map.of(partition(request), replicas)).all().get();
    return Driver.object();
  }

  private static JsonNode reassignments(JsonNode request) throws Exception {
    ArrayNode running = Driver.array();
    Driver.admin(request).listPartitionReassignments().reassignments().get().forEach((partition, moves) -> {
      ObjectNode one = running.addObject().put("topic", partition.topic()).put("partition", partition.partition());
      moves.addingReplicas().forEach(one.putArray("adding")::add);
      moves.removingReplicas().forEach(one.putArray("removing")::add);
    });
    return running;
  }

  private static JsonNode elect(JsonNode request) throws Exception {
    ElectionType type = request.path("unclean").asBoolean() ? ElectionType.UNCLEAN : ElectionType.PREFERRED;
    Driver.admin(request).electLeaders(type, java.util.Set.of(partition(request))).all().get();
    return Driver.object();
  }

  /** topic, partition, broker (optional); producers that the log knows. */
  private static JsonNode producers(JsonNode request) throws Exception {
    DescribeProducersOptions options = new DescribeProducersOptions();
    if (request.path("broker").isInt()) {
      options.brokerId(request.path("broker").asInt());
    }
    ArrayNode answer = Driver.array();
    var states = Driver.admin(request).describeProducers(List.of(partition(request)), options);
    states.partitionResult(partition(request)).get().activeProducers().forEach(producer -> answer.addObject()
        .put("producer_id", producer.producerId())
        .put("producer_epoch", producer.producerEpoch())
        .put("last_sequence", producer.lastSequence())
        .put("coordinator_epoch", producer.coordinatorEpoch().orElse(-1))
        .put("transaction_start", producer.currentTransactionStartOffset().orElse(-1)));
    return answer;
  }

  static TopicPartition partition(JsonNode request) {
    return new TopicPartition(request.path("topic").asText(), request.path("partition").asInt());
  }

  static List<Integer> integers(JsonNode array) {
    List<Integer> integers = new ArrayList<>();
    array.forEach(each -> integers.add(each.asInt()));
    return integers;
  }

  static ArrayNode ids(Collection<Node> nodes) {
    ArrayNode ids = Driver.array();
    nodes.forEach(node -> ids.add(node.id()));
    return ids;
  }

  private Topics() {}
}
