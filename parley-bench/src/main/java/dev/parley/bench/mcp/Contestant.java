package dev.parley.bench.mcp;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A way to hold a conversation with a program: start it, say a line, get the answer. */
interface Contestant extends AutoCloseable {
  /** Starts a program and returns once it is, as far as this contestant can tell, ready. */
  void start(String command);

  /** Types a line and returns what it is told. */
  String say(String line);

  /** What it says about the program after a wait of this long: whether it waits for input. */
  String claim(String command);

  /** A call that does nothing much. */
  void trivial();

  @Override
  void close();

  /** Parley over standard streams. */
  final class Parley implements Contestant {
    private final Server server;
    private String session = "";

    /**
     * A server at the end of a pipe.
     *
     * @param home where its daemon lives: sessions of others would have to be listed too
     */
    Parley(Path root, Path home, String... options) {
      var command =
          new ArrayList<>(List.of(root.resolve("parley").toString(), "mcp", "--answers", "both"));
      command.addAll(List.of(options));
      server =
          new Server(
              command,
              Map.of("PARLEY_NO_BUILD", "1", "PARLEY_HOME", home.toString(), "SHELL", "/bin/bash"));
    }

    @Override
    public void start(String command) {
      end();
      session =
          server
              .call("session_start", "command", command)
              .path("structuredContent")
              .path("session")
              .asString();
    }

    @Override
    public String say(String line) {
      return Server.text(server.call("session_send", "session", session, "text", line));
    }

    @Override
    public String claim(String command) {
      end();
      var start =
          server
              .call("session_start", "command", command, "timeout_ms", 3000)
              .path("structuredContent");
      session = start.path("session").asString();
      return start.path("state").asString();
    }

    @Override
    public void trivial() {
      server.call("session_list");
    }

    private void end() {
      if (!session.isEmpty()) {
        server.call("session_close", "session", session, "force", true);
        session = "";
      }
    }

    @Override
    public void close() {
      end();
      server.close();
    }
  }

  /** Desktop Commander over standard streams. */
  final class DesktopCommander implements Contestant {
    private static final Pattern PID = Pattern.compile("PID (\\d+)");

    private final Server server;
    private int pid;

    DesktopCommander(Path modules) {
      server =
          new Server(
              List.of(
                  "node",
                  modules.resolve("@wonderwhy-er/desktop-commander/dist/index.js").toString()),
              Map.of("HOME", System.getProperty("java.io.tmpdir")));
    }

    @Override
    public void start(String command) {
      var unused = begin(command);
    }

    private String begin(String command) {
      end();
      var text = Server.text(server.call("start_process", "command", command, "timeout_ms", 3000));
      var found = PID.matcher(text);
      pid = found.find() ? Integer.parseInt(found.group(1)) : 0;
      return text;
    }

    @Override
    public String say(String line) {
      return Server.text(server.call("interact_with_process", "pid", pid, "input", line));
    }

    @Override
    public String claim(String command) {
      var text = begin(command);
      return text.contains("waiting for input") ? "waiting" : "working";
    }

    @Override
    public void trivial() {
      server.call("list_sessions");
    }

    private void end() {
      if (pid != 0) {
        server.call("force_terminate", "pid", pid);
      }
    }

    @Override
    public void close() {
      server.close();
    }
  }

  /**
   * tmux as scripts use it: keys are sent, and the pane is captured again and again until its last
   * line is the prompt that the script knows. It has no opinion on what a program is doing.
   */
  final class Tmux implements Contestant {
    private static final long PATIENCE = 8_000_000_000L;
    private final Pattern prompt;

    Tmux(String prompt) {
      this.prompt = Pattern.compile(prompt);
      var unused = tmux("-V");
    }

    @Override
    public void start(String command) {
      tmux("kill-server");
      tmux("new-session", "-d", "-s", "bench", "-x", "120", "-y", "40", command);
      untilPrompt();
    }

    @Override
    public String say(String line) {
      tmux("clear-history", "-t", "bench", ";", "send-keys", "-t", "bench", "-R");
      tmux("send-keys", "-t", "bench", line, "Enter");
      return untilPrompt();
    }

    private String untilPrompt() {
      var deadline = System.nanoTime() + PATIENCE;
      var pane = "";
      do {
        pane = tmux("capture-pane", "-p", "-t", "bench").stripTrailing();
        var lastLine = pane.substring(pane.lastIndexOf('\n') + 1);
        if (prompt.matcher(lastLine).matches()) {
          return pane;
        }
      } while (System.nanoTime() < deadline);
      return pane;
    }

    @Override
    public String claim(String command) {
      return "cannot say";
    }

    @Override
    public void trivial() {
      var unused = tmux("list-sessions");
    }

    private static String tmux(String... arguments) {
      var command =
          new java.util.ArrayList<>(List.of("tmux", "-L", "parley-bench", "-f", "/dev/null"));
      command.addAll(List.of(arguments));
      try {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    @Override
    public void close() {
      var unused = tmux("kill-server");
    }
  }
}
