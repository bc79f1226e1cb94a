package dev.parley.cli.mcp;

import dev.parley.cli.mcp.ParleyProcess.Answer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** One session of the toolset {@code parley}, told what to do in a test's own words. */
final class Talk implements AutoCloseable {
  private final ParleyProcess parley;
  private final String session;
  final Answer opening;

  private Talk(ParleyProcess parley, Answer opening) {
    this.parley = parley;
    this.opening = opening;
    this.session = opening.field("session");
    if (opening.refused()) {
      throw new AssertionError(opening.text());
    }
  }

  /** Starts a command, by the shell, in a folder. */
  static Talk start(ParleyProcess parley, Path folder, String command, Object... more) {
    var arguments =
        new ArrayList<Object>(
            List.of("command", command, "cwd", folder.toString(), "timeout_ms", 50_000));
    arguments.addAll(Arrays.asList(more));
    return new Talk(parley, parley.call("session_start", arguments.toArray()));
  }

  /** Starts an interactive shell in a folder. */
  static Talk shell(ParleyProcess parley, Path folder) {
    return new Talk(
        parley,
        parley.call(
            "session_start",
            "cwd",
            folder.toString(),
            "env",
            Map.of("PS1", "$ "),
            "timeout_ms",
            50_000));
  }

  /** Types a line and waits for the program to be ready again. */
  Answer say(String text) {
    return send("text", text);
  }

  Answer keys(String... keys) {
    return send("keys", List.of(keys));
  }

  private Answer send(String kind, Object value) {
    return parley.call("session_send", "session", session, kind, value, "timeout_ms", 50_000);
  }

  Answer read(Object... more) {
    var arguments = new ArrayList<Object>(List.of("session", session));
    arguments.addAll(Arrays.asList(more));
    return parley.call("session_read", arguments.toArray());
  }

  String id() {
    return session;
  }

  @Override
  public void close() {
    var unused = parley.call("session_close", "session", session, "force", true);
  }
}
