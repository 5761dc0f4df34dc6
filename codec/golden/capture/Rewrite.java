import java.io.*;
import java.nio.ByteBuffer;
import java.util.*;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.*;
import org.apache.kafka.common.protocol.*;
import org.apache.kafka.common.requests.*;

/**
 * Lets Kafka's own classes say captured frames in the versions that no client spoke. Reads and writes lines of
 * "key kind version hex"; a key alone asks for messages with their defaults.
 */
public class Rewrite {
    static final HexFormat HEX = HexFormat.of();

    public static void main(String[] a) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null; ) {
            String[] parts = line.split(" ");
            if (parts[0].equals("-1")) {
                data(parts[1]);
                continue;
            }
            short key = Short.parseShort(parts[0]);
            boolean request = parts[1].equals("request");
            ApiMessageType type = ApiMessageType.fromApiKey(key);
            ApiMessage body = request ? type.newRequest() : type.newResponse();
            ApiMessage header = request ? new RequestHeaderData().setClientId("golden") : new ResponseHeaderData();
            if (parts.length > 2) {
                short version = Short.parseShort(parts[2]);
                var bytes = new ByteBufferAccessor(ByteBuffer.wrap(HEX.parseHex(parts[3])));
                header.read(bytes, headerVersion(type, request, version));
                body.read(bytes, version);
            }
            for (short v = type.lowestSupportedVersion(); v <= type.highestSupportedVersion(true); v++) {
                if (header instanceof RequestHeaderData h) h.setRequestApiKey(key).setRequestApiVersion(v);
                try {
                    System.out.println(key + " " + parts[1] + " " + v + " " + HEX.formatHex(bytes(header, headerVersion(type, request, v), body, v)));
                } catch (UnsupportedVersionException | NullPointerException unsaid) {
                    // Another frame may be sayable in this version.
                }
            }
        }
    }

    /** What travels inside other messages; it has no header. */
    static void data(String name) {
        var user = ByteBuffer.wrap(new byte[] {1, 2, 3});
        Message[] bodies = switch (name) {
            case "ConsumerProtocolSubscription" -> new Message[] {
                new ConsumerProtocolSubscription().setTopics(List.of("orders", "payments")),
                new ConsumerProtocolSubscription().setTopics(List.of("orders", "payments")).setUserData(user).setGenerationId(7).setRackId("rack-a")
                    .setOwnedPartitions(new ConsumerProtocolSubscription.TopicPartitionCollection(List.of(
                        new ConsumerProtocolSubscription.TopicPartition().setTopic("orders").setPartitions(List.of(0, 2))).iterator()))};
            case "ConsumerProtocolAssignment" -> new Message[] {
                new ConsumerProtocolAssignment(),
                new ConsumerProtocolAssignment().setUserData(user).setAssignedPartitions(new ConsumerProtocolAssignment.TopicPartitionCollection(List.of(
                    new ConsumerProtocolAssignment.TopicPartition().setTopic("orders").setPartitions(List.of(0, 2))).iterator()))};
            default -> throw new IllegalArgumentException(name);
        };
        for (Message body : bodies) {
            for (short v = body.lowestSupportedVersion(); v <= body.highestSupportedVersion(); v++) {
                var cache = new ObjectSerializationCache();
                var out = ByteBuffer.allocate(body.size(cache, v));
                body.write(new ByteBufferAccessor(out), cache, v);
                System.out.println("-1 " + name + " " + v + " " + HEX.formatHex(out.array()));
            }
        }
    }

    static short headerVersion(ApiMessageType type, boolean request, short version) {
        return request ? type.requestHeaderVersion(version) : type.responseHeaderVersion(version);
    }

    static byte[] bytes(ApiMessage header, short headerVersion, ApiMessage body, short version) {
        var cache = new ObjectSerializationCache();
        int size = header.size(cache, headerVersion) + body.size(cache, version);
        var out = ByteBuffer.allocate(size);
        header.write(new ByteBufferAccessor(out), cache, headerVersion);
        body.write(new ByteBufferAccessor(out), cache, version);
        return out.array();
    }
}
