import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Commands about consumer groups. */
final class Groups {
  static void register(Map<String, Driver.Command> commands) {
    commands.put("group_offsets", Groups::offsets);
    commands.put("alter_group_offsets", Groups::alter);
    commands.put("describe_group", Groups::describe);
    commands.put("delete_group", Groups::delete);
  }

  private static JsonNode offsets(JsonNode request) throws Exception {
    ArrayNode answer = Driver.array();
    String group = request.path("group").asText();
    Driver.admin(request).listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata().get().forEach(
        (partition, committed) -> {
          ObjectNode one = answer.addObject().put("topic", partition.topic()).put("partition", partition.partition());
          one.put("offset", committed == null ? -1 : committed.offset());
          one.put("metadata", committed == null ? "" : committed.metadata());
          one.put("leader_epoch", committed == null ? -1 : committed.leaderEpoch().orElse(-1));
        });
    return answer;
  }

  /** group, offsets [{topic, partition, offset, metadata, leader_epoch}]. */
  private static JsonNode alter(JsonNode request) throws Exception {
    Driver.admin(request)
        .alterConsumerGroupOffsets(request.path("group").asText(), parse(request.path("offsets")))
        .all()
        .get();
    return Driver.object();
  }

  static Map<TopicPartition, OffsetAndMetadata> parse(JsonNode offsets) {
    Map<TopicPartition, OffsetAndMetadata> parsed = new HashMap<>();
    offsets.forEach(each -> {
      int epoch = each.path("leader_epoch").asInt(-1);
      parsed.put(
          Topics.partition(each),
          new OffsetAndMetadata(
              each.path("offset").asLong(),
              epoch < 0 ? Optional.empty() : Optional.of(epoch),
              each.path("metadata").asText("")));
    });
    return parsed;
  }

  private static JsonNode describe(JsonNode request) throws Exception {
    String group = request.path("group").asText();
    var described = Driver.admin(request).describeConsumerGroups(List.of(group)).all().get().get(group);
    ObjectNode answer =
        Driver.object().put("state", described.state().toString()).put("members", described.members().size());
    ArrayNode topics = answer.putArray("topics");
    described.members().stream()
        .flatMap(member -> member.assignment().topicPartitions().stream())
        .map(TopicPartition::topic)
        .distinct()
        .sorted()
        .forEach(topics::add);
    return answer;
  }

  private static JsonNode delete(JsonNode request) throws Exception {
    Driver.admin(request).deleteConsumerGroups(List.of(request.path("group").asText())).all().get();
    return Driver.object();
  }

  private Groups() {}
}
