package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley config}: prints, writes or removes what a client needs to find Parley. */
@Command(
    name = "config",
    mixinStandardHelpOptions = true,
    description = "Adds Parley to an MCP client, or prints what to paste.",
    footer = {
      "",
      "Examples:",
      "  parley config claude              # prints the snippet and where it goes",
      "  parley config codex --install     # writes it there, and keeps a backup",
      "  parley config claude --install --hooks  # and have it say what it needs",
      "  parley config codex --remove"
    })
final class ConfigCommand implements Callable<Integer> {
  /** A client whose configuration we know. */
  enum Client {
    claude,
    cline,
    codex,
    cursor,
    gemini,
    opencode,
    qwen,
    vscode,
    zed
  }

  @Mixin Answering answering = new Answering();

  @Parameters(paramLabel = "CLIENT", description = "One of: ${COMPLETION-CANDIDATES}.")
  private Client client = Client.claude;

  @Option(names = "--install", description = "Write it into the client's own file.")
  private boolean install;

  @Option(names = "--remove", description = "Take it out of the client's own file again.")
  private boolean remove;

  @Option(
      names = "--tools",
      paramLabel = "LIST",
      description = "The toolsets the client is offered; default parley.")
  private String tools = "";

  @Option(
      names = "--hooks",
      description =
          "Also have claude or codex tell Parley when it asks, is done or has failed; with"
              + " --remove, take only that out.")
  private boolean hooks;

