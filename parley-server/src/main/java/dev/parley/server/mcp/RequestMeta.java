package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What a request says about itself in {@code _meta}, under the names the protocol keeps. */
final class RequestMeta {
  static final String REVISION = "io.modelcontextprotocol/protocolVersion";
  static final String CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
  static final String CLIENT = "io.modelcontextprotocol/clientInfo";
  static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
  static final String SERVER = "io.modelcontextprotocol/serverInfo";
  static final String SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId";

  /** Methods that came with the stateless era: who calls them means it. */
  private static final Set<String> STATELESS_ONLY =
      Set.of("server/discover", "subscriptions/listen");

  private RequestMeta() {}

  static JsonNode of(JsonNode message) {
    return message.path("params").path("_meta");
  }

  /** Whether a message stands for itself, by its own words. */
  static boolean stateless(JsonNode message) {
    return of(message).has(REVISION)
        || STATELESS_ONLY.contains(message.path("method").asString(""));
  }

  /** The client a request of the stateless era describes; refuses one that does not say enough. */
  static Client client(JsonNode message) {
    var meta = of(message);
    if (!meta.path(REVISION).isString()) {
      throw new ProtocolException(
          Fault.BAD_META, "params._meta needs \"%s\", a string".formatted(REVISION));
    }
    var requested = meta.path(REVISION).stringValue();
    var revision =
        Revision.named(requested)
            .filter(Revision::stateless)
            .orElseThrow(() -> unsupported(requested));
    if (!meta.path(CAPABILITIES).isObject()) {
      throw new ProtocolException(
          Fault.BAD_META, "params._meta needs \"%s\", an object".formatted(CAPABILITIES));
    }
    return Client.of(revision, meta.path(CLIENT), meta.path(CAPABILITIES));
  }

  static ProtocolException unsupported(String requested) {
    var data = Json.object().put("requested", requested);
    var supported = data.putArray("supported");
    Revision.ANNOUNCED.forEach(supported::add);
    return new ProtocolException(
        Fault.UNSUPPORTED_REVISION,
        "Protocol version %s is not supported".formatted(requested),
        data);
  }
}
