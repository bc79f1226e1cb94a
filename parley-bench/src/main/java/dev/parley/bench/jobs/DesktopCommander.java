package dev.parley.bench.jobs;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Desktop Commander: programs behind pipes, lines in and lines out, with a word on whether they
 * wait.
 */
final class DesktopCommander extends McpPeer {
  private static final String NAME = "@wonderwhy-er/desktop-commander";
  private static final Pattern PID = Pattern.compile("PID (\\d+)");
  private static final Pattern ENDED =
      Pattern.compile(
          "Process (?:has )?(?:finished|completed|exited|ended|terminated)|exit code|No active session");

  /** A call waits so long for a prompt that it knows; after that whoever types goes on without. */
  private static final int PATIENCE = 1500;

  DesktopCommander(World world, Path modules) {
    super(
        "Desktop Commander",
        version(modules, NAME),
        node(modules, NAME + "/dist/index.js"),
        world.environment());
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new LookingHands(place, meter) {
      private final Map<String, Integer> pids = new HashMap<>();

      @Override
      protected Optional<Look> begin(String session, String command) {
        var text =
            call(
                meter,
                "start_process",
                "command",
                "cd " + place.folder() + " && " + interactive(command),
                "timeout_ms",
                PATIENCE);
        var pid = PID.matcher(text);
        pids.put(session, pid.find() ? Integer.parseInt(pid.group(1)) : 0);
        return Optional.of(seen(text));
      }

      /** Behind pipes programs must be told that somebody is there; its documentation says so. */
      private static String interactive(String command) {
        return switch (command) {
          case "" -> "bash -i";
          case "python3 -q" -> "python3 -i -q";
          case "node" -> "node -i";
          default -> command;
        };
      }

      @Override
      protected Optional<Look> press(String session, Typing typing) {
        var pid = pids.getOrDefault(session, 0);
        if (typing.equals(Typing.keys("ctrl+c"))) {
          // It has no keys; ending the process is what it offers for this.
          return Optional.of(seen(call(meter, "force_terminate", "pid", pid)));
        }
        if (typing.parts().stream()
            .anyMatch(part -> part instanceof Typing.Part.Key && !part.equals(Typing.ENTER))) {
          throw new GaveUp("has no keys to type " + typing.parts());
        }
        return Optional.of(
            seen(
                call(
                    meter,
                    "interact_with_process",
                    "pid",
                    pid,
                    "input",
                    typing.words(),
                    "timeout_ms",
                    PATIENCE)));
      }

      @Override
      protected Look look(String session, Until until) {
        return seen(
            call(
                meter,
                "read_process_output",
                "pid",
                pids.getOrDefault(session, 0),
                "offset",
                -40,
                "timeout_ms",
                PATIENCE));
      }

      private static Look seen(String text) {
        return new Look(
            text, ENDED.matcher(text).find(), Optional.of(text.contains("waiting for input")));
      }

      @Override
      protected boolean met(Until until, Look look, Optional<Look> previous) {
        return switch (until) {
          // Where it sees no prompt it has waited in vain, and there may be none behind a pipe.
          case Until.Shell _, Until.Input _ -> true;
          case Until.Prompt prompt ->
              prompt.patience().compareTo(Until.PATIENCE) <= 0 || look.waits().orElse(false);
          default -> super.met(until, look, previous);
        };
      }

      @Override
      public void close() {
        pids.values().forEach(pid -> tidy("force_terminate", "pid", pid));
      }
    };
  }
}
