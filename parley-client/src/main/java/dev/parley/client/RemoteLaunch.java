package dev.parley.client;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** What the daemon is to start. */
public final class RemoteLaunch {
  private final ObjectNode json;

  private RemoteLaunch(ObjectNode json) {
    this.json = json;
  }

  /** A program with its arguments, started as is. */
  public static RemoteLaunch of(String... command) {
    return of(List.of(command));
  }

  /** A program with its arguments, started as is. */
  public static RemoteLaunch of(List<String> command) {
    var json = ParleyClient.object();
    var words = json.putArray("command");
    command.forEach(words::add);
    return new RemoteLaunch(json);
  }

  /** A line that the user's shell runs. */
  public static RemoteLaunch line(String line) {
    return new RemoteLaunch(ParleyClient.object().put("command", line));
  }

  /** An interactive shell. */
  public static RemoteLaunch shell() {
    return new RemoteLaunch(ParleyClient.object());
  }

  /** Usable in place of the id. */
  public RemoteLaunch named(String name) {
    return new RemoteLaunch(json().put("name", name));
  }

  public RemoteLaunch in(Path directory) {
    return in(directory.toAbsolutePath().toString());
  }

  /** In a directory as the place it starts in knows it; {@code ~} is the user's own. */
  public RemoteLaunch in(String directory) {
    return new RemoteLaunch(json().put("cwd", directory));
  }

  /** Its shell, for a line or an interactive one. */
  public RemoteLaunch by(String shell) {
    return new RemoteLaunch(json().put("shell", shell));
  }

  /** Its shell starts as a login shell. */
  public RemoteLaunch asLogin() {
    return new RemoteLaunch(json().put("login", true));
  }

  /** Ended after so long without input or output, in whole seconds. */
  public RemoteLaunch endedWhenIdle(Duration longest) {
    return new RemoteLaunch(json().put("idle_timeout_s", Math.max(1, longest.toSeconds())));
  }

  /** Ended after so long, in whole seconds. */
  public RemoteLaunch endedAfter(Duration lifetime) {
    return new RemoteLaunch(json().put("max_lifetime_s", Math.max(1, lifetime.toSeconds())));
  }

  /** More in its environment. */
  public RemoteLaunch with(Map<String, String> environment) {
    var more = json();
    var fields = more.withObject("/env");
    environment.forEach(fields::put);
    return new RemoteLaunch(more);
  }

  /** With at most so much of what has these names, such as {@code memory_mb}. */
  public RemoteLaunch limited(Map<String, Long> limits) {
    var more = json();
    var fields = more.withObject("/limits");
    limits.forEach(fields::put);
    return new RemoteLaunch(more);
  }

  public RemoteLaunch sized(int columns, int rows) {
    return new RemoteLaunch(json().put("cols", columns).put("rows", rows));
  }

  /** Somewhere else, such as {@code ssh://user@host} or {@code container:NAME}. */
  public RemoteLaunch on(String target) {
    return new RemoteLaunch(json().put("target", target));
  }

  /** Confined to what a profile allows, such as {@code workspace}. */
  public RemoteLaunch sandboxed(String profile) {
    return new RemoteLaunch(json().put("sandbox", profile));
  }

  ObjectNode json() {
    return json.deepCopy();
  }
}
