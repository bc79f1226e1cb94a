package dev.parley.bench.jobs;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** terminal-mcp: a shell on an emulated terminal; type, send a key, get the content. */
final class TerminalMcp extends McpPeer {
  private static final String NAME = "@ellery/terminal-mcp";

  TerminalMcp(World world, Path modules) {
    super(
        "terminal-mcp",
        version(modules, NAME),
        node(modules, NAME + "/dist/index.js", "--headless"),
        world.environment());
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new ShellHands(place, meter) {
      private final Map<String, String> ids = new HashMap<>();

      @Override
      protected Optional<Look> begin(String session, String command) {
        var made = call(meter, "createSession", "shell", "bash");
        ids.put(session, json(made).path("sessionId").asString(""));
        var change = "cd " + place.folder();
        return press(session, Typing.line(command.isEmpty() ? change : change + " && " + command));
      }

      @Override
      protected Optional<Look> press(String session, Typing typing) {
        var id = ids.getOrDefault(session, "");
        for (var part : typing.parts()) {
          switch (part) {
            case Typing.Part.Text(var text) -> call(meter, "type", "text", text, "sessionId", id);
            case Typing.Part.Key(var key) when key.length() == 1 ->
                call(meter, "type", "text", key, "sessionId", id);
            case Typing.Part.Key(var key) when key.equals("space") ->
                call(meter, "type", "text", " ", "sessionId", id);
            case Typing.Part.Key(var key) ->
                call(meter, "sendKey", "key", name(key), "sessionId", id);
          }
        }
        return Optional.empty();
      }

      private static String name(String key) {
        return switch (key) {
          case "up", "down", "left", "right" -> "Arrow" + capital(key);
          case "pagedown" -> "PageDown";
          default ->
              key.startsWith("ctrl+")
                  ? "Ctrl+" + key.substring(5).toUpperCase(Locale.ROOT)
                  : capital(key);
        };
      }

      private static String capital(String word) {
        return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
      }

      @Override
      protected Look look(String session, Until until) {
        return seen(
            call(
                meter,
                "getContent",
                "visibleOnly",
                true,
                "sessionId",
                ids.getOrDefault(session, "")));
      }

      @Override
      public void close() {
        ids.values().forEach(id -> tidy("destroySession", "sessionId", id));
      }
    };
  }
}
