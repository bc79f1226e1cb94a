package dev.parley.bench.jobs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * terminalcp: one tool with actions; bytes are typed with one and the screen is read with another.
 */
final class TerminalCp extends McpPeer {
  private static final String NAME = "@mariozechner/terminalcp";

  private final Process background;

  TerminalCp(World world, Path modules) {
    this(world, modules, background(world, modules));
  }

  private TerminalCp(World world, Path modules, Process background) {
    super(
        "terminalcp",
        version(modules, NAME),
        node(modules, NAME + "/dist/index.js", "--mcp"),
        world.environment());
    this.background = background;
  }

  /** Its server would be started on demand, but is given up after a second. */
  private static Process background(World world, Path modules) {
    var builder =
        new ProcessBuilder(node(modules, NAME + "/dist/index.js", "--server"))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.environment().putAll(world.environment());
    try {
      var process = builder.start();
      var socket = world.folder().resolve("home/.terminalcp/server.sock");
      var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
      while (!Files.exists(socket) && System.nanoTime() < deadline) {
        LockSupport.parkNanos(50_000_000);
      }
      return process;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Override
  public void close() {
    super.close();
    background.destroy();
  }

  @Override
  public Hands take(Workplace place, Meter meter) {
    return new LookingHands(place, meter) {
      private final Set<String> sessions = new HashSet<>();

      private String act(Object... pairs) {
        return call(meter, "terminalcp", "args", args(pairs));
      }

      private static Map<String, Object> args(Object... pairs) {
        var args = new LinkedHashMap<String, Object>();
        for (var index = 0; index < pairs.length; index += 2) {
          args.put((String) pairs[index], pairs[index + 1]);
        }
        return args;
      }

      @Override
      protected Optional<Look> begin(String session, String command) {
        sessions.add(session);
        act(
            "action",
            "start",
            "command",
            command.isEmpty() ? "bash" : command,
            "cwd",
            place.folder().toString(),
            "name",
            session);
        return Optional.empty();
      }

      @Override
      protected Optional<Look> press(String session, Typing typing) {
        act("action", "stdin", "id", session, "data", typing.bytes());
        return Optional.empty();
      }

      @Override
      protected Look look(String session, Until until) {
        if (until instanceof Until.Exit) {
          var list = act("action", "list");
          return new Look(
              list,
              list.lines()
                  .noneMatch(line -> line.startsWith(session + " ") && line.contains("running")),
              Optional.empty());
        }
        return Look.of(act("action", "stdout", "id", session, "lines", 40));
      }

      @Override
      public void close() {
        for (var session : sessions) {
          var unused = tidy("terminalcp", "args", args("action", "stop", "id", session));
        }
      }
    };
  }
}
