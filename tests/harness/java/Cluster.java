import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.FeatureUpdate;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UpdateFeaturesOptions;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** Commands about the cluster as a whole: configs, ACLs, users, features. */
final class Cluster {
  static void register(Map<String, Driver.Command> commands) {
    commands.put("describe_cluster", Cluster::describe);
    commands.put("describe_quorum", Cluster::quorum);
    commands.put("describe_configs", Cluster::configs);
    commands.put("alter_configs", Cluster::alterConfigs);
    commands.put("create_acl", Cluster::createAcl);
    commands.put("delete_acl", Cluster::deleteAcl);
    commands.put("list_acls", Cluster::listAcls);
    commands.put("set_scram", Cluster::scram);
    commands.put("update_feature", Cluster::updateFeature);
    commands.put("finalized_features", Cluster::features);
  }

  private static JsonNode describe(JsonNode request) throws Exception {
    var cluster = Driver.admin(request).describeCluster();
    ObjectNode answer = Driver.object().put("cluster_id", cluster.clusterId().get());
    answer.put("controller", cluster.controller().get() == null ? -1 : cluster.controller().get().id());
    ArrayNode nodes = answer.putArray("nodes");
    cluster.nodes().get().forEach(
        node -> nodes.addObject().put("id", node.id()).put("host", node.host()).put("port", node.port()));
    return answer;
  }

  private static JsonNode quorum(JsonNode request) throws Exception {
    var quorum = Driver.admin(request).describeMetadataQuorum().quorumInfo().get();
    ObjectNode answer = Driver.object()
        .put("leader", quorum.leaderId())
        .put("leader_epoch", quorum.leaderEpoch())
        .put("high_watermark", quorum.highWatermark());
    quorum.voters().forEach(voter -> answer.withArray("voters").add(voter.replicaId()));
    quorum.observers().forEach(observer -> answer.withArray("observers").add(observer.replicaId()));
    return answer;
  }

  private static ConfigResource resource(JsonNode request) {
    ConfigResource.Type type = ConfigResource.Type.valueOf(request.path("type").asText("TOPIC"));
    return new ConfigResource(type, request.path("name").asText());
  }

  /** type (TOPIC, BROKER), name; every setting with its value and whether it is a default. */
  private static JsonNode configs(JsonNode request) throws Exception {
    ObjectNode answer = Driver.object();
    ConfigResource resource = resource(request);
    for (ConfigEntry entry : Driver.admin(request).describeConfigs(List.of(resource)).all().get().get(resource).entries()) {
      answer.putObject(entry.name())
          .put("value", entry.value())
          .put("source", entry.source().name())
          .put("is_default", entry.isDefault());
    }
    return answer;
  }

  /** type, name, set (object), remove (array). */
  private static JsonNode alterConfigs(JsonNode request) throws Exception {
    List<AlterConfigOp> operations = new ArrayList<>();
    request.path("set").properties().forEach(entry -> operations.add(new AlterConfigOp(
        new ConfigEntry(entry.getKey(), entry.getValue().asText()), AlterConfigOp.OpType.SET)));
    request.path("remove").forEach(key -> operations.add(new AlterConfigOp(
        new ConfigEntry(key.asText(), null), AlterConfigOp.OpType.DELETE)));
    Driver.admin(request).incrementalAlterConfigs(Map.of(resource(request), operations)).all().get();
    return Driver.object();
  }

  /** resource_type, resource_name, pattern (LITERAL), principal, host (*), operation, permission (ALLOW). */
  private static AclBinding acl(JsonNode request) {
    return new AclBinding(
        new ResourcePattern(
            ResourceType.valueOf(request.path("resource_type").asText()),
            request.path("resource_name").asText(),
            PatternType.valueOf(request.path("pattern").asText("LITERAL"))),
        new AccessControlEntry(
            request.path("principal").asText(),
            request.path("host").asText("*"),
            AclOperation.valueOf(request.path("operation").asText()),
            AclPermissionType.valueOf(request.path("permission").asText("ALLOW"))));
  }

  private static JsonNode createAcl(JsonNode request) throws Exception {
    Driver.admin(request).createAcls(List.of(acl(request))).all().get();
    return Driver.object();
  }

  private static JsonNode deleteAcl(JsonNode request) throws Exception {
    int deleted = Driver.admin(request).deleteAcls(List.of(acl(request).toFilter())).all().get().size();
    return Driver.object().put("deleted", deleted);
  }

  private static JsonNode listAcls(JsonNode request) throws Exception {
    ArrayNode answer = Driver.array();
    for (AclBinding acl : Driver.admin(request).describeAcls(AclBindingFilter.ANY).values().get()) {
      answer.addObject()
          .put("resource_type", acl.pattern().resourceType().name())
          .put("resource_name", acl.pattern().name())
          .put("pattern", acl.pattern().patternType().name())
          .put("principal", acl.entry().principal())
          .put("host", acl.entry().host())
          .put("operation", acl.entry().operation().name())
          .put("permission", acl.entry().permissionType().name());
    }
    return answer;
  }

  /** user, password, mechanism (SCRAM-SHA-256), iterations (4096). */
  private static JsonNode scram(JsonNode request) throws Exception {
    ScramMechanism mechanism = ScramMechanism.fromMechanismName(request.path("mechanism").asText("SCRAM-SHA-256"));
    ScramCredentialInfo info = new ScramCredentialInfo(mechanism, request.path("iterations").asInt(4096));
    var upsertion = new UserScramCredentialUpsertion(
        request.path("user").asText(), info, request.path("password").asText());
    Driver.admin(request).alterUserScramCredentials(List.of(upsertion)).all().get();
    return Driver.object();
  }

  /** feature, level. */
  private static JsonNode updateFeature(JsonNode request) throws Exception {
    FeatureUpdate update =
        new FeatureUpdate((short) request.path("level").asInt(), FeatureUpdate.UpgradeType.UPGRADE);
    Driver.admin(request)
        .updateFeatures(Map.of(request.path("feature").asText(), update), new UpdateFeaturesOptions())
        .all()
        .get();
    return Driver.object();
  }

  private static JsonNode features(JsonNode request) throws Exception {
    ObjectNode answer = Driver.object();
    Driver.admin(request).describeFeatures().featureMetadata().get().finalizedFeatures()
        .forEach((name, range) -> answer.put(name, range.maxVersionLevel()));
    return answer;
  }

  private Cluster() {}
}
