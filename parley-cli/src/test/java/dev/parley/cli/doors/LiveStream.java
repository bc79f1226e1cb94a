package dev.parley.cli.doors;

import java.net.URI;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A session's WebSocket: output as it comes, each piece with its offset, and what is typed. */
final class LiveStream implements AutoCloseable {
  private static final int HEAD = 1 + Long.BYTES;

  private final LinkedBlockingQueue<ByteBuffer> frames = new LinkedBlockingQueue<>();
  private final WebSocket socket;
  private long offset;

  LiveStream(Http http, String session, long from) {
    this.offset = from;
    var address =
        URI.create(
            "ws://%s/v1/sessions/%s/stream?from=%d"
                .formatted(http.base().getAuthority(), session, from));
    this.socket =
        http.client()
            .newWebSocketBuilder()
            .header("Authorization", "Bearer " + http.token())
            .header("Origin", "http://" + http.base().getAuthority())
            .buildAsync(address, new Listener())
            .join();
  }

  private final class Listener implements WebSocket.Listener {
    @Override
    public @Nullable CompletionStage<?> onBinary(
        WebSocket webSocket, ByteBuffer data, boolean last) {
      var copy = ByteBuffer.allocate(data.remaining()).put(data).flip();
      frames.add(copy);
      webSocket.request(1);
      return null;
    }
  }

  void say(String json) {
    socket.sendText(json, true).join();
  }

  void type(String text) {
    socket.sendBinary(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)), true).join();
  }

  /** All output up to and with this text. */
  String until(String end) {
    var text = new StringBuilder();
    while (!text.toString().endsWith(end)) {
      text.append(next());
    }
    return text.toString();
  }

  /** The next piece, which must begin where the one before has ended. */
  private String next() {
    try {
      var frame = frames.poll(60, TimeUnit.SECONDS);
      if (frame == null || frame.get(0) != 0 || frame.getLong(1) != offset) {
        throw new AssertionError("no output at %d but %s".formatted(offset, frame));
      }
      offset += frame.limit() - HEAD;
      return StandardCharsets.UTF_8.decode(frame.position(HEAD)).toString();
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  /** The offset after the last byte that came. */
  long offset() {
    return offset;
  }

  @Override
  public void close() {
    socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
  }
}
