package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Home;
import dev.parley.client.McpPipe;
import dev.parley.client.ParleyClient;
import dev.parley.server.access.Role;
import dev.parley.server.access.Tokens;
import dev.parley.server.http.HttpSettings;
import dev.parley.server.mcp.HttpRules;
import dev.parley.server.mcp.McpHttpListener;
import dev.parley.server.mcp.McpServer;
import dev.parley.server.mcp.McpStdio;
import dev.parley.server.policy.PolicyFile;
import dev.parley.server.tools.AgentServer;
import dev.parley.server.tools.ClientOptions;
import dev.parley.server.tools.Toolset;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Surroundings;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ObjectNode;

/**
 * Serves agents: over standard input and output, where nothing but the protocol goes to stdout, or
 * over HTTP. Mostly it only carries messages to the daemon, whose sessions outlive it.
 */
@Command(
    name = "mcp",
    mixinStandardHelpOptions = true,
    description = "Serves agents over MCP, on standard input and output or over HTTP.")
final class McpCommand implements Callable<Integer> {
  @Option(
      names = "--tools",
      paramLabel = "LIST",
      defaultValue = "parley",
      description = "Toolsets: parley, tricode, unified-exec, terminal, comma-separated, or all.")
  private String tools = "parley";

  @Option(
      names = "--in-process",
      description = "Keep the sessions in this process; they end with it. So do those of --http.")
  private boolean inProcess;

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      description =
          "Serve Streamable HTTP at http://HOST:PORT/mcp instead, for callers with a token.")
  private Optional<String> http = Optional.empty();

  @Option(
      names = "--insecure",
      description = "Let --http listen where other machines can reach it, without TLS.")
  private boolean insecure;

  @Option(
      names = "--limit",
      paramLabel = "NAME=NUMBER",
      description = "Set a toolset's limit, such as tricode.sessions=5; see docs/tools.md.")
  private Map<String, Integer> limits = Map.of();

  @Option(
      names = "--answers",
      paramLabel = "WHAT",
      description =
          "What Parley's own tools answer with: text (the default), structured (for programs), or"
              + " both (the default of --http).")
  private Optional<String> answers = Optional.empty();

  @Option(
      names = "--max-wait",
      paramLabel = "SECONDS",
      defaultValue = "50",
      description = "The longest a call may wait; many clients give up after a minute.")
  private int maxWait = 50;

  @Option(
      names = "--keep",
      description =
          "Let sessions of the toolsets tricode, unified-exec and terminal live on when the client"
              + " has gone.")
  private boolean keep;

  @Option(
      names = "--sessions",
      paramLabel = "WHOSE",
      defaultValue = "own",
      description =
          "Which sessions the agent sees: own (those of clients of its name, and people's), or"
              + " all.")
  private String whose = "own";

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  McpCommand() {}

  /** Whether the arguments can do without the parser, which takes longer to load than the rest. */
  static boolean isPlain(String[] arguments) {
    return arguments.length > 0
        && arguments[0].equals("mcp")
        && (arguments.length == 1
            || (arguments.length == 3
                && arguments[1].equals("--tools")
                && !arguments[2].startsWith("-")));
  }

  /** Carries MCP to the daemon and back. */
  static int pipe(String tools) {
    return pipe(tools, "");
  }

  private static int pipe(String tools, String options) {
    try {
      new McpPipe(
              Home.ofUser(),
              ToDaemon.command(),
              Parley.VERSION,
              tools,
              options,
              new FileInputStream(FileDescriptor.in),
              new FileOutputStream(FileDescriptor.out))
          .run();
      return 0;
    } catch (ClientException refused) {
      Seat.current().err().println("parley: " + refused.getMessage() + ". " + refused.tryInstead());
      return 1;
    } catch (IOException | InterruptedException gone) {
      return 1;
    }
  }

  /**
   * What a pipe with these arguments says in its hello; nothing when they need a process of their
   * own, or are wrong, which that process then says.
   */
  static Optional<ObjectNode> hello(List<String> arguments) {
    var command = new McpCommand();
    try {
      var unused = new CommandLine(command).parseArgs(arguments.toArray(String[]::new));
      var unusedToolsets = Toolset.named(command.tools);
      var options = command.options();
      return command.inProcess || command.http.isPresent()
          ? Optional.empty()
          : Optional.of(ParleyClient.object().put("tools", command.tools).put("options", options));
    } catch (ParameterException | IllegalArgumentException wrong) {
      return Optional.empty();
    }
  }

  @Override
  public Integer call() throws Exception {
    var toolsets = toolsets();
    String options;
    try {
      options = options();
    } catch (IllegalArgumentException unknown) {
      throw wrong(String.valueOf(unknown.getMessage()));
    }
    if (!inProcess && http.isEmpty()) {
      return pipe(tools, options);
    }
    // Programs get the locale of the caller, which may not be the JVM's.
    new Surroundings(OwnSeat.ONLY.directory(), OwnSeat.ONLY.environment()).enter();
    try (var sessions = Sessions.inProcess()) {
      var server =
          AgentServer.of(
              sessions,
              toolsets,
              Parley.VERSION,
              ClientOptions.parse("", false, options),
              PolicyFile.in(Home.ofUser().state())::now);
      if (http.isPresent()) {
        listen(server, http.get());
      } else {
        converse(server);
      }
    }
    return 0;
  }

  /** How the client wants to be served, as it travels to the daemon. */
  private String options() {
    var options = new StringBuilder();
    options.append("answers=").append(answers.orElse(http.isPresent() ? "both" : "text"));
    options.append(";max_wait_s=").append(maxWait).append(";keep=").append(keep);
    options.append(";sessions=").append(whose);
    limits.forEach((name, value) -> options.append(';').append(name).append('=').append(value));
    var unused = ClientOptions.parse("", false, options.toString()); // throws what is wrong
    return options.toString();
  }

  private static void converse(McpServer server) throws Exception {
    // Whatever prints by mistake must not end up between the messages.
    System.setOut(System.err);
    new McpStdio(server)
        .serve(
            new FileInputStream(FileDescriptor.in),
            new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), 1 << 16));
  }

  private void listen(McpServer server, String address) throws Exception {
    var settings = HttpSettings.of(address, Optional.empty(), Optional.empty(), insecure);
    try (var listener = McpHttpListener.open(server, settings.host(), settings.port(), rules())) {
      Seat.current()
          .err()
          .printf(
              "parley: listening at http://%s:%d/mcp for callers with the token that 'parley token'"
                  + " prints%n",
              settings.host(), listener.port());
      listener.join();
    } catch (IllegalArgumentException refused) {
      throw wrong(String.valueOf(refused.getMessage()));
    }
  }

  /** Only callers with the token of an admin: who can start programs can do everything. */
  private static HttpRules rules() {
    var tokens = new Tokens(Home.ofUser().prepared().state());
    var unused = tokens.of(Role.ADMIN); // made now, if there is none
    return HttpRules.loopback()
        .admitting(
            token ->
                tokens
                    .caller(token)
                    .filter(caller -> caller.may(Role.ADMIN))
                    .map(caller -> caller.at("mcp")));
  }

  private Set<Toolset> toolsets() {
    try {
      return Toolset.named(tools);
    } catch (IllegalArgumentException unknown) {
      throw wrong(String.valueOf(unknown.getMessage()));
    }
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
