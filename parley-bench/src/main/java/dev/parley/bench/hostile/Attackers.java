package dev.parley.bench.hostile;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.URLEncoder;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Callers that want to take all there is, without a token, with one that may watch, and with one
 * that may type into sessions of its own. They say when they have begun, go on until their standard
 * input ends, and then say what they have tried.
 */
public final class Attackers {
  private static final String BOMB = "a?".repeat(400) + "a".repeat(400);

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(20))
          .build();
  private final URI url;
  private final String watch;
  private final String own;
  private final String printed;
  private final String flood;
  private final Path folder;
  private final String only;
  private final Map<String, LongAdder> tried = new ConcurrentHashMap<>();

  private Attackers(String... given) {
    url = URI.create(given[0]);
    watch = given[1];
    own = given[2];
    printed = given[3];
    flood = given[4];
    folder = Path.of(given[5]);
    only = given.length > 6 ? given[6] : "";
  }

  /** What they try, by a part of its name. */
  static final List<String> KINDS =
      List.of(
          "wrong token",
          "login",
          "slow pattern",
          "grep of",
          "picture",
          "wait",
          "head",
          "stream",
          "events",
          "socket",
          "numbers",
          "another",
          "nonsense");

  /** One thing to try; what it comes to is counted. */
  private interface Try {
    String run() throws Exception;
  }

  public static void main(String[] given) throws IOException {
    var attackers = new Attackers(given);
    attackers.begin();
    System.out.println("begun");
    while (System.in.read() >= 0) {
      // until the benchmark has seen enough
    }
    System.out.println(attackers.summary());
    System.exit(0);
  }

  private String summary() {
    var text = new StringBuilder();
    new TreeMap<>(tried)
        .forEach(
            (what, count) ->
                text.append(text.isEmpty() ? "" : ", ")
                    .append(what)
                    .append(" × ")
                    .append(count.sum()));
    return text.toString();
  }

  private void begin() {
    again(4, 20, "wrong token", () -> get("/v1/sessions", "wrong"));
    again(4, 50, "2 MiB to the login", () -> post("/v1/login", "", "x".repeat(2 << 20)));
    again(2, 100, "slow pattern", () -> get(output(BOMB), watch));
    again(2, 100, "grep of 3 MB", () -> get(output("(a|b)*c.{0,200}d"), watch));
    again(
        2,
        100,
        "picture of 3 MB",
        () -> get("/v1/sessions/" + printed + "/export?format=html", watch));
    again(
        300, 10, "long wait", () -> get("/v1/wait?wait_ms=20000&until=exit&ids=" + printed, watch));
    again(40, 1000, "trickled head", this::slowHead);
    again(
        30,
        2000,
        "stream that is not read",
        () -> unread("/v1/sessions/" + flood + "/stream", true));
    again(10, 2000, "events that are not read", () -> unread("/v1/events", false));
    again(2, 500, "message of 8 MB on the socket", this::longMessage);
    again(
        4,
        20,
        "odd numbers",
        () ->
            get(
                "/v1/sessions/"
                    + printed
                    + "/output?from=-9223372036854775808&max_tokens=99999999999",
                watch));
    again(
        2,
        50,
        "session of another",
        () -> post("/v1/sessions/" + printed + "/input", own, "{\"text\":\"x\"}"));
    again(2, 50, "MCP that is nonsense", () -> post("/mcp", own, "[".repeat(100_000)));
  }

  private String output(String grep) {
    return "/v1/sessions/%s/output?grep=%s"
        .formatted(printed, URLEncoder.encode(grep, StandardCharsets.UTF_8));
  }

  private void again(int callers, int pause, String what, Try one) {
    if (!what.contains(only)) {
      return;
    }
    for (var caller = 0; caller < callers; caller++) {
      Thread.ofVirtual().start(() -> again(pause, what, one));
    }
  }

  private void again(int pause, String what, Try one) {
    try {
      while (true) {
        String came;
        try {
          came = one.run();
        } catch (IOException hungUp) {
          came = "hung up";
        } catch (Exception failed) {
          came = failed.getClass().getSimpleName();
        }
        tried.computeIfAbsent(what + " (" + came + ")", _ -> new LongAdder()).increment();
        Thread.sleep(pause);
      }
    } catch (InterruptedException over) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest.Builder request(String path, String token) {
    var request = HttpRequest.newBuilder(URI.create(url + path)).timeout(Duration.ofSeconds(60));
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private String get(String path, String token) throws Exception {
    return status(request(path, token).GET().build());
  }

  private String post(String path, String token, String body) throws Exception {
    return status(
        request(path, token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .POST(BodyPublishers.ofString(body))
            .build());
  }

  private String status(HttpRequest request) throws Exception {
    return "" + http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }

  private Socket connected() throws IOException {
    var socket = new Socket();
    socket.setReceiveBufferSize(4 << 10);
    socket.connect(new InetSocketAddress(url.getHost(), url.getPort()), 20_000);
    return socket;
  }

  /** A byte a second, for as long as it is listened to. */
  private String slowHead() throws Exception {
    try (var socket = connected()) {
      var out = socket.getOutputStream();
      out.write("GET / HTTP/1.1\r\nX: ".getBytes(StandardCharsets.US_ASCII));
      for (var at = 0; at < 60; at++) {
        out.write('x');
        out.flush();
        Thread.sleep(1000);
      }
      return "listened to";
    }
  }

  /** Opens a stream and takes nothing of it for half a minute. */
  private String unread(String path, boolean upgrade) throws Exception {
    try (var socket = connected()) {
      var head =
          "GET %s HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n"
              .formatted(path, url.getAuthority(), watch);
      var rest =
          upgrade
              ? String.join(
                  "\r\n",
                  "Upgrade: websocket",
                  "Connection: Upgrade",
                  "Sec-WebSocket-Version: 13",
                  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
                  "",
                  "")
              : "\r\n";
      socket.getOutputStream().write((head + rest).getBytes(StandardCharsets.US_ASCII));
      Thread.sleep(30_000);
      return "open";
    }
  }

  /** A line that has no end, at the daemon's own socket. */
  private String longMessage() throws IOException {
    try (var channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.connect(UnixDomainSocketAddress.of(folder.resolve("parley.sock")));
      var piece = new byte[1 << 16];
      Arrays.fill(piece, (byte) 'x');
      for (var at = 0; at < 128; at++) {
        channel.write(ByteBuffer.wrap(piece));
      }
      return "taken";
    }
  }
}
