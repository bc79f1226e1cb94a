package dev.parley.bench.jobs;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** terminal-use-mcp: type, press, and wait for text or for a screen that does not change. */
final class TerminalUse extends McpPeer {
  private static final String NAME = "terminal-use-mcp";

  TerminalUse(World world, Path modules) {
    super(
        NAME, version(modules, NAME), node(modules, NAME + "/dist/index.js"), world.environment());
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new LookingHands(place, meter) {
      private final Map<String, String> ids = new HashMap<>();

      @Override
      protected Optional<Look> begin(String session, String command) {
        var answer =
            fields(
                meter,
                "terminal.start",
                "command",
                command.isEmpty() ? "bash" : command,
                "cwd",
                place.folder().toString());
        ids.put(session, answer.path("sessionId").asString("none"));
        return Optional.empty();
      }

      @Override
      protected Optional<Look> press(String session, Typing typing) {
        var id = ids.getOrDefault(session, "none");
        for (var part : typing.parts()) {
          switch (part) {
            case Typing.Part.Text(var text) when text.length() > 2000 ->
                fields(
                    meter,
                    "terminal.paste",
                    "sessionId",
                    id,
                    "text",
                    text,
                    "confirmLargePaste",
                    true);
            case Typing.Part.Text(var text) ->
                fields(meter, "terminal.type", "sessionId", id, "text", text);
            case Typing.Part.Key(var key) ->
                fields(meter, "terminal.press", "sessionId", id, "key", key);
          }
        }
        return Optional.empty();
      }

      @Override
      protected Look look(String session, Until until) {
        var id = ids.getOrDefault(session, "none");
        return seen(
            until instanceof Until.Shows(var pattern, var patience)
                ? fields(
                    meter,
                    "terminal.wait_for_text",
                    "sessionId",
                    id,
                    "text",
                    pattern,
                    "regex",
                    true,
                    "timeoutMs",
                    patience.toMillis())
                : fields(meter, "terminal.wait_stable", "sessionId", id));
      }

      private static Look seen(JsonNode fields) {
        return new Look(
            fields.path("screen").asString(""),
            fields.path("status").asString("").equals("exited"),
            fields.has("timedOut")
                ? Optional.of(!fields.path("timedOut").asBoolean())
                : Optional.of(fields.path("status").asString("").equals("running")));
      }

      @Override
      String search(String session, Pattern what) {
        var found =
            fields(
                    meter,
                    "terminal.find",
                    "sessionId",
                    ids.getOrDefault(session, "none"),
                    "pattern",
                    what.pattern(),
                    "regex",
                    true,
                    "includeScrollback",
                    true)
                .toString();
        // Its scrollback is short.
        return find(found, what).isPresent() ? found : super.search(session, what);
      }

      @Override
      public void close() {
        ids.values().forEach(id -> tidy("terminal.kill", "sessionId", id));
      }
    };
  }
}
