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
