package dev.parley.fleet;

import dev.parley.server.calls.Place;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys for the nodes of a fleet, and a configuration of the broker by which each can speak only for
 * itself.
 */
public final class FleetCredentials {
  private static final String HEAD =
      """
      # A NATS broker for a fleet of Parley: nats-server -c nats-server.conf
      # Each node has a key of its own, and may say only what that node says.
      listen: "0.0.0.0:4222"
      max_payload: 1MB

      # Without TLS the broker's network reads along. With certificates, take the # away,
      # and let nodes join with tls://HOST:4222 and --ca FILE:
      # tls {
      #   cert_file: "/etc/nats/server.pem"
      #   key_file: "/etc/nats/server-key.pem"
      # }

      authorization {
        users: [
      """;

  private static final String FOOT =
      """
        ]
      }
      """;

  private FleetCredentials() {}

  /**
   * Writes {@code nats-server.conf} and a file {@code NODE.nkey} for each node into a folder, for
   * this user alone.
   *
   * @return the files, the configuration first
   * @throws FileAlreadyExistsException when one of them is there already; then none is written over
   * @throws Refusal when a name cannot be a node's
   */
  public static List<Path> write(Path folder, List<String> nodes) throws IOException {
    nodes.forEach(Place::checkName);
    var keys = new LinkedHashMap<String, NodeKey>();
    nodes.forEach(node -> keys.put(node, NodeKey.random()));
    var texts = new LinkedHashMap<Path, String>();
    texts.put(folder.resolve("nats-server.conf"), configuration(keys));
    keys.forEach((node, key) -> texts.put(folder.resolve(node + ".nkey"), key.seed() + "\n"));
    for (var file : texts.keySet()) {
      if (Files.exists(file)) {
        throw new FileAlreadyExistsException(file.toString());
      }
    }
    Files.createDirectories(folder);
    for (var text : texts.entrySet()) {
      try (var out =
          Files.newByteChannel(
              text.getKey(),
              EnumSet.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
        out.write(StandardCharsets.UTF_8.encode(text.getValue()));
      }
    }
    return new ArrayList<>(texts.keySet());
  }

  private static String configuration(Map<String, NodeKey> keys) {
    var text = new StringBuilder(HEAD);
    keys.forEach((node, key) -> text.append(user(node, key)));
    return text.append(FOOT).toString();
  }

  private static String user(String node, NodeKey key) {
    return """
          # %1$s
          { nkey: "%2$s", permissions: {
              publish: { allow: ["parley.hb.%1$s", "parley.n.*.%1$s.*"] }
              subscribe: { allow: ["parley.hb.*", "parley.n.%1$s.*.*", "parley.r.%1$s.>"] }
              # Answers go to whoever has asked, and to nobody else.
              allow_responses: { max: 1000000, expires: "2h" }
          } }
      """
        .formatted(node, key.id());
  }
}
