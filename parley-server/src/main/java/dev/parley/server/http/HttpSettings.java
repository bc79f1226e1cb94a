package dev.parley.server.http;

import dev.parley.server.mcp.HttpRules;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Where the HTTP door is, and what keeps others from listening in.
 *
 * @param keystore the certificate and its key, for TLS
 * @param password a file with the password of the key store
 */
public record HttpSettings(
    String host, int port, Optional<Path> keystore, Optional<Path> password) {
  /** This machine, at a port that is chosen once and kept. */
  public static final String STANDARD = "127.0.0.1:0";

  private static final Pattern ADDRESS =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[^:\\s]+):(\\d{1,5})");

  /**
   * The settings of this process: the system properties {@code parley.http}, {@code
   * parley.http_keystore}, {@code parley.http_password} and {@code parley.http_insecure}, or the
   * environment's {@code PARLEY_HTTP}; nothing where that says {@code off}.
   *
   * @throws IllegalArgumentException when they make no sense, or others could reach the door
   *     without TLS
   */
  public static Optional<HttpSettings> ofProcess(Map<String, String> environment) {
    var address =
        System.getProperty("parley.http", environment.getOrDefault("PARLEY_HTTP", STANDARD));
    return address.equals("off")
        ? Optional.empty()
        : Optional.of(
            of(
                address,
                Optional.ofNullable(System.getProperty("parley.http_keystore")).map(Path::of),
                Optional.ofNullable(System.getProperty("parley.http_password")).map(Path::of),
                Boolean.getBoolean("parley.http_insecure")));
  }

  /** The options of a JVM that give another process the same settings as this one. */
  public static List<String> options() {
    return System.getProperties().stringPropertyNames().stream()
        .filter(name -> name.startsWith("parley.http"))
        .sorted()
        .map(name -> "-D%s=%s".formatted(name, System.getProperty(name)))
        .toList();
  }

  /**
   * Settings for an address, {@code HOST:PORT}.
   *
   * @param insecure whether others may reach it without TLS
   */
  public static HttpSettings of(
      String address, Optional<Path> keystore, Optional<Path> password, boolean insecure) {
    var parts = ADDRESS.matcher(address);
    if (!parts.matches() || Integer.parseInt(parts.group(2)) > 65_535) {
      throw new IllegalArgumentException("HTTP takes HOST:PORT, such as 127.0.0.1:7717, or off");
    }
    var host = parts.group(1);
    if (!HttpRules.isLoopback(host) && keystore.isEmpty() && !insecure) {
      throw new IllegalArgumentException(
          ("%s can be reached from other machines, so TLS is needed: give --tls-keystore, or"
                  + " --insecure where something else protects the connection")
              .formatted(host));
    }
    return new HttpSettings(host, Integer.parseInt(parts.group(2)), keystore, password);
  }

  /** The same at the port of an earlier time, where any port will do. */
  HttpSettings likeLast(Optional<URI> last) {
    return port != 0
        ? this
        : last.filter(at -> reachable().equals(at.getHost()))
            .map(at -> new HttpSettings(host, at.getPort(), keystore, password))
            .orElse(this);
  }

  /** The same at any free port. */
  HttpSettings anywhere() {
    return new HttpSettings(host, 0, keystore, password);
  }

  /** Where the door is for a browser on this machine, once the port is known. */
  String url(int port) {
    return "%s://%s:%d".formatted(keystore.isPresent() ? "https" : "http", reachable(), port);
  }

  private String reachable() {
    return host.equals("0.0.0.0") || host.equals("[::]") ? "127.0.0.1" : host;
  }
}
