package dev.parley.bench.jobs;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * mcp-interactive-terminal: lines with an answer that says whether it is complete, and single keys.
 */
final class InteractiveTerminal extends McpPeer {
  private static final String NAME = "mcp-interactive-terminal";

  InteractiveTerminal(World world, Path modules) {
    super(NAME, version(modules, NAME), node(modules, NAME + "/dist/bin.js"), world.environment());
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new LookingHands(place, meter) {
      private final Map<String, String> ids = new HashMap<>();

      @Override
      protected Optional<Look> begin(String session, String command) {
        var answer =
            call(
                meter,
                "create_session",
                "command",
                "bash",
                "args",
                command.isEmpty() ? List.of() : List.of("-c", command),
                "cwd",
                place.folder().toString());
        ids.put(session, json(answer).path("session_id").asString(""));
        return Optional.empty();
      }

      @Override
      protected Optional<Look> press(String session, Typing typing) {
        var id = ids.getOrDefault(session, "");
        var seen = Optional.<Look>empty();
        var parts = typing.parts();
        for (var index = 0; index < parts.size(); index++) {
          switch (parts.get(index)) {
            case Typing.Part.Key(var key) when key.length() > 1 && !key.equals("space") ->
                seen =
                    Optional.of(
                        seen(call(meter, "send_control", "session_id", id, "control", key)));
            case Typing.Part.Key(var key) ->
                seen = Optional.of(line(id, key.equals("space") ? " " : key));
            case Typing.Part.Text(var text) -> {
              // A line end comes with every text, wanted or not.
              if (index + 1 < parts.size() && parts.get(index + 1).equals(Typing.ENTER)) {
                index++;
              }
              seen = Optional.of(line(id, text));
            }
          }
        }
        return seen;
      }

      private Look line(String id, String text) {
        var answer = call(meter, "send_command", "session_id", id, "input", text);
        if (answer.contains("confirm_dangerous_command")) {
          answer =
              call(
                  meter,
                  "confirm_dangerous_command",
                  "session_id",
                  id,
                  "input",
                  text,
                  "justification",
                  "This is the job I was given");
        }
        return seen(answer);
      }

      private static Look seen(String answer) {
        var fields = json(answer);
        return new Look(
            fields.path("output").asString(answer),
            fields.has("is_alive") && !fields.path("is_alive").asBoolean(),
            fields.has("is_complete")
                ? Optional.of(fields.path("is_complete").asBoolean())
                : Optional.empty());
      }

      @Override
      protected Look look(String session, Until until) {
        return seen(call(meter, "read_output", "session_id", ids.getOrDefault(session, "")));
      }

      @Override
      public void close() {
        ids.values().forEach(id -> tidy("close_session", "session_id", id, "signal", "SIGKILL"));
      }
    };
  }
}