  @Override
  public Integer call() throws IOException {
    if (install && remove) {
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          "--install and --remove exclude each other",
          "Give one of them");
    }
    if (hooks && hookForm().isEmpty()) {
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          "Hooks are known of claude and codex, not of " + client,
          "Let %s call 'parley notify' by its own settings".formatted(client));
    }
    if (install || remove) {
      change();
    } else {
      print();
    }
    return ExitCode.DONE;
  }

  private void change() throws IOException {
    var answer = ParleyClient.object().put("client", client.name());
    var words = new StringBuilder();
    var form = hookForm();
    // Who takes Parley out does not want to be told by it either.
    var hooksToo = form.isPresent() && (hooks || remove);
    UnaryOperator<String> hooking =
        text ->
            form.map(known -> remove ? known.without(text) : known.with(text, parley()))
                .orElse(text);
    if (install || !hooks) {
      var together = hooksToo && hookFile().equals(file());
      var change =
          change(
              file(),
              text -> {
                var entered = remove ? form().without(text) : form().with(text, entry());
                return together ? hooking.apply(entered) : entered;
              });
      answer.setAll(change.json());
      words.append(said(change, "Parley", String.join(" ", command())));
      hooksToo &= !together;
    }
    if (hooksToo) {
      var change = change(hookFile(), hooking);
      answer.set("hooks", change.json());
      if (hooks || !change.isNone()) {
        words
            .append(words.isEmpty() ? "" : "\n")
            .append(said(change, "the hooks", "parley notify"));
      }
    }
    answering.say(answer, words.toString());
  }

  private void print() {
    answering.remark("for %s, or run: parley config %s --install".formatted(file(), client));
    answering.out.println(
        form() instanceof ClientFile.Toml(var header)
            ? header + "\n" + entry()
            : form().with("", entry()).stripTrailing());
    if (hooks) {
      answering.remark("for %s".formatted(hookFile()));
      answering.out.println(hookForm().orElseThrow().with("", parley()).stripTrailing());
    }
  }

  private FileChange change(Path file, UnaryOperator<String> edit) throws IOException {
    try {
      var change = FileChange.of(file, edit);
      if (!change.isNone()) {
        change.apply();
      }
      return change;
    } catch (IllegalArgumentException unreadable) {
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          "%s cannot be changed: %s".formatted(file, unreadable.getMessage()),
          "Mend the file, or paste what 'parley config %s%s' prints"
              .formatted(client, hooks ? " --hooks" : ""));
    }
  }

  private String said(FileChange change, String what, String command) {
    if (change.isNone()) {
      return remove
          ? "%s does not name Parley; nothing was changed".formatted(change.file())
          : "%s has it already; nothing was changed".formatted(change.file());
    }
    return change.kept()
        + (remove
            ? "Removed %s from %s".formatted(what, change.file())
            : "Added %s to %s: %s".formatted(what, change.file(), command));
  }

  private Optional<HookFile> hookForm() {
    return switch (client) {
      case claude -> Optional.of(new HookFile.Claude());
      case codex -> Optional.of(new HookFile.Codex());
      case cline, cursor, gemini, opencode, qwen, vscode, zed -> Optional.empty();
    };
  }

  private Path hookFile() {
    var moved = answering.seat.variable("CLAUDE_CONFIG_DIR");
    if (client != Client.claude) {
      return file();
    }
    var home = answering.seat.path(Path.of(answering.seat.variable("HOME")));
    return (moved.isEmpty() ? home.resolve(".claude") : Path.of(moved)).resolve("settings.json");
  }

  private Path file() {
    var seat = answering.seat;
    var home = seat.path(Path.of(seat.variable("HOME")));
    var xdg = seat.variable("XDG_CONFIG_HOME");
    var settings = xdg.isEmpty() ? home.resolve(".config") : Path.of(xdg);
    return switch (client) {
      case claude -> home.resolve(".claude.json");
      case codex -> {
        var moved = seat.variable("CODEX_HOME");
        yield (moved.isEmpty() ? home.resolve(".codex") : Path.of(moved)).resolve("config.toml");
      }
      case cline -> home.resolve(".cline/data/settings/cline_mcp_settings.json");
      case cursor -> home.resolve(".cursor/mcp.json");
      case gemini -> home.resolve(".gemini/settings.json");
      case qwen -> home.resolve(".qwen/settings.json");
      case opencode -> settings.resolve("opencode/opencode.json");
      case vscode -> settings.resolve("Code/User/mcp.json");
      case zed -> settings.resolve("zed/settings.json");
    };
  }

  private ClientFile form() {
    return switch (client) {
      case claude, cline, cursor, gemini, qwen -> new ClientFile.Json("mcpServers");
      case vscode -> new ClientFile.Json("servers");
      case opencode -> new ClientFile.Json("mcp");
      case zed -> new ClientFile.Json("context_servers");
      case codex -> new ClientFile.Toml("[mcp_servers.parley]");
    };
  }

  private String entry() {
    var words = command();
    var command = quoted(words.getFirst());
    var arguments =
        words.stream()
            .skip(1)
            .map(ConfigCommand::quoted)
            .collect(Collectors.joining(", ", "[", "]"));
    return switch (client) {
      case claude, cursor, gemini, qwen ->
          """
          {
            "command": %s,
            "args": %s
          }\
          """
              .formatted(command, arguments);
      case cline ->
          """
          {
            "transport": {
              "type": "stdio",
              "command": %s,
              "args": %s
            }
          }\
          """
              .formatted(command, arguments);
      case vscode ->
          """
          {
            "type": "stdio",
            "command": %s,
            "args": %s
          }\
          """
              .formatted(command, arguments);
      case opencode ->
          """
          {
            "type": "local",
            "command": [%s, %s],
            "enabled": true
          }\
          """
              .formatted(command, arguments.substring(1, arguments.length() - 1));
      case zed ->
          """
          {
            "source": "custom",
            "command": %s,
            "args": %s,
            "env": {}
          }\
          """
              .formatted(command, arguments);
      case codex ->
          """
          command = %s
          args = %s
          startup_timeout_sec = 60
          tool_timeout_sec = 60\
          """
              .formatted(command, arguments);
    };
  }

  /** The real file, wherever it was installed. */
  private static String parley() {
    var root = Path.of(System.getProperty("parley.root", ".")).toAbsolutePath().normalize();
    // An installer's link that the next version takes over.
    var current = root.resolveSibling("current");
    if (Files.isSymbolicLink(current)) {
      root = current;
    }
    var installed = root.resolve("bin/parley");
    return (Files.exists(installed) ? installed : root.resolve("parley")).toString();
  }

  /** How a client starts Parley. */
  private List<String> command() {
    return tools.isEmpty() ? List.of(parley(), "mcp") : List.of(parley(), "mcp", "--tools", tools);
  }

  /** A string as both JSON and TOML write it. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
