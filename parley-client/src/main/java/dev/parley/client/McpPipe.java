package dev.parley.client;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Carries MCP between an agent's standard streams and the daemon, and nothing else: sessions do not
 * notice when it ends.
 *
 * <p>When the daemon goes away it connects again, repeats what the agent has said to introduce
 * itself, and asks once more for what only reads. What may have been done already is answered with
 * {@code daemon_restarted}, because doing it twice could be worse than not at all.
 */
public final class McpPipe {
  /** Requests that set up the connection; said again on a new one. */
  private static final Set<String> STANDING =
      Set.of(
          "initialize",
          "notifications/initialized",
          "logging/setLevel",
          "resources/subscribe",
          "resources/unsubscribe");

  private static final int MOST_STANDING = 1000;
  private static final int LONGEST_STANDING = 64 << 10;

  /** The longest message the daemon takes; what it sends may have a picture in it. */
  private static final int LONGEST_FORTH = 4 << 20;

  private static final int LONGEST_BACK = 64 << 20;

  /** What is longer may be what ended the daemon. */
  private static final int LONGEST_REPEATED = 1 << 20;

  /** How often a message is sent; one that ends each daemon is not. */
  private static final int MOST_SENT = 2;

  private static final String RESTARTED =
      "The daemon was restarted while this was under way; all sessions live on, and it may or may"
          + " not have been done";
  private static final String INSTEAD =
      "Read the session to see, then repeat the call if it was not done";

  private final Home home;
  private final DaemonCommand command;
  private final String version;
  private final String tools;
  private final String options;
  private final String client = UUID.randomUUID().toString();
  private final LineReader in;
  private final OutputStream out;

  // All guarded by this.
  private final Map<String, Request> underWay = new LinkedHashMap<>();
  private final List<byte[]> standing = new ArrayList<>();
  private final Set<String> unwanted = new HashSet<>();
  private @Nullable Connection connection;
  private boolean finished;

  @SuppressWarnings("ArrayRecordComponent") // sent as it is and never compared
  private record Request(Envelope envelope, byte[] line, boolean sent, int times) {
    Request sentAgain() {
      return new Request(envelope, line, true, times + 1);
    }

    /** Whether it does no harm to send it to the next daemon. */
    boolean repeatable(Set<String> reading) {
      return times < MOST_SENT
          && line.length <= LONGEST_REPEATED
          && (!sent || onlyReads(envelope, reading));
    }
  }

  public McpPipe(
      Home home,
      DaemonCommand command,
      String version,
      String tools,
      InputStream in,
      OutputStream out) {
    this(home, command, version, tools, "", in, out);
  }

  /**
   * A pipe for a client with wishes.
   *
   * @param options how it wants to be served, such as {@code answers=both;keep=true}
   */
  public McpPipe(
      Home home,
      DaemonCommand command,
      String version,
      String tools,
      String options,
      InputStream in,
      OutputStream out) {
    this.options = options;
    this.home = home;
    this.command = command;
    this.version = version;
    this.tools = tools;
    this.in = new LineReader(in, LONGEST_FORTH);
    this.out = out;
  }

  /**
   * Carries messages until the agent closes its end and has all its answers.
   *
   * @throws ClientException when there is no daemon to be had
   */
  public void run() throws IOException, InterruptedException {
    connect(false);
    var forth = Thread.ofPlatform().daemon().name("to-daemon").start(this::carryForth);
    while (carryBack()) {
      connect(true);
    }
    forth.interrupt();
  }

  private void connect(boolean again) throws IOException {
    var hello =
        Hello.to("mcp", version)
            .with("tools", tools)
            .with("options", options)
            .with("client", client)
            .with("resumed", again)
            .fromHere();
    var fresh = Connection.connect(home, hello.line(), command);
    if (fresh.welcome().startsWith("{\"error\"")) {
      throw new ClientException(
          ClientException.Code.REFUSED, "The daemon refuses: " + fresh.welcome(), "");
    }
    synchronized (this) {
      connection = fresh;
      if (again) {
        resume(fresh);
      }
      if (finished) {
        fresh.finish();
      }
      notifyAll();
    }
  }

