package dev.parley.server.launcher;

import dev.parley.client.Envelope;
import dev.parley.server.json.Json;
import dev.parley.server.launcher.LauncherDoor.Introduction;
import dev.parley.server.mcp.McpServer;
import dev.parley.server.mcp.McpStdio;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/**
 * The daemon's end of {@code parley mcp}. The launcher numbers the agent's lines and keeps those it
 * has not been told are done; after a restart it says them again, and here it is decided what that
 * means: the lines that set up the conversation are taken again without a second answer, a call
 * that only reads is repeated, and any other is answered {@code daemon_restarted}, because it may
 * have been done.
 */
final class PipeDoor {
  /** Longer than a tool may wait, so that a script piped in gets all its answers. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  /** Every daemon must hear these. */
  private static final Set<String> STANDING =
      Set.of("initialize", "notifications/initialized", "logging/setLevel", "resources/subscribe");

  /** What brought down this many daemons is not said to another. */
  private static final int MOST_TRIES = 3;

  private static final int MOST_STANDING = 1000;

  private final LauncherDoor door;
  private final Introduction introduction;
  private final PipeServers servers;
  private final AgentLines lines = new AgentLines();

  // Guarded by this: requests under way by their ids, and answers nobody waits for.
  private final Map<String, Integer> underWay = new HashMap<>();
  private final Set<String> unwanted = new HashSet<>();
  private int standing;

  PipeDoor(LauncherDoor door, Introduction introduction, PipeServers servers) {
    this.door = door;
    this.introduction = introduction;
    this.servers = servers;
  }

  void serve() throws IOException, InterruptedException {
    var resumed = !introduction.told().isEmpty();
    var served = servers.serve(introduction.arguments(), introduction.client().orElse(""), resumed);
    if (served.isEmpty()) {
      door.send(LauncherFrame.of('j', 0));
      return;
    }
    door.send(LauncherFrame.of('g', 0)); // the agent may be heard
    var reader = Thread.ofVirtual().name("pipe").start(() -> listen(served.get().server()));
    try {
      new McpStdio(served.get().server())
          .serve(lines, new Answers(), Optional.of(served.get().caller()), GRACE);
      door.send(LauncherFrame.of('q', 0));
    } finally {
      reader.interrupt();
      served.get().gone().run();
    }
  }

  private void listen(McpServer server) {
    try {
      for (var frame : introduction.told()) {
        toldBefore(frame, server);
      }
      for (var frame = door.next(); frame.isPresent(); frame = door.next()) {
        switch (frame.get().kind()) {
          case 'l' -> take(frame.get().number(0), frame.get().from(4));
          case 'x' -> tooLong(frame.get());
          case 'z' -> {
            lines.end();
            return;
          }
          default -> {} // a later launcher may say more
        }
      }
    } catch (IOException gone) {
      // As at the end of the stream.
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
    lines.end();
  }

  private void take(int number, byte[] line) throws IOException, InterruptedException {
    var envelope = Envelope.of(line);
    var done = false;
    synchronized (this) {
      if (STANDING.contains(envelope.method()) && standing < MOST_STANDING) {
        standing++;
        door.send(LauncherFrame.of('k', number));
      }
      if (envelope.isRequest()) {
        underWay.put(envelope.id(), number);
      } else {
        done = true;
      }
    }
    lines.add(line);
    if (done) {
      door.send(LauncherFrame.of('o', number)); // a standing one is kept all the same
    }
  }

  private void toldBefore(LauncherFrame frame, McpServer server)
      throws IOException, InterruptedException {
    var number = frame.number(0);
    var tries = frame.payload()[4];
    var answered = frame.payload()[5] == 'a';
    var line = frame.from(6);
    var envelope = Envelope.of(line);
    if (STANDING.contains(envelope.method())) {
      synchronized (this) {
        standing++;
        if (answered && envelope.isRequest()) {
          unwanted.add(envelope.id());
        }
      }
      take(number, line);
    } else if (!envelope.isRequest()) {
      door.send(LauncherFrame.of('o', number));
    } else if (onlyReads(envelope, server) && tries < MOST_TRIES) {
      take(number, line);
    } else {
      door.send(LauncherFrame.of('A', number, restarted(envelope.id())));
    }
  }

  private static boolean onlyReads(Envelope envelope, McpServer server) {
    return !envelope.method().equals("tools/call")
        || server.tools().stream()
            .anyMatch(tool -> tool.name().equals(envelope.tool()) && tool.isReadOnly());
  }

  private void tooLong(LauncherFrame frame) throws IOException {
    var id = Envelope.of(frame.from(4)).id();
    var answer =
        """
        {"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":"A message may have %d bytes at most"}}
        """
            .formatted(id.isEmpty() ? "null" : id, Json.MAX_MESSAGE);
    door.send(LauncherFrame.of('A', frame.number(0), answer.getBytes(StandardCharsets.UTF_8)));
  }

  private static byte[] restarted(String id) {
    return """
    {"jsonrpc":"2.0","id":%1$s,"result":{"content":[{"type":"text","text":"daemon_restarted: %2$s\\nTry: %3$s"}],\
    "structuredContent":{"error":{"code":"daemon_restarted","message":"%2$s","try":"%3$s"}},"isError":true}}
    """
        .formatted(
            id,
            "The daemon was restarted while this was under way; all sessions live on, and it may or"
                + " may not have been done",
            "Read the session to see, then repeat the call if it was not done")
        .getBytes(StandardCharsets.UTF_8);
  }

  /** Messages to the agent; an answer tells the launcher which of its lines is done. */
  private final class Answers extends OutputStream {
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    @Override
    public void write(int one) {
      throw new UnsupportedOperationException("Messages are written whole");
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      line.write(bytes, from, count);
      if (count > 0 && bytes[from + count - 1] == '\n') {
        var whole = line.toByteArray();
        line.reset();
        send(whole);
      }
    }

    private void send(byte[] whole) throws IOException {
      var envelope = Envelope.of(whole);
      Optional<Integer> number;
      synchronized (PipeDoor.this) {
        number =
            envelope.isAnswer()
                ? Optional.ofNullable(underWay.remove(envelope.id()))
                : Optional.empty();
        if (number.isPresent() && unwanted.remove(envelope.id())) {
          return;
        }
      }
      door.send(
          number.isPresent()
              ? LauncherFrame.of('A', number.get(), whole)
              : new LauncherFrame('1', whole));
    }
  }

  /** The agent's lines as a stream. */
  private static final class AgentLines extends InputStream {
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> waiting = new ArrayBlockingQueue<>(64);
    private byte[] current = END;
    private int at;
    private boolean ended;

    void add(byte[] line) throws InterruptedException {
      if (line.length > 0) {
        waiting.put(line);
      }
    }

    void end() {
      try {
        waiting.put(END);
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public int read() throws IOException {
      var one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
      if (at == current.length && !more()) {
        return -1;
      }
      var some = Math.min(count, current.length - at);
      System.arraycopy(current, at, into, from, some);
      at += some;
      return some;
    }

    private boolean more() throws IOException {
      if (ended) {
        return false;
      }
      try {
        current = waiting.take();
      } catch (InterruptedException ending) {
        Thread.currentThread().interrupt();
        throw new IOException(ending);
      }
      at = 0;
      ended = Arrays.equals(current, END);
      return !ended;
    }
  }
}
