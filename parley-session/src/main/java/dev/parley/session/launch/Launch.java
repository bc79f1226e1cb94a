package dev.parley.session.launch;

import dev.parley.pty.Limits;
import dev.parley.session.refusal.Refusal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What to start: a command, or a shell with marks, and the terminal it gets.
 *
 * @param command the program and its arguments, as is
 * @param interactiveShell whether the command is a shell to talk to; Parley then brings its marks
 * @param login whether that shell reads the login files
 * @param environment variables on top of the ones this process has; an empty value is a value
 * @param directory where it starts; on another target a path there, and empty for its own choice
 * @param name a name of the caller's choosing, beside the id
 * @param idleTimeout ends the session when nothing was typed or printed for this long
 * @param maxLifetime ends the session this long after its start
 * @param target where it runs: this host, another one, a container
 * @param owner whose list it is in, for a client that comes back after a restart
 * @param starter whose it is: who started it; empty when it is everybody's
 * @param sandbox what it may touch
 * @param totals what all sessions of the same starter may use together: memory, processor and
 *     processes
 */
public record Launch(
    List<String> command,
    boolean interactiveShell,
    boolean login,
    Map<String, String> environment,
    Path directory,
    Optional<String> name,
    int columns,
    int rows,
    Limits limits,
    Optional<Duration> idleTimeout,
    Optional<Duration> maxLifetime,
    Target target,
    Optional<String> owner,
    Optional<String> starter,
    SandboxProfile sandbox,
    Limits totals) {

  /** In place of a shell: the one the user has on the target. */
  public static final String FAR_SHELL = "$SHELL";

  public static final int DEFAULT_COLUMNS = 120;
  public static final int DEFAULT_ROWS = 40;
  private static final int MOST_COLUMNS = 1000;

  public Launch {
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "A launch needs a command to run");
    }
    // No program can be given one, on this host or another: it would end the text for the kernel.
    if (Stream.concat(command.stream(), environment.values().stream())
        .anyMatch(word -> word.indexOf(0) >= 0)) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "A command or its environment has a NUL character");
    }
    name.ifPresent(Launch::checkName);
    checkSize(columns, rows);
    if (sandbox.isConfined() && !target.equals(Target.LOCAL)) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "Only programs on this host can be put into a sandbox of Parley's",
          "Start without one; a container has its engine's own");
    }
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  /** Refuses a size that no terminal has. */
  public static void checkSize(int columns, int rows) {
    if (Math.min(columns, rows) < 1 || Math.max(columns, rows) > MOST_COLUMNS) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "A terminal has 1 to %d columns and rows, not %d×%d"
              .formatted(MOST_COLUMNS, columns, rows));
    }
  }

  /**
   * Refuses what cannot be a session's name.
   *
   * @throws Refusal when it cannot
   */
  public static void checkName(String name) {
    if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "A session's name has 1 to 64 letters, digits, dots, dashes or underscores and begins"
              + " with a letter or digit");
    }
  }

  /** A program with its arguments, started as is. */
  public static Launch of(String... command) {
    return of(List.of(command));
  }

  /** A program with its arguments, started as is. */
  public static Launch of(List<String> command) {
    return new Launch(
        command,
        false,
        false,
        Map.of(),
        Surroundings.current().directory(),
        Optional.empty(),
        DEFAULT_COLUMNS,
        DEFAULT_ROWS,
        Limits.NONE,
        Optional.empty(),
        Optional.empty(),
        Target.LOCAL,
        Optional.empty(),
        Optional.empty(),
        SandboxProfile.NONE,
        Limits.NONE);
  }

  /** A command line, run by the user's shell. */
  public static Launch line(String line) {
    return line(userShell(), line);
  }

  /** A command line, run by the shell given. */
  public static Launch line(String shell, String line) {
    if (line.isBlank()) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "A launch needs a command to run");
    }
    return of(shell, "-c", line);
  }

  /** An interactive shell of the user's. */
  public static Launch shell() {
    return shell(userShell());
  }

  /** An interactive shell. */
  public static Launch shell(String shell) {
    return of(shell).asInteractiveShell();
  }

  private static String userShell() {
    var shell = Surroundings.current().environment().get("SHELL");
    return shell == null || shell.isBlank() ? "/bin/bash" : shell;
  }

  private Launch asInteractiveShell() {
    return change(draft -> draft.interactiveShell = true);
  }

  public Launch asLogin() {
    return change(draft -> draft.login = true);
  }

  public Launch in(Path directory) {
    return change(draft -> draft.directory = directory);
  }

  /** The same launch at another place, in the directory that is usual there. */
  public Launch on(Target target) {
    return change(
        draft -> {
          draft.target = target;
          draft.directory = target.equals(Target.LOCAL) ? draft.directory : Path.of("");
        });
  }

  public Launch named(String name) {
    return change(draft -> draft.name = Optional.of(name));
  }

  public Launch sized(int columns, int rows) {
    return change(
        draft -> {
          draft.columns = columns;
          draft.rows = rows;
        });
  }

  /** Adds variables to the environment. */
  public Launch with(Map<String, String> more) {
    var all = new HashMap<>(environment);
    all.putAll(more);
    return change(draft -> draft.environment = all);
  }

  /** Puts it under limits; one on time ends it as {@link #endedAfter} does, if that is later. */
  public Launch limited(Limits limits) {
    return change(
        draft -> {
          draft.limits = limits;
          if (limits.wallSeconds().isPresent()) {
            var wall = Duration.ofSeconds(limits.wallSeconds().getAsLong());
            if (draft.maxLifetime.isEmpty() || draft.maxLifetime.get().compareTo(wall) > 0) {
              draft.maxLifetime = Optional.of(wall);
            }
          }
        });
  }

  public Launch endedWhenIdle(Duration idleTimeout) {
    return change(draft -> draft.idleTimeout = Optional.of(idleTimeout));
  }

  public Launch endedAfter(Duration maxLifetime) {
    return change(draft -> draft.maxLifetime = Optional.of(maxLifetime));
  }

  /** Notes whose list it is in; nobody else is kept from it. */
  public Launch ownedBy(String owner) {
    return change(draft -> draft.owner = Optional.of(owner));
  }

  /** Notes who starts it; it may not be there for others. */
  public Launch startedBy(String starter) {
    return change(draft -> draft.starter = Optional.of(starter));
  }

  /** Confines it to what a profile allows. */
  public Launch sandboxed(SandboxProfile sandbox) {
    return change(draft -> draft.sandbox = sandbox);
  }

  /** Puts it under limits that hold for all sessions of the same starter together. */
  public Launch totalling(Limits totals) {
    return change(draft -> draft.totals = totals);
  }

  private Launch change(Consumer<Draft> change) {
    var draft = new Draft(this);
    change.accept(draft);
    return draft.launch();
  }

  /** A launch while one part of it is being changed. */
  private static final class Draft {
    private final List<String> command;
    private boolean interactiveShell;
    private boolean login;
    private Map<String, String> environment;
    private Path directory;
    private Optional<String> name;
    private int columns;
    private int rows;
    private Limits limits;
    private Optional<Duration> idleTimeout;
    private Optional<Duration> maxLifetime;
    private Target target;
    private Optional<String> owner;
    private Optional<String> starter;
    private SandboxProfile sandbox;
    private Limits totals;

    Draft(Launch launch) {
      command = launch.command;
      interactiveShell = launch.interactiveShell;
      login = launch.login;
      environment = launch.environment;
      directory = launch.directory;
      name = launch.name;
      columns = launch.columns;
      rows = launch.rows;
      limits = launch.limits;
      idleTimeout = launch.idleTimeout;
      maxLifetime = launch.maxLifetime;
      target = launch.target;
      owner = launch.owner;
      starter = launch.starter;
      sandbox = launch.sandbox;
      totals = launch.totals;
    }

    Launch launch() {
      return new Launch(
          command,
          interactiveShell,
          login,
          environment,
          directory,
          name,
          columns,
          rows,
          limits,
          idleTimeout,
          maxLifetime,
          target,
          owner,
          starter,
          sandbox,
          totals);
    }
  }
}
