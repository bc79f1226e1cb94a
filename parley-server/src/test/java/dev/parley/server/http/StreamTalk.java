package dev.parley.server.http;

import dev.parley.server.daemon.RunningDaemon;
import dev.parley.server.json.Json;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A watcher's end of a session's WebSocket. */
class StreamTalk implements WebSocket.Listener, AutoCloseable {
  /** What came: a message in JSON, or bytes with a kind and an offset. */
  @SuppressWarnings("ArrayRecordComponent") // read, never compared
  record Came(int kind, long offset, byte[] bytes, JsonNode json) {
    boolean is(String type) {
      return kind == TEXT && json.path("type").asString("").equals(type);
    }

    String text() {
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /** Not a header of its own for the JDK's client. */
  static final String PROTOCOLS = "protocols";

  static final int OUTPUT = 0;
  static final int PAINT = 1;
  static final int TEXT = -1;
  static final int CLOSED = -2;

  private final BlockingQueue<Came> came = new LinkedBlockingQueue<>();
  private final StringBuilder text = new StringBuilder();
  private final ByteArrayOutputStream binary = new ByteArrayOutputStream();
  private final WebSocket socket;

  static StreamTalk open(HttpTalk http, String path, Map<String, String> headers) {
    return new StreamTalk(http, path, headers);
  }

  private StreamTalk(HttpTalk http, String path, Map<String, String> headers) {
    var builder = http.client.newWebSocketBuilder().connectTimeout(Duration.ofSeconds(20));
    if (!headers.containsKey("Authorization")
        && !headers.containsKey("Cookie")
        && !headers.containsKey(PROTOCOLS)) {
      builder.header("Authorization", "Bearer " + http.token);
    }
    headers.forEach(
        (name, value) -> {
          if (name.equals(PROTOCOLS)) {
            builder.subprotocols("parley", value);
          } else {
            builder.header(name, value);
          }
        });
    socket =
        builder.buildAsync(URI.create(http.url.replace("http://", "ws://") + path), this).join();
  }

  /** A watcher that reads nothing until told to. */
  private static final class Sleeper extends StreamTalk {
    Sleeper(HttpTalk http, String path) {
      super(http, path, Map.of());
    }

    @Override
    public void onOpen(WebSocket to) {}
  }

  static StreamTalk asleep(HttpTalk http, String session) {
    return new Sleeper(http, "/v1/sessions/" + session + "/stream");
  }

  /** Reads what has come meanwhile, and from now on what comes. */
  void wakeUp() {
    socket.request(1);
  }

  @Override
  public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
    text.append(data);
    if (last) {
      came.add(new Came(TEXT, 0, new byte[0], Json.parse(text.toString())));
      text.setLength(0);
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onBinary(WebSocket from, ByteBuffer data, boolean last) {
    var bytes = new byte[data.remaining()];
    data.get(bytes);
    binary.writeBytes(bytes);
    if (last) {
      var whole = ByteBuffer.wrap(binary.toByteArray());
      binary.reset();
      int kind = whole.get();
      var offset = whole.getLong();
      var rest = new byte[whole.remaining()];
      whole.get(rest);
      came.add(new Came(kind, offset, rest, Json.object()));
    }
    from.request(1);
    return null;
  }

  @Override
  public @Nullable CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    came.add(new Came(CLOSED, status, new byte[0], Json.object().put("reason", reason)));
    return null;
  }

  @Override
  public void onError(WebSocket from, Throwable error) {
    came.add(new Came(CLOSED, -1, new byte[0], Json.object().put("reason", "" + error)));
  }

  /** The next thing that came. */
  Came next() {
    try {
      var next = came.poll(30, TimeUnit.SECONDS);
      if (next == null) {
        throw new AssertionError("Nothing came");
      }
      return next;
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  /** The next thing of a kind; what comes before it is passed over. */
  Came next(Predicate<Came> wanted) {
    for (var one = next(); ; one = next()) {
      if (wanted.test(one)) {
        return one;
      }
      if (one.kind() == CLOSED) {
        throw new AssertionError("Closed: " + one.json());
      }
    }
  }

  Came next(String type) {
    return next(one -> one.is(type));
  }

  /** Gathers output until it has some text. */
  String outputUntil(String wanted) {
    var seen = new StringBuilder();
    while (seen.indexOf(wanted) < 0) {
      seen.append(next(one -> one.kind() == OUTPUT || one.kind() == PAINT).text());
    }
    return seen.toString();
  }

  StreamTalk say(ObjectNode message) {
    socket.sendText(Json.text(message), true).join();
    return this;
  }

  StreamTalk type(String typed) {
    socket.sendBinary(ByteBuffer.wrap(typed.getBytes(StandardCharsets.UTF_8)), true).join();
    return this;
  }

  /**
   * Waits until the other side has hung up. The JDK's client does not always tell of a connection
   * that ends without a word; who goes on talking finds out.
   */
  void awaitHangup() {
    RunningDaemon.until(
        () ->
            came.stream().anyMatch(one -> one.kind() == CLOSED)
                || socket
                    .sendPing(ByteBuffer.allocate(0))
                    .handle((_, failed) -> failed != null)
                    .join());
  }

  WebSocket socket() {
    return socket;
  }

  @Override
  public void close() {
    socket.abort();
  }
}
