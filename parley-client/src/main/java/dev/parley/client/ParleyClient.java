package dev.parley.client;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls the daemon: the tools by their names, and the daemon's own methods. Any number of threads
 * may call at once. When the daemon goes away, calls under way end with {@code daemon_restarted}
 * and the next call connects anew.
 */
public final class ParleyClient implements AutoCloseable {
  private static final JsonMapper MAPPER = new JsonMapper();
  private static final Duration FOREVER = Duration.ofDays(365);

  private final Home home;
  private final String version;
  private final Optional<DaemonCommand> command;
  private final Optional<OwnCalls> own;
  private final AtomicLong ids = new AtomicLong();
  private String directory = System.getProperty("user.dir");
  private Map<String, String> environment = OwnEnvironment.get();
  private @Nullable Link link;

  private ParleyClient(
      Home home, String version, Optional<DaemonCommand> command, Optional<OwnCalls> own) {
    this.home = home;
    this.version = version;
    this.command = command;
    this.own = own;
  }

  /** A client that starts the daemon when there is none. */
  public static ParleyClient starting(Home home, String version, DaemonCommand command) {
    return new ParleyClient(home, version, Optional.of(command), Optional.empty());
  }

  /** A client that refuses when there is no daemon. */
  public static ParleyClient to(Home home, String version) {
    return new ParleyClient(home, version, Optional.empty(), Optional.empty());
  }

  /** A client inside the daemon, which calls it directly and attaches as all others do. */
  public static ParleyClient inside(Home home, String version, OwnCalls calls) {
    return new ParleyClient(home, version, Optional.empty(), Optional.of(calls));
  }

  /** The same client, whose sessions start elsewhere than this process is. */
  public synchronized ParleyClient from(Path where, Map<String, String> variables) {
    directory = where.toString();
    environment = Map.copyOf(variables);
    return this;
  }

  public static ObjectNode object() {
    return JsonNodeFactory.instance.objectNode();
  }

  /** One connection, with the calls that wait on it. */
  private static final class Link {
    private final Connection connection;
    private final Map<String, CompletableFuture<JsonNode>> waiting = new ConcurrentHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean gone;

    Link(Connection connection) {
      this.connection = connection;
      // Not a virtual one: for those the JVM keeps a thread in a native wait, and takes a third of
      // a
      // second to end while there is one. A command would spend most of its time on that.
      Thread.ofPlatform().daemon().name("parley-client").start(this::listen);
    }

    private void listen() {
      try (var in = new BufferedInputStream(connection.in(), 1 << 16)) {
        while (true) {
          var answer = MAPPER.readTree(Connection.readLine(in, Integer.MAX_VALUE));
          var call = waiting.remove(answer.path("id").asString());
          if (call != null) {
            call.complete(answer);
          }
        }
      } catch (IOException | RuntimeException ended) {
        gone = true;
        waiting.values().forEach(call -> call.completeExceptionally(restarted()));
        this.ended.countDown();
      }
    }

    CompletableFuture<JsonNode> send(String id, ObjectNode message) {
      var answer = new CompletableFuture<JsonNode>();
      waiting.put(id, answer);
      try {
        var line = (message + "\n").getBytes(StandardCharsets.UTF_8);
        synchronized (connection) {
          connection.out().write(line);
          connection.out().flush();
        }
      } catch (IOException ended) {
        gone = true;
      }
      if (gone && waiting.remove(id) != null) {
        answer.completeExceptionally(restarted());
      }
      return answer;
    }
  }

  private static ClientException restarted() {
    return new ClientException(
        ClientException.Code.DAEMON_RESTARTED,
        "The daemon went away during the call; sessions live on, and what was asked may or may not"
            + " have been done",
        "Read the session from the offset you know, then repeat the call if it was not done");
  }

  /**
   * Calls a method and waits for its answer.
   *
   * @throws ClientException when it is refused, or the daemon goes away meanwhile
   */
  public JsonNode call(String method, ObjectNode parameters) {
    return call(method, parameters, FOREVER);
  }

