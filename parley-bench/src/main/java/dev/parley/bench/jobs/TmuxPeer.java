package dev.parley.bench.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * A tmux harness as Terminal-Bench has one. A model writes keystrokes and how long to wait, and
 * gets the pane; a shell command may be marked as blocking, and then {@code tmux wait} tells of its
 * end. One answer of the model, with any number of keystrokes in it, counts as one call.
 */
final class TmuxPeer implements Peer {
  /** What the harness recommends for ordinary commands. */
  private static final double DURATION = 1.0;

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final World world;

  TmuxPeer(World world) {
    this.world = world;
    // Without a session its server ends, and would do so between two jobs.
    tmux("new-session", "-d", "-s", "stays", "sleep infinity");
  }

  @Override
  public String name() {
    return "tmux harness";
  }

  @Override
  public String version() {
    return tmux("-V").strip();
  }

  @Override
  public int toolTokens() {
    return 0;
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new Panes(place, meter);
  }

  @Override
  public void close() {
    var unused = tmux("kill-server");
  }

  private String tmux(String... arguments) {
    var command = new ArrayList<>(List.of("tmux", "-L", "jobs", "-f", "/dev/null"));
    command.addAll(List.of(arguments));
    try {
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      builder.environment().putAll(world.environment());
      builder.environment().put("TMUX_TMPDIR", world.folder().toString());
      builder.environment().remove("TMUX");
      var process = builder.start();
      return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private final class Panes extends Hands {
    private final Set<String> sessions = new HashSet<>();
    private final Map<String, String> prompts = new HashMap<>();
    private final Map<String, String> last = new HashMap<>();
    private final String prefix = place.folder().getFileName().toString() + "-";

    Panes(Workplace place, Meter meter) {
      super(place, meter);
    }

    private String target(String session) {
      return prefix + session;
    }

    @Override
    void start(String session, String command, Until until) {
      open(session);
      if (command.isEmpty()) {
        var pane = capture(session);
        meter.call("{\"commands\": []}", pane);
        tell(session, pane);
      } else {
        type(session, Typing.line(command), until);
      }
    }

    /** The harness has its pane before the model says a word. */
    private void open(String session) {
      sessions.add(session);
      tmux(
          "new-session",
          "-d",
          "-s",
          target(session),
          "-x",
          "160",
          "-y",
          "40",
          "-c",
          place.folder().toString(),
          "bash --login");
      tmux("set-option", "-t", target(session), "history-limit", "50000");
      var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
      var pane = "";
      do {
        LockSupport.parkNanos(20_000_000);
        pane = capture(session);
      } while (pane.isBlank() && System.nanoTime() < deadline);
      prompts.put(session, lastLine(pane));
    }

    @Override
    void type(String session, Typing typing, Until until) {
      if (until instanceof Until.Shell && typing.isLine()) {
        block(session, typing.words(), until);
        return;
      }
      send(session, typing);
      if (until instanceof Until.Nothing) {
        // The model has to wait for the screen in any case; it asks for the least.
        var pane = shown(session, request(typing, 0.1), 0.1);
        tell(session, pane);
        return;
      }
      settle(session, request(typing, DURATION), until);
    }

    /** A shell command to its end. */
    private void block(String session, String command, Until until) {
      var channel = target(session) + "-done";
      last.put(session, command);
      literally(session, command + "; tmux wait -S " + channel);
      tmux("send-keys", "-t", target(session), "Enter");
      try {
        var builder = new ProcessBuilder("tmux", "-L", "jobs", "-f", "/dev/null", "wait", channel);
        builder.environment().put("TMUX_TMPDIR", world.folder().toString());
        var wait = builder.start();
        if (!wait.waitFor(until.patience().toMillis(), TimeUnit.MILLISECONDS)) {
          wait.destroy();
        }
      } catch (IOException | InterruptedException failed) {
        throw new IllegalStateException(failed);
      }
      LockSupport.parkNanos(50_000_000); // the prompt comes after the marker
      var pane = capture(session);
      var request =
          JSON.createObjectNode()
              .put("keystrokes", command + "\n")
              .put("is_blocking", true)
              .put("timeout_sec", until.patience().toSeconds());
      meter.call(request.toString(), pane);
      tell(session, pane);
    }

    @Override
    void await(String session, Until until) {
      settle(session, request(Typing.text(""), DURATION), until);
    }

    private void settle(String session, String request, Until until) {
      var deadline = System.nanoTime() + until.patience().toNanos();
      var previous = "";
      var pane = shown(session, request, DURATION);
      tell(session, pane);
      while (!met(session, until, pane, previous)) {
        if (System.nanoTime() > deadline) {
          throw new GaveUp("waited in vain for " + until);
        }
        previous = pane;
        pane = shown(session, request(Typing.text(""), 2 * DURATION), 2 * DURATION);
        tell(session, pane);
      }
    }

    private boolean met(String session, Until until, String pane, String previous) {
      var text = pane.stripTrailing();
      var last = lastLine(text);
      return switch (until) {
        case Until.Nothing _ -> true;
        case Until.Exit _, Until.Shell _ -> last.equals(prompts.get(session));
        case Until.Prompt prompt -> prompt.ends(text);
        case Until.Shows shows -> shows.in(text);
        case Until.Input _ -> text.equals(previous.stripTrailing());
      };
    }

    private String shown(String session, String request, double seconds) {
      LockSupport.parkNanos((long) (seconds * 1e9));
      var pane = capture(session);
      meter.call(request, pane);
      return pane;
    }

    private String capture(String session) {
      return tmux("capture-pane", "-p", "-t", target(session)).stripTrailing();
    }

    private static String lastLine(String text) {
      var stripped = text.stripTrailing();
      return stripped.substring(stripped.lastIndexOf('\n') + 1).strip();
    }

    private void send(String session, Typing typing) {
      for (var part : typing.parts()) {
        switch (part) {
          case Typing.Part.Text(var text) -> literally(session, text);
          case Typing.Part.Key(var key) ->
              tmux("send-keys", "-t", target(session), "--", name(key));
        }
      }
    }

    private void literally(String session, String text) {
      // tmux would take a semicolon at the end for its own.
      var safe = text.endsWith(";") ? text.substring(0, text.length() - 1) + "\\;" : text;
      tmux("send-keys", "-t", target(session), "-l", "--", safe);
    }

    /** What the model writes: keys by tmux's names, a line feed for enter. */
    private static String request(Typing typing, double seconds) {
      var commands = JSON.createArrayNode();
      var keystrokes = new StringBuilder();
      for (var part : typing.parts()) {
        switch (part) {
          case Typing.Part.Text(var text) -> keystrokes.append(text);
          case Typing.Part.Key(var key) -> {
            if (key.equals("enter")) {
              keystrokes.append('\n');
            } else {
              if (!keystrokes.isEmpty()) {
                commands.add(
                    JSON.createObjectNode()
                        .put("keystrokes", keystrokes.toString())
                        .put("duration", 0.1));
                keystrokes.setLength(0);
              }
              commands.add(
                  JSON.createObjectNode().put("keystrokes", name(key)).put("duration", 0.1));
            }
          }
        }
      }
      if (!keystrokes.isEmpty() || commands.isEmpty()) {
        commands.add(
            JSON.createObjectNode()
                .put("keystrokes", keystrokes.toString())
                .put("duration", seconds));
      }
      return JSON.createObjectNode().set("commands", commands).toString();
    }

    private static String name(String key) {
      if (key.startsWith("ctrl+")) {
        return "C-" + key.substring(5);
      }
      return switch (key) {
        case "enter" -> "Enter";
        case "tab" -> "Tab";
        case "space" -> "Space";
        case "escape" -> "Escape";
        case "backspace" -> "BSpace";
        case "up" -> "Up";
        case "down" -> "Down";
        case "right" -> "Right";
        case "left" -> "Left";
        case "home" -> "Home";
        case "end" -> "End";
        case "pagedown" -> "PageDown";
        case "f5" -> "F5";
        case "f10" -> "F10";
        default -> key;
      };
    }

    @Override
    String search(String session, Pattern what) {
      // The pane shows the end alone, and all of its history may be far too much: run it again and
      // filter.
      type(
          session,
          Typing.line(
              last.getOrDefault(session, "true")
                  + " | grep -oE \""
                  + what.pattern().replace("\\d", "[0-9]")
                  + "\""),
          Until.shell());
      return told(session);
    }

    /** The marker of a blocking command has overwritten the code, so the command runs again. */
    @Override
    String exitCode(String session) {
      type(
          session,
          Typing.line(last.getOrDefault(session, "true") + "; echo \"exit code: $?\""),
          Until.shell());
      return find(told(session), Pattern.compile("exit code: (\\d+)")).orElse("unknown");
    }

    @Override
    public void close() {
      for (var session : sessions) {
        tmux("kill-session", "-t", target(session));
      }
    }
  }
}