  private void resume(Connection fresh) throws IOException {
    var reading = Envelope.words(fresh.welcome(), "reading");
    for (var line : standing) {
      var envelope = Envelope.of(line);
      if (!underWay.containsKey(envelope.id())) {
        unwanted.add(envelope.id()); // it was answered by the daemon before
      }
      fresh.send(line);
    }
    for (var request : List.copyOf(underWay.values())) {
      if (STANDING.contains(request.envelope().method())) {
        continue; // said again above
      }
      if (request.repeatable(reading)) {
        underWay.put(request.envelope().id(), request.sentAgain());
        fresh.send(request.line());
      } else {
        underWay.remove(request.envelope().id());
        out.write(restarted(request.envelope().id()));
      }
    }
    out.flush();
  }

  /** Whether a request may be made twice; the daemon says in its welcome which tools only read. */
  private static boolean onlyReads(Envelope envelope, Set<String> reading) {
    return !envelope.method().equals("tools/call") || reading.contains(envelope.tool());
  }

  private static byte[] restarted(String id) {
    return """
    {"jsonrpc":"2.0","id":%1$s,"result":{"content":[{"type":"text","text":"daemon_restarted: %2$s\\nTry: %3$s"}],\
    "structuredContent":{"error":{"code":"daemon_restarted","message":"%2$s","try":"%3$s"}},"isError":true}}
    """
        .formatted(id, RESTARTED, INSTEAD)
        .getBytes(StandardCharsets.UTF_8);
  }

  private void carryForth() {
    try {
      for (var line = in.next(); line.isPresent(); line = in.next()) {
        if (in.tooLong()) {
          refuse(line.get());
        } else {
          forth(line.get());
        }
      }
    } catch (IOException closed) {
      // The agent is gone, which is an end like any other.
    }
    synchronized (this) {
      finished = true;
      if (connection != null) {
        connection.finish();
      }
    }
  }

  private synchronized void refuse(byte[] beginning) throws IOException {
    var id = Envelope.of(beginning).id();
    out.write(
        """
        {"jsonrpc":"2.0","id":%s,"error":{"code":-32600,"message":"A message may have %d bytes at most"}}
        """
            .formatted(id.isEmpty() ? "null" : id, LONGEST_FORTH)
            .getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  private synchronized void forth(byte[] line) {
    var envelope = Envelope.of(line);
    if (STANDING.contains(envelope.method())
        && line.length <= LONGEST_STANDING
        && standing.size() < MOST_STANDING) {
      standing.add(line);
    }
    var sent = false;
    try {
      if (connection != null) {
        connection.send(line);
        sent = true;
      }
    } catch (IOException gone) {
      // The other thread notices too, connects again and sends it then.
    }
    if (envelope.isRequest()) {
      underWay.put(envelope.id(), new Request(envelope, line, sent, 1));
    }
  }

  /** Carries answers until the daemon goes; whether there is a reason to look for it again. */
  private boolean carryBack() throws IOException {
    Connection from;
    synchronized (this) {
      from = connection;
    }
    if (from == null) {
      return true;
    }
    try {
      var lines = new LineReader(from.in(), LONGEST_BACK);
      for (var line = lines.next(); line.isPresent(); line = lines.next()) {
        if (lines.tooLong()) {
          throw new IOException("The daemon sends a line without an end");
        }
        back(line.get());
      }
    } catch (IOException gone) {
      // As at the end of the stream.
    }
    synchronized (this) {
      from.close();
      connection = null;
      return !finished || !underWay.isEmpty();
    }
  }

  private synchronized void back(byte[] line) throws IOException {
    var envelope = Envelope.of(line);
    if (envelope.isAnswer()) {
      underWay.remove(envelope.id());
      if (unwanted.remove(envelope.id())) {
        return;
      }
    }
    out.write(line);
    out.flush();
  }
}
