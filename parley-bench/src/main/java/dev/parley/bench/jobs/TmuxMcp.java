package dev.parley.bench.jobs;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** tmux-mcp: panes of tmux, typed into and captured. */
final class TmuxMcp extends McpPeer {
  private static final String NAME = "tmux-mcp";

  /** Those it can press without a line end behind them. */
  private static final Map<String, String> KEYS =
      Map.ofEntries(
          Map.entry("up", "Up"),
          Map.entry("down", "Down"),
          Map.entry("left", "Left"),
          Map.entry("right", "Right"),
          Map.entry("escape", "Escape"),
          Map.entry("tab", "Tab"),
          Map.entry("enter", "Enter"),
          Map.entry("space", "Space"),
          Map.entry("backspace", "BSpace"),
          Map.entry("home", "Home"),
          Map.entry("end", "End"),
          Map.entry("pagedown", "PageDown"),
          Map.entry("f5", "F5"),
          Map.entry("f10", "F10"));

  TmuxMcp(World world, Path modules) {
    super(
        NAME, version(modules, NAME), node(modules, NAME + "/build/index.js"), environment(world));
  }

  private static Map<String, String> environment(World world) {
    var environment = world.environment();
    var sockets = world.folder().resolve("tmux-mcp");
    if (!sockets.toFile().mkdirs() && !sockets.toFile().isDirectory()) {
      throw new IllegalStateException("No folder for the sockets of tmux");
    }
    environment.put("TMUX_TMPDIR", sockets.toString());
    // Without a session tmux ends, and would do so between two jobs.
    var stays = new ProcessBuilder("tmux", "new-session", "-d", "-s", "stays", "sleep infinity");
    stays.environment().putAll(environment);
    try {
      var unused = stays.start().waitFor();
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
    return environment;
  }

  @Override
  public void close() {
    var unused = tidy("kill-session", "sessionId", "stays");
    super.close();
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new ShellHands(place, meter) {
      private final Map<String, String> sessions = new HashMap<>();
      private final Map<String, String> panes = new HashMap<>();

      @Override
      protected Optional<Look> begin(String session, String command) {
        var made =
            call(meter, "create-session", "name", place.folder().getFileName() + "-" + session);
        var id = json(made.substring(Math.max(0, made.indexOf('{')))).path("id").asString("");
        sessions.put(session, id);
        var window =
            json(call(meter, "list-windows", "sessionId", id)).path(0).path("id").asString("");
        panes.put(
            session,
            json(call(meter, "list-panes", "windowId", window)).path(0).path("id").asString(""));
        var change = "cd " + place.folder();
        return press(session, Typing.line(command.isEmpty() ? change : change + " && " + command));
      }

      @Override
      protected Optional<Look> press(String session, Typing typing) {
        var pane = panes.getOrDefault(session, "");
        var parts = typing.parts();
        for (var index = 0; index < parts.size(); index++) {
          switch (parts.get(index)) {
            case Typing.Part.Text(var text) -> {
              if (index + 1 < parts.size() && parts.get(index + 1).equals(Typing.ENTER)) {
                index++;
                call(meter, "execute-command", "paneId", pane, "command", text, "rawMode", true);
              } else {
                call(meter, "execute-command", "paneId", pane, "command", text, "noEnter", true);
              }
            }
            case Typing.Part.Key(var key) when key.startsWith("ctrl+") ->
                // Only without a list of keys, and then with a line end behind it.
                call(
                    meter,
                    "execute-command",
                    "paneId",
                    pane,
                    "command",
                    "C-" + key.substring(5),
                    "rawMode",
                    true);
            case Typing.Part.Key(var key) ->
                call(
                    meter,
                    "execute-command",
                    "paneId",
                    pane,
                    "command",
                    KEYS.getOrDefault(key, key),
                    "noEnter",
                    true);
          }
        }
        return Optional.empty();
      }

      @Override
      protected Look look(String session, Until until) {
        return seen(
            call(meter, "capture-pane", "paneId", panes.getOrDefault(session, ""), "lines", "40"));
      }

      @Override
      public void close() {
        sessions.values().forEach(id -> tidy("kill-session", "sessionId", id));
      }
    };
  }
}
