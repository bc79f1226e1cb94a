package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.RemoteLaunch;
import dev.parley.client.RemoteSessions;
import dev.parley.client.RemoteTurn;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley start}: starts a program on a terminal of its own and leaves it running. */
@Command(
    name = "start",
    mixinStandardHelpOptions = true,
    description = "Starts a program on a terminal of its own and prints the session's id.",
    footer = {
      "",
      "Examples:",
      "  parley start --name py -- python3 -q",
      "  parley start --wait 'make test 2>&1 | tail'",
      "  parley start --sandbox workspace -- claude",
      "  parley start --name fix-1 --worktree -- claude  # on a branch of its own"
    })
final class StartCommand implements Callable<Integer> {
  private static final Duration USUAL_WAIT = Duration.ofSeconds(15);

  @Mixin Answering answering = new Answering();
  @Mixin WaitOptions waiting = new WaitOptions();
  @Mixin WorktreeOption worktree = new WorktreeOption();

  @Option(names = "--name", paramLabel = "NAME", description = "A name, usable in place of the id.")
  @Nullable String name;

  @Option(names = "--cwd", paramLabel = "DIR", description = "Where to start; default here.")
  @Nullable String directory;

  @Option(names = "--env", paramLabel = "NAME=VALUE", description = "Set in its environment.")
  Map<String, String> environment = Map.of();

  @Option(
      names = "--target",
      paramLabel = "PLACE",
      description =
          "Where: ssh://user@host:port, container:NAME, image:NAME, kubectl:POD, node:NAME, fleet or"
              + " fleet:LABEL=VALUE.")
  @Nullable String target;

  @Option(names = "--cols", paramLabel = "N", description = "Columns; default 120.")
  int columns = 120;

  @Option(names = "--rows", paramLabel = "N", description = "Rows; default 40.")
  int rows = 40;

  @Option(names = "--shell", paramLabel = "PATH", description = "The shell; default $SHELL.")
  @Nullable String shell;

  @Option(names = "--login", description = "Start the shell as a login shell.")
  boolean login;

  @Option(
      names = "--sandbox",
      paramLabel = "PROFILE",
      description =
          "What it may touch: none, read-only, workspace, workspace+net, offline, or a profile of"
              + " policy.json.")
  @Nullable String sandbox;

  @Option(
      names = "--idle-timeout",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "End it after nobody has used it for so long.")
  @Nullable Duration idleTimeout;

  @Option(
      names = "--max-lifetime",
      paramLabel = "TIME",
      converter = Spans.class,
      description = "End it after so long.")
  @Nullable Duration maxLifetime;

  @Option(
      names = "--limit",
      paramLabel = "NAME=NUMBER",
      description =
          "What it may use at most: memory_mb, cpu_percent, processes, open_files, file_mb,"
              + " cpu_seconds, wall_s or address_space_mb.")
  Map<String, Long> limits = Map.of();

  @Option(
      names = "--wait",
      description = "Wait until it wants input or ends, and print what it said after the id.")
  boolean wait;

  @Parameters(
      arity = "0..*",
      paramLabel = "COMMAND",
      description =
          "A program and its arguments, or one word for the shell; absent: an interactive shell.")
  List<String> command = List.of();

  @Override
  public Integer call() {
    var usual = wait ? USUAL_WAIT : Duration.ZERO;
    checkPlace();
    try (var client = ToDaemon.open()) {
      var sessions = RemoteSessions.over(client);
      var turn =
          worktree.start(
              client,
              answering.seat.path(Path.of(directory == null ? "" : directory)),
              name == null ? "" : name,
              launch(),
              launch -> sessions.start(launch, waiting.asked(usual)),
              RemoteTurn::session);
      if (!answering.json) {
        answering.out.println(turn.session());
        if (waiting.timeout(usual).isZero()) {
          return ExitCode.DONE;
        }
      }
      return TurnPrinter.print(turn, answering, waiting.timeout(usual));
    }
  }

  private void checkPlace() {
    if (worktree.branch != null && target != null) {
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          "A worktree can be made on this host only",
          "Leave out --worktree or --target");
    }
  }

  private RemoteLaunch launch() {
    var launch = CommandWords.launch(command).sized(columns, rows);
    launch = name == null ? launch : launch.named(name);
    launch = target == null ? launch : launch.on(target);
    launch = shell == null ? launch : launch.by(shell);
    launch = login ? launch.asLogin() : launch;
    launch = sandbox == null ? launch : launch.sandboxed(sandbox);
    launch = environment.isEmpty() ? launch : launch.with(environment);
    launch = idleTimeout == null ? launch : launch.endedWhenIdle(idleTimeout);
    launch = maxLifetime == null ? launch : launch.endedAfter(maxLifetime);
    launch = limits.isEmpty() ? launch : launch.limited(limits);
    if (directory == null) {
      return launch;
    }
    return launch.in(target == null ? here(directory) : directory);
  }

  /** The daemon is somewhere else, so a path of ours must be whole. */
  private static String here(String directory) {
    return directory.startsWith("~")
        ? directory
        : Seat.current().path(Path.of(directory)).toString();
  }
}
