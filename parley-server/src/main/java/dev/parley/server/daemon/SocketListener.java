package dev.parley.server.daemon;

import dev.parley.client.Connection;
import dev.parley.client.Hello;
import dev.parley.client.Home;
import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.json.Json;
import dev.parley.server.launcher.LauncherDoor;
import dev.parley.server.launcher.PipeServers;
import dev.parley.server.mcp.McpServer;
import dev.parley.server.mcp.McpStdio;
import dev.parley.server.mcp.Tool;
import dev.parley.server.tools.AgentServer;
import dev.parley.server.tools.ClientOptions;
import dev.parley.server.tools.Toolset;
import dev.parley.server.wire.AdviceFields;
import dev.parley.session.launch.Surroundings;
import dev.parley.session.refusal.Refusal;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import jdk.net.ExtendedSocketOptions;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Listens on the daemon's socket, lets this user's clients in and shows them to their doors. */
final class SocketListener implements AutoCloseable {
  private static final Logger LOG = Logger.getLogger(SocketListener.class.getName());
  private static final int MOST_CLIENTS = 1024;

  /** Longer than a tool may wait, so that a script piped in gets all its answers. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final Daemon daemon;
  private final UserPrincipal user = Home.user();
  private final Departures departures;
  private final ServerSocketChannel listener;
  private final Thread accepting;
  private final Set<SocketChannel> clients = ConcurrentHashMap.newKeySet();
  private volatile long lastUse = System.nanoTime();

  SocketListener(Daemon daemon) throws IOException {
    this.daemon = daemon;
    this.departures = new Departures(daemon::sessions);
    this.listener = listen(daemon.home());
    this.accepting = Thread.ofPlatform().daemon().name("parley-socket").start(this::run);
  }

  /** The socket appears under its name when it can be used, and for its owner alone. */
  private static ServerSocketChannel listen(Home home) throws IOException {
    var unused = home.hasSocket(); // throws when something else is in its place
    var scratch = home.runtime().resolve("parley.sock.new");
    Files.deleteIfExists(scratch);
    var channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    channel.bind(UnixDomainSocketAddress.of(scratch), 128);
    Files.setPosixFilePermissions(scratch, PosixFilePermissions.fromString("rw-------"));
    Files.move(
        scratch,
        home.socket(),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    return channel;
  }

  /** How long no client has been there; zero while one is. */
  Duration idle() {
    return clients.isEmpty() ? Duration.ofNanos(System.nanoTime() - lastUse) : Duration.ZERO;
  }

  private void run() {
    while (listener.isOpen()) {
      try {
        var client = listener.accept();
        if (!listener.isOpen()) {
          client.close();
          return;
        }
        Thread.ofVirtual().name("client").start(() -> serve(client));
      } catch (ClosedChannelException closed) {
        return;
      } catch (IOException noDescriptor) {
        LOG.log(Level.WARNING, "A client could not be let in", noDescriptor);
        pause();
      }
    }
  }

  /** Out of descriptors; one may be free in a moment, and asking at once would only burn time. */
  private static void pause() {
    try {
      Thread.sleep(50);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }

  private void serve(SocketChannel client) {
    try (client) {
      if (!client.getOption(ExtendedSocketOptions.SO_PEERCRED).user().equals(user)) {
        LOG.warning("A client of another user was turned away");
        return;
      }
      clients.add(client);
      if (!listener.isOpen()) {
        return; // it came too late to be among those that are closed
      }
      // A hello is read byte by byte, and one that never ends would cost a system call for each.
      var in = new BufferedInputStream(Channels.newInputStream(client));
      var out = Channels.newOutputStream(client);
      var line = Connection.readHello(in);
      if (LauncherDoor.isMeant(line)) {
        LauncherDoor.serve(line, in, out, backing());
        return;
      }
      var hello = hello(line, out);
      if (hello.isPresent()) {
        open(hello.get(), in, out);
      }
    } catch (IOException gone) {
      LOG.log(Level.FINE, "A client went away", gone);
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException failed) {
      LOG.log(Level.SEVERE, "Serving a client failed", failed);
    } finally {
      clients.remove(client);
      lastUse = System.nanoTime();
    }
  }

  private Optional<JsonNode> hello(String line, OutputStream out) throws IOException {
    try {
      var hello = Json.parse(line);
      if (hello.path("parley").asInt(0) == Hello.PROTOCOL && clients.size() <= MOST_CLIENTS) {
        return Optional.of(hello);
      }
      refuse(
          out,
          clients.size() > MOST_CLIENTS ? "limit" : "version",
          clients.size() > MOST_CLIENTS
              ? "%d clients are connected, which is the limit".formatted(MOST_CLIENTS)
              : "This daemon is Parley %s and does not understand the client"
                  .formatted(daemon.version()),
          "Run 'parley restart' to bring the daemon to the version of the command");
    } catch (JacksonException noJson) {
      refuse(out, "bad_input", "The first line is not a hello in JSON", "");
    }
    return Optional.empty();
  }

  private void open(JsonNode hello, InputStream in, OutputStream out)
      throws IOException, InterruptedException {
    surroundings(hello);
    try {
      switch (hello.path("door").asString("")) {
        case "mcp" -> {
          var server = agentServer(hello.path("tools").asString("parley"), hello);
          say(out, reading(server, welcome(hello)));
          var client = hello.path("client").asString("");
          departures.came(client);
          try {
            new McpStdio(server).serve(in, out, Optional.of(caller("mcp")), GRACE);
          } finally {
            departures.went(client);
          }
        }
        case "call" -> {
          say(out, welcome(hello));
          new CallDoor(daemon, hello, caller("command"), in, out).serve();
        }
        case "attach" -> new AttachDoor(daemon, hello, in, out).serve(welcome(hello));
        default -> refuse(out, "bad_input", "There is no such door", "Use mcp, call or attach");
      }
    } catch (Refusal refused) {
      say(out, Json.object().set("error", AdviceFields.of(refused)));
    } catch (IllegalArgumentException bad) {
      refuse(out, "bad_input", String.valueOf(bad.getMessage()), "");
    }
  }

  /** The server behind a launcher's pipe, as the same arguments get it elsewhere. */
  private Optional<PipeServers.Served> pipe(
      List<String> arguments, String client, boolean resumed) {
    return daemon
        .commands()
        .pipe(arguments)
        .map(hello -> hello.put("client", client).put("resumed", resumed))
        .map(
            hello -> {
              var server = agentServer(hello.path("tools").asString("parley"), hello);
              departures.came(client);
              return new PipeServers.Served(server, caller("mcp"), () -> departures.went(client));
            });
  }

  private LauncherDoor.Backing backing() {
    return new LauncherDoor.Backing(
        daemon.version(),
        daemon.commands(),
        this::pipe,
        () -> new CommandCalls(daemon, "", caller("command"))::callFromInside);
  }

  private McpServer agentServer(String tools, JsonNode hello) {
    return AgentServer.of(
        daemon.sessions(),
        daemon.calls(),
        Toolset.named(tools),
        daemon.version(),
        ClientOptions.parse(
            hello.path("client").asString(""),
            hello.path("resumed").asBoolean(false),
            hello.path("options").asString("")),
        daemon.audit());
  }

  /** Whoever may open our socket is this user, and may do everything. */
  private static Caller caller(String door) {
    return new Caller(Role.ADMIN, door, System.getProperty("user.name"));
  }

  private static void surroundings(JsonNode hello) {
    if (hello.has("cwd")) {
      var environment = new HashMap<String, String>();
      hello
          .path("env")
          .properties()
          .forEach(entry -> environment.put(entry.getKey(), entry.getValue().asString("")));
      new Surroundings(Path.of(hello.path("cwd").asString()), environment).enter();
    }
  }

  private ObjectNode welcome(JsonNode hello) {
    var welcome =
        Json.object()
            .put("parley", Hello.PROTOCOL)
            .put("version", daemon.version())
            .put("pid", ProcessHandle.current().pid());
    var theirs = hello.path("version").asString("");
    if (!theirs.equals(daemon.version())) {
      welcome.put(
          "notice",
          "The daemon is Parley %s and this command is %s; 'parley restart' brings them together and ends no session"
              .formatted(daemon.version(), theirs));
    }
    return welcome;
  }

  /** Names the tools that only read: after a restart the client may call those again. */
  private static ObjectNode reading(McpServer server, ObjectNode welcome) {
    var names = welcome.putArray("reading");
    server.tools().stream().filter(Tool::isReadOnly).forEach(tool -> names.add(tool.name()));
    return welcome;
  }

  private static void refuse(OutputStream out, String code, String sentence, String instead)
      throws IOException {
    var answer = Json.object();
    var error = answer.putObject("error").put("code", code).put("message", sentence);
    if (!instead.isEmpty()) {
      error.put("try", instead);
    }
    say(out, answer);
  }

  static void say(OutputStream out, ObjectNode message) throws IOException {
    out.write((message + "\n").getBytes(StandardCharsets.UTF_8));
    out.flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    // The kernel lets one more in while a thread is still inside accept.
    awaitEnd(accepting);
    for (var client : clients) {
      client.close();
    }
  }

  private static void awaitEnd(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
    }
  }
}
