package dev.parley.bench.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Parley over standard streams, with its tools and answers as they are by default. */
final class ParleyPeer extends McpPeer {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final Pattern CODE = Pattern.compile("(?m)^ready .*exit code (\\d+)");

  private final Path home;

  ParleyPeer(World world) {
    this(world, world.folder().resolve("parley"));
  }

  private ParleyPeer(World world, Path home) {
    super(
        "Parley",
        "this build",
        List.of(ROOT.resolve("parley").toString(), "mcp"),
        environment(world, home));
    this.home = home;
  }

  private static Map<String, String> environment(World world, Path home) {
    try {
      Files.createDirectories(home);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    var environment = world.environment();
    environment.putAll(Map.of("PARLEY_NO_BUILD", "1", "PARLEY_HOME", home.toString()));
    return environment;
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new Turns(place, meter);
  }

  @Override
  public void close() {
    super.close();
    var stop = new ProcessBuilder(ROOT.resolve("parley").toString(), "stop");
    stop.environment().putAll(Map.of("PARLEY_NO_BUILD", "1", "PARLEY_HOME", home.toString()));
    try {
      var unused = stop.inheritIO().start().waitFor();
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** Every call that acts also waits and reads, so there is mostly one for a step. */
  private final class Turns extends Hands {
    private final Set<String> sessions = new HashSet<>();

    Turns(Workplace place, Meter meter) {
      super(place, meter);
    }

    @Override
    void start(String session, String command, Until until) {
      var arguments = new ArrayList<Object>();
      if (!command.isEmpty()) {
        arguments.addAll(List.of("command", command));
      }
      arguments.addAll(List.of("cwd", place.folder().toString(), "name", session));
      sessions.add(session);
      go(session, "session_start", arguments, until);
    }

    @Override
    void type(String session, Typing typing, Until until) {
      var calls = calls(typing);
      for (var index = 0; index < calls.size(); index++) {
        var arguments = new ArrayList<Object>(List.of("session", session));
        arguments.addAll(calls.get(index));
        var last = index == calls.size() - 1;
        if (last && until instanceof Until.Nothing) {
          arguments.addAll(List.of("timeout_ms", 0));
        }
        go(session, "session_send", arguments, last ? until : Until.nothing());
      }
    }

    /** A line is text; what has no character is keys; single characters may be either. */
    private static List<List<Object>> calls(Typing typing) {
      var calls = new ArrayList<List<Object>>();
      var keys = new ArrayList<String>();
      var parts = typing.parts();
      for (var index = 0; index < parts.size(); index++) {
        switch (parts.get(index)) {
          case Typing.Part.Key(var name) -> keys.add(name);
          case Typing.Part.Text(var text) -> {
            if (text.length() == 1) {
              keys.add(text);
              continue;
            }
            flush(keys, calls);
            if (index + 1 < parts.size() && parts.get(index + 1).equals(Typing.ENTER)) {
              index++;
              calls.add(List.of("text", text));
            } else {
              calls.add(List.of("text", text, "enter", false));
            }
          }
        }
      }
      flush(keys, calls);
      return calls;
    }

    private static void flush(List<String> keys, List<List<Object>> calls) {
      if (!keys.isEmpty()) {
        calls.add(List.of("keys", List.copyOf(keys)));
        keys.clear();
      }
    }

    @Override
    void await(String session, Until until) {
      go(session, "session_read", new ArrayList<>(List.of("session", session)), until);
    }

    private void go(String session, String tool, List<Object> arguments, Until until) {
      var deadline = System.nanoTime() + until.patience().toNanos();
      if (until instanceof Until.Shows(var pattern, _)) {
        arguments.addAll(List.of("pattern", pattern));
        if (tool.equals("session_read")) {
          // It may want input all the while.
          arguments.addAll(List.of("until", List.of("match", "exit")));
        }
      }
      var answer = call(meter, tool, arguments.toArray());
      tell(session, answer);
      while (!met(until, answer)) {
        if (System.nanoTime() > deadline) {
          throw new GaveUp("waited in vain for " + until);
        }
        answer =
            switch (until) {
              case Until.Shows(var pattern, _) ->
                  call(
                      meter,
                      "session_read",
                      "session",
                      session,
                      "pattern",
                      pattern,
                      "until",
                      List.of("match", "exit"));
              case Until.Exit _ ->
                  call(meter, "session_read", "session", session, "until", List.of("exit"));
              default -> call(meter, "session_read", "session", session);
            };
        tell(session, answer);
      }
    }

    private static boolean met(Until until, String answer) {
      var state = answer.lines().findFirst().orElse("");
      var exited = state.startsWith("exited");
      return switch (until) {
        case Until.Nothing _ -> true;
        case Until.Exit _ -> exited;
        case Until.Shows shows -> exited || shows.in(answer);
        case Until.Shell _, Until.Prompt _, Until.Input _ ->
            exited
                || state.startsWith("ready")
                || state.startsWith("waiting")
                || state.startsWith("secret");
      };
    }

    @Override
    String search(String session, Pattern what) {
      return call(meter, "session_read", "session", session, "from", 0, "grep", what.pattern());
    }

    @Override
    String exitCode(String session) {
      return find(told(session), CODE).orElse("unknown");
    }

    @Override
    public void close() {
      for (var session : sessions) {
        var unused = tidy("session_close", "session", session, "force", true);
      }
    }
  }
}
