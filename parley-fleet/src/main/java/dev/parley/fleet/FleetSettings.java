package dev.parley.fleet;

import dev.parley.server.calls.Place;
import dev.parley.server.json.Json;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What was joined, and as what.
 *
 * @param servers addresses of the broker, any of which will do
 * @param capacity how many sessions callers of the fleet may have here
 * @param credentials a file with what the broker wants to see
 * @param ca a file with certificates to trust beside the usual ones
 * @param worker whether it is only reached and reaches nobody; it need not hear the others then
 */
record FleetSettings(
    List<String> servers,
    String node,
    Map<String, String> labels,
    int capacity,
    Optional<Path> credentials,
    Optional<Path> ca,
    Accept accept,
    boolean worker) {
  static final int USUAL_CAPACITY = 256;
  private static final int MOST_CAPACITY = 100_000;
  private static final int MOST_LABELS = 32;
  private static final String USAGE = "Use nats://HOST:4222, or tls://HOST:4222 for TLS";

  FleetSettings {
    servers = List.copyOf(servers);
    labels = Map.copyOf(labels);
    Place.checkName(node);
    if (capacity < 0 || capacity > MOST_CAPACITY) {
      throw bad("A capacity is from 0 to %d".formatted(MOST_CAPACITY), "Use 0 for a way in only");
    }
    if (labels.size() > MOST_LABELS) {
      throw bad("A node has %d labels at most".formatted(MOST_LABELS), "");
    }
  }

  private static Refusal bad(String sentence, String instead) {
    return new Refusal(Refusal.Code.BAD_INPUT, sentence, instead);
  }

  /**
   * Reads what a person asked for, or what was remembered.
   *
   * @throws Refusal with what is wrong
   */
  static FleetSettings read(JsonNode fields) {
    var labels = new LinkedHashMap<String, String>();
    fields
        .path("labels")
        .properties()
        .forEach(
            label ->
                labels.putAll(Place.labels(label.getKey() + "=" + label.getValue().asString(""))));
    var accept = fields.path("accept").asString("all");
    return new FleetSettings(
        servers(fields.path("url").asString("")),
        fields.path("node").asStringOpt().orElseGet(FleetSettings::hostName),
        labels,
        fields.path("capacity").asInt(USUAL_CAPACITY),
        file(fields.path("credentials")),
        file(fields.path("ca")),
        Accept.named(accept)
            .orElseThrow(
                () -> bad("Nothing is accepted as '%s'".formatted(accept), "Use none, watch, all")),
        fields.path("worker").asBoolean(false));
  }

  private static List<String> servers(String url) {
    var servers = Arrays.stream(url.split(",")).map(String::strip).toList();
    for (var server : servers) {
      try {
        var address = new URI(server);
        if (!List.of("nats", "tls").contains(String.valueOf(address.getScheme()))
            || address.getHost() == null) {
          throw bad("This is not the address of a NATS broker", USAGE);
        }
      } catch (URISyntaxException wrong) {
        throw bad("This is not the address of a NATS broker", USAGE);
      }
    }
    return servers;
  }

  private static Optional<Path> file(JsonNode name) {
    var path = name.asStringOpt().map(Path::of);
    if (path.filter(file -> !Files.isReadable(file)).isPresent()) {
      throw bad("There is no file '%s' that can be read".formatted(path.get()), "");
    }
    return path;
  }

  /** The name of this host as far as a node can have it. */
  static String hostName() {
    var name = "node";
    try {
      name = InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException noName) {
      // Then it is called what all hosts without a name are.
    }
    var bare = name.toLowerCase(Locale.ROOT).split("\\.")[0].replaceAll("[^a-z0-9-]", "-");
    var fitting = bare.replaceAll("^-+", "");
    return fitting.isEmpty() ? "node" : fitting.substring(0, Math.min(fitting.length(), 63));
  }

  /** Whether the broker is spoken to over TLS. */
  boolean secure() {
    return ca.isPresent() || servers.stream().anyMatch(server -> server.startsWith("tls:"));
  }

  /** The servers without what lets one in; for people and logs. */
  String shown() {
    return String.join(
        ",", servers.stream().map(one -> one.replaceFirst("//[^@/]*@", "//")).toList());
  }

  private ObjectNode json() {
    var fields = Json.object().put("url", String.join(",", servers)).put("node", node);
    var all = fields.putObject("labels");
    labels.forEach(all::put);
    fields.put("capacity", capacity).put("accept", accept.wire()).put("worker", worker);
    credentials.ifPresent(file -> fields.put("credentials", file.toString()));
    ca.ifPresent(file -> fields.put("ca", file.toString()));
    return fields;
  }

  /** Remembers it for the next daemon, where this user alone can read it. */
  void write(Path file) throws IOException {
    var scratch = file.resolveSibling(file.getFileName() + ".new");
    Files.deleteIfExists(scratch);
    try (var out =
        Files.newByteChannel(
            scratch,
            EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
      out.write(java.nio.ByteBuffer.wrap(Json.line(json())));
    }
    Files.move(scratch, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /**
   * What was remembered.
   *
   * @throws IOException when it cannot be read, or is not what was written
   */
  static FleetSettings read(Path file) throws IOException {
    try {
      return read(Json.parse(Files.readString(file)));
    } catch (JacksonException | Refusal wrong) {
      throw new IOException("%s cannot be used: %s".formatted(file, wrong.getMessage()), wrong);
    }
  }
}
