package dev.parley.bench.jobs;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * mcp-shell-server: a shell in a terminal; one tool types, waits half a second and reads what is
 * new.
 */
final class ShellServer extends McpPeer {
  private static final String NAME = "@mako10k/mcp-shell-server";

  ShellServer(World world, Path modules) {
    super(
        "mcp-shell-server",
        version(modules, NAME),
        node(modules, NAME + "/dist/index.js"),
        world.environment());
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new ShellHands(place, meter) {
      private final Map<String, String> ids = new HashMap<>();
      private final Map<String, String> shown = new HashMap<>();

      @Override
      protected Optional<Look> begin(String session, String command) {
        var answer =
            json(
                call(
                    meter,
                    "terminal_operate",
                    "command",
                    command.isEmpty() ? "true" : command,
                    "working_directory",
                    place.folder().toString()));
        ids.put(session, answer.path("terminal_id").asString(""));
        shown.put(session, answer.path("output").asString(""));
        return Optional.of(seen(shown.getOrDefault(session, "")));
      }

      @Override
      protected Optional<Look> press(String session, Typing typing) {
        var id = ids.getOrDefault(session, "");
        var text =
            typing.isLine() && typing.endsWithEnter()
                ? call(meter, "terminal_operate", "terminal_id", id, "input", typing.words())
                : call(
                    meter,
                    "terminal_operate",
                    "terminal_id",
                    id,
                    "input",
                    codes(typing),
                    "control_codes",
                    true,
                    "execute",
                    false);
        shown.put(session, "");
        return Optional.of(more(session, text));
      }

      /** Control characters as its documentation has them: a caret, or a code. */
      private static String codes(Typing typing) {
        var codes = new StringBuilder();
        typing
            .bytes()
            .chars()
            .forEach(
                each -> {
                  if (each < 32 && each != 27) {
                    codes.append('^').append((char) (each + 64));
                  } else if (each < 32 || each == 127) {
                    codes.append("\\x%02x".formatted(each));
                  } else {
                    codes.append((char) each);
                  }
                });
        return codes.toString();
      }

      @Override
      protected Look look(String session, Until until) {
        var id = ids.getOrDefault(session, "");
        var answer = call(meter, "terminal_operate", "terminal_id", id);
        var look = more(session, answer);
        while (json(answer).path("output_info").path("has_more").asBoolean(false)) {
          answer = call(meter, "terminal_operate", "terminal_id", id, "output_lines", 1000);
          look = more(session, answer);
        }
        return look;
      }

      /** Answers have what is new, so the last step's output is put together here. */
      private Look more(String session, String answer) {
        shown.merge(session, json(answer).path("output").asString(answer), String::concat);
        return seen(shown.getOrDefault(session, ""));
      }

      @Override
      public void close() {
        ids.values().forEach(id -> tidy("terminal_close", "terminal_id", id));
      }
    };
  }
}