  /**
   * As {@link #call(String, ObjectNode)}, for calls that a daemon in good health answers at once.
   *
   * @throws ClientException also when the daemon does not answer in time; what was asked may still
   *     be done later
   */
  public JsonNode call(String method, ObjectNode parameters, Duration patience) {
    try {
      return result(
          own.isPresent()
              ? own.get().call(method, parameters)
              : sent(method, parameters).get(patience.toMillis(), TimeUnit.MILLISECONDS));
    } catch (TimeoutException silent) {
      throw Connection.silent();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new ClientException(ClientException.Code.CANCELLED, "The call was interrupted", "");
    } catch (ExecutionException failed) {
      if (failed.getCause() instanceof ClientException refused) {
        throw refused;
      }
      throw new IllegalStateException(failed);
    }
  }

  private CompletableFuture<JsonNode> sent(String method, ObjectNode parameters) {
    var id = Long.toString(ids.incrementAndGet());
    var message = object().put("id", id).put("method", method);
    message.set("params", parameters);
    return link().send(id, message);
  }

  /**
   * Waits until the daemon that was called last has let go of this client; false if it does not.
   */
  public boolean awaitGone(Duration longest) throws InterruptedException {
    Link now;
    synchronized (this) {
      now = link;
    }
    return now == null || now.ended.await(longest.toMillis(), TimeUnit.MILLISECONDS);
  }

  private static JsonNode result(JsonNode answer) {
    refuse(answer);
    return answer.path("result");
  }

  private static void refuse(JsonNode answer) {
    if (answer.has("error")) {
      throw ClientException.of(answer.path("error"));
    }
  }

  private synchronized Link link() {
    var now = link;
    if (now == null || now.gone) {
      now = new Link(connect(Hello.to("call", version).from(directory, environment)));
      link = now;
    }
    return now;
  }

  private Connection connect(Hello hello) {
    var connection =
        command
            .map(how -> Connection.connect(home, hello.line(), how))
            .or(() -> Connection.connect(home, hello.line()))
            .orElseThrow(
                () ->
                    new ClientException(
                        ClientException.Code.NO_DAEMON, "There is no daemon running", ""));
    try {
      refuse(MAPPER.readTree(connection.welcome()));
      return connection;
    } catch (RuntimeException refused) {
      connection.close();
      throw refused;
    }
  }

  /** A live connection to one session: its output as frames, and typing. */
  public record Attachment(
      Connection connection, JsonNode welcome, DataInputStream in, DataOutputStream out)
      implements AutoCloseable {

    /** The next frame; nothing when the session or the daemon has gone. */
    public Optional<Frame> next() throws IOException {
      return Frame.read(in);
    }

    public void send(Frame frame) throws IOException {
      frame.write(out);
    }

    @Override
    public void close() {
      connection.close();
    }
  }

  /**
   * Attaches to a session; the first frame paints its screen.
   *
   * @param session an id, a beginning of one, or a name
   */
  public Attachment attach(String session, boolean readOnly) {
    return attach(session, readOnly, false);
  }

  /**
   * As {@link #attach(String, boolean)}.
   *
   * @param sizes whether each change of the session's size is told, by a frame with the size and
   *     another that paints the screen anew
   */
  public Attachment attach(String session, boolean readOnly, boolean sizes) {
    return attach(hello(session, readOnly, sizes));
  }

  /** Attaches to a session and reads from an offset on; nothing is painted. */
  public Attachment attach(String session, boolean readOnly, long from) {
    return attach(session, readOnly, false, from);
  }

  /** The same; a change of size is told and painted where that is wanted. */
  public Attachment attach(String session, boolean readOnly, boolean sizes, long from) {
    return attach(hello(session, readOnly, sizes).with("from", from));
  }

  private Hello hello(String session, boolean readOnly, boolean sizes) {
    return Hello.to("attach", version)
        .with("session", session)
        .with("read_only", readOnly)
        .with("sizes", sizes)
        .with("notices", sizes);
  }

  private Attachment attach(Hello hello) {
    var connection = connect(hello);
    return new Attachment(
        connection,
        MAPPER.readTree(connection.welcome()),
        new DataInputStream(new BufferedInputStream(connection.in(), 1 << 16)),
        new DataOutputStream(new java.io.BufferedOutputStream(connection.out(), 1 << 16)));
  }

  @Override
  public synchronized void close() {
    if (link != null) {
      link.connection.close();
    }
  }
}
