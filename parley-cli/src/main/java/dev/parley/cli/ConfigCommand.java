package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.Callable;
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
      "  parley config codex --remove"
    })
final class ConfigCommand implements Callable<Integer> {
  /** A client whose configuration we know. */
  enum Client {
    claude,
    codex,
    cursor,
    gemini,
    opencode,
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

  @Override
  public Integer call() throws IOException {
    if (install && remove) {
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          "--install and --remove exclude each other",
          "Give one of them");
    }
    var file = file();
    if (!install && !remove) {
      answering.remark("for %s, or run: parley config %s --install".formatted(file, client));
      answering.out.println(
          form() instanceof ClientFile.Toml(var header)
              ? header + "\n" + entry()
              : form().with("", entry()).stripTrailing());
      return ExitCode.DONE;
    }
    return change(file);
  }

  private int change(Path file) throws IOException {
    var before = Files.exists(file) ? Files.readString(file) : "";
    String after;
    try {
      after = remove ? form().without(before) : form().with(before, entry());
    } catch (IllegalArgumentException unreadable) {
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          "%s cannot be changed: %s".formatted(file, unreadable.getMessage()),
          "Mend the file, or paste what 'parley config %s' prints".formatted(client));
    }
    var fields =
        ParleyClient.object()
            .put("client", client.name())
            .put("file", file.toString())
            .put("changed", !after.equals(before));
    if (after.equals(before)) {
      answering.say(
          fields,
          remove
              ? "%s does not name Parley; nothing was changed".formatted(file)
              : "%s has it already; nothing was changed".formatted(file));
      return ExitCode.DONE;
    }
    var words = new StringBuilder();
    if (!before.isEmpty()) {
      var backup = file.resolveSibling(file.getFileName() + ".before-parley");
      Files.writeString(backup, before);
      fields.put("backup", backup.toString());
      words.append("Kept the file as it was in ").append(backup).append('\n');
    }
    replace(file, after);
    words.append(
        remove
            ? "Removed Parley from %s".formatted(file)
            : "Added Parley to %s: %s".formatted(file, String.join(" ", command())));
    answering.say(fields, words.toString());
    return ExitCode.DONE;
  }

  /** Whole or not at all; where the file is a link, what it leads to. */
  private static void replace(Path file, String text) throws IOException {
    var real = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
    Files.createDirectories(real.getParent());
    var scratch = Files.createTempFile(real.getParent(), ".parley", ".new");
    Files.writeString(scratch, text, StandardCharsets.UTF_8);
    if (Files.exists(real)) {
      Files.setPosixFilePermissions(scratch, Files.getPosixFilePermissions(real));
    }
    Files.move(scratch, real, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
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
      case cursor -> home.resolve(".cursor/mcp.json");
      case gemini -> home.resolve(".gemini/settings.json");
      case opencode -> settings.resolve("opencode/opencode.json");
      case vscode -> settings.resolve("Code/User/mcp.json");
      case zed -> settings.resolve("zed/settings.json");
    };
  }

  private ClientFile form() {
    return switch (client) {
      case claude, cursor, gemini -> new ClientFile.Json("mcpServers");
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
      case claude, cursor, gemini ->
          """
          {
            "command": %s,
            "args": %s
          }"""
              .formatted(command, arguments);
      case vscode ->
          """
          {
            "type": "stdio",
            "command": %s,
            "args": %s
          }"""
              .formatted(command, arguments);
      case opencode ->
          """
          {
            "type": "local",
            "command": [%s, %s],
            "enabled": true
          }"""
              .formatted(command, arguments.substring(1, arguments.length() - 1));
      case zed ->
          """
          {
            "source": "custom",
            "command": %s,
            "args": %s,
            "env": {}
          }"""
              .formatted(command, arguments);
      case codex ->
          """
          command = %s
          args = %s
          startup_timeout_sec = 60
          tool_timeout_sec = 60"""
              .formatted(command, arguments);
    };
  }

  /** How a client starts Parley: the real file, wherever it was installed. */
  private List<String> command() {
    var root = Path.of(System.getProperty("parley.root", ".")).toAbsolutePath().normalize();
    // An installer's link that the next version takes over.
    var current = root.resolveSibling("current");
    if (Files.isSymbolicLink(current)) {
      root = current;
    }
    var installed = root.resolve("bin/parley");
    var parley = Files.exists(installed) ? installed : root.resolve("parley");
    return tools.isEmpty()
        ? List.of(parley.toString(), "mcp")
        : List.of(parley.toString(), "mcp", "--tools", tools);
  }

  /** A string as both JSON and TOML write it. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
