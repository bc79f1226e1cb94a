package dev.parley.session;

import dev.parley.pty.Lines;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.far.FarPty;
import dev.parley.session.storage.Journal;
import dev.parley.session.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One command run in a session's shell, with exactly its output and its exit code.
 *
 * <p>A shell with marks says where a command's output begins and ends. A plain POSIX shell is made
 * to say so by a line around the command that prints the same marks. Whatever way it is typed, the
 * shell must see the command as one unit: several lines go as a paste, text that a line editor
 * would act on goes quoted, and what is too long to type goes through a file.
 */
final class ShellRun {
  private static final int LONG_COMMAND = 8 << 10;

  /** More than anybody reads in one piece; it also keeps a flood out of memory. */
  private static final int MOST_OUTPUT = 16 << 20;

  private static final Set<String> POSIX_SHELLS =
      Set.of("sh", "dash", "bash", "zsh", "ksh", "mksh", "ash", "busybox", "yash");

  private final Session session;
  private final Optional<FarPty> far;
  private final ShellMarks marks;
  private final Journal journal;
  private final Intake intake;
  private final Reading reading;
  private final End end;
  private final ReentrantLock lock;
  private final TimeSource time;

  /** Held by the command that has the shell; the others wait in the order they came. */
  private final Semaphore turn = new Semaphore(1, true);

  ShellRun(
      Session session,
      ShellMarks marks,
      Journal journal,
      Intake intake,
      Reading reading,
      End end,
      ReentrantLock lock,
      TimeSource time) {
    this.session = session;
    this.far = intake.pty() instanceof FarPty there ? Optional.of(there) : Optional.empty();
    this.marks = marks;
    this.journal = journal;
    this.intake = intake;
    this.reading = reading;
    this.end = end;
    this.lock = lock;
    this.time = time;
  }

  CommandResult run(String command, Duration timeout) {
    if (command.isBlank()) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "There is no command to run");
    }
    var started = time.nanos();
    take(timeout);
    try {
      var ready = session.await(Expectation.turn().within(left(timeout, started)), View.text());
      return switch (ready.state()) {
        case SessionState.Ready _ -> marked(command, timeout, started);
        case SessionState.Waiting _ when plainShell(ready) -> plain(command, timeout, started);
        case SessionState.Waiting _ when nestedShell(ready) -> nested(command, timeout, started);
        case SessionState.Waiting _, SessionState.Secret _, SessionState.Working _ -> throw busy();
        case SessionState.Exited _, SessionState.Lost _, SessionState.Unreachable _ ->
            throw end.refusal();
      };
    } finally {
      turn.release();
    }
  }

  private void take(Duration timeout) {
    try {
      if (!turn.tryAcquire(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
        throw busy();
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new WaitCancelledException();
    }
  }

  private Duration left(Duration timeout, long started) {
    var left = timeout.minusNanos(time.nanos() - started);
    return left.isNegative() ? Duration.ZERO : left;
  }

  private Refusal busy() {
    var front = session.foreground().map(program -> program.name()).orElse("a program");
    return new Refusal(
        Refusal.Code.BUSY,
        "The shell is not at its prompt: %s has the terminal".formatted(front),
        Advice.Step.FREE_THE_SHELL);
  }

  private boolean plainShell(Turn ready) {
    return !marks.active() && (posixInFront(ready) || unseenPlainShell());
  }

  /** A shell that was started inside the one with marks, and has none of its own. */
  private boolean nestedShell(Turn ready) {
    // A line editor asks for pastes to be marked; a program that reads a line does not.
    return marks.running()
        && posixInFront(ready)
        && session.inputModes().bracketedPaste()
        && ready.foreground().map(program -> program.pid() != session.pid()).orElse(false);
  }

  private static boolean posixInFront(Turn ready) {
    return ready
        .foreground()
        .map(program -> POSIX_SHELLS.contains(program.name().replaceFirst("^-", "")))
        .orElse(false);
  }

  /**
   * On a far side we cannot look at, the shell that was started must be taken for the one in front.
   */
  private boolean unseenPlainShell() {
    return far.filter(far -> !far.seesTheFarSide())
        .map(far -> POSIX_SHELLS.contains(far.shell().replaceFirst(".*/", "")))
        .orElse(false);
  }

  // --- a shell with marks ---------------------------------------------------------------------

  private CommandResult marked(String command, Duration timeout, long started) {
    var script =
        Script.of(
            command,
            far.map(FarPty::shell).orElseGet(() -> session.launch().command().getFirst()),
            far);
    try {
      return type(script.line(), command, timeout, started);
    } finally {
      script.cleanup().run();
    }
  }

  // --- a plain shell --------------------------------------------------------------------------

  private CommandResult plain(String command, Duration timeout, long started) {
    var nonce = marks.nonce();
    var script = Script.plain(command, far);
    // An empty word at the end: some shells hand the last one to programs, as $_.
    var line =
        "printf '\\033]133;C;n=%s\\007%%s' ''; %s; printf '\\033]133;D;%%s;n=%s\\007' \"$?\""
            .formatted(nonce, script.line(), nonce);
    try {
      return type(line, command, timeout, started);
    } finally {
      script.cleanup().run();
    }
  }

  /** The same inside another shell, whose marks say that a command of its own runs on. */
  private CommandResult nested(String command, Duration timeout, long started) {
    var script = Script.plain(command, far);
    var line =
        "printf '\\033]133;C;%1$s;n=%2$s\\007%%s' ''; %3$s; printf '\\033]133;D;%%s;%1$s;n=%2$s\\007' \"$?\""
            .formatted(ShellMarks.NESTED, marks.nonce(), script.line());
    try {
      return type(line, command, timeout, started);
    } finally {
      script.cleanup().run();
    }
  }

  private CommandResult type(String line, String command, Duration timeout, long started) {
    var before = marks.runs();
    var turn =
        session.send(
            Input.line(line),
            Expectation.turn().within(left(timeout, started)),
            new View(View.Kind.NONE, 1),
            Guard.NONE);
    lock.lock();
    try {
      var finished = marks.lastRun();
      if (marks.runs() == before || finished.isEmpty()) {
        return unfinished(command, line, turn);
      }
      var end = finished.get();
      return new CommandResult(
          command,
          end.ran()
              ? Prologue.without(withoutMarks(kept(end.from(), end.to())))
              : Echo.without(
                  reading.transcript().text(Math.max(end.from(), journal.start()), end.to()), line),
          OptionalInt.of(end.exitCode()),
          marks.directory(),
          Duration.ofNanos(end.nanos()),
          end.from(),
          end.to());
    } finally {
      lock.unlock();
    }
  }

  /** What is still there of an output, as much as one answer can hold; what is missing is named. */
  private String kept(long from, long to) {
    for (; ; ) {
      var oldest = Math.max(from, journal.start());
      var start = Math.max(oldest, to - MOST_OUTPUT);
      try {
        var text = plainLineEnds(journal.slice(start, to));
        return start == from
            ? text
            : "[… %d bytes %s …]\n%s"
                .formatted(start - from, start > oldest ? "left out" : "no longer kept", text);
      } catch (Refusal evictedMeanwhile) {
        // The oldest kept has moved on; the reading of the child pauses soon.
      }
    }
  }

  private CommandResult unfinished(String command, String line, Turn turn) {
    var to = intake.parsed();
    var began = marks.runningFrom(turn.excerpt().from());
    var from = began.orElse(turn.excerpt().from());
    return new CommandResult(
        command,
        began.isPresent()
            ? Prologue.without(withoutMarks(kept(from, to)))
            : Echo.without(reading.transcript().text(Math.max(from, journal.start()), to), line),
        turn.state() instanceof SessionState.Exited(var exit)
            ? OptionalInt.of(exit.shellCode())
            : OptionalInt.empty(),
        marks.directory(),
        turn.elapsed(),
        from,
        to);
  }

  /**
   * The terminal puts a carriage return before every line feed (ONLCR); this takes it out again.
   */
  private static String plainLineEnds(byte[] output) {
    var plain = new byte[output.length];
    var length = 0;
    for (var at = 0; at < output.length; at++) {
      var added = output[at] == '\r' && at + 1 < output.length && output[at + 1] == '\n';
      if (!added) {
        plain[length++] = output[at];
      }
    }
    return new String(plain, 0, length, StandardCharsets.UTF_8);
  }

  /** Lines pasted together mark each one's beginning; the marks are no output. */
  private String withoutMarks(String output) {
    return output.replace("\u001b]133;C;n=" + marks.nonce() + "\u0007", "");
  }

  private static String quoted(String command) {
    return "'" + command.replace("'", "'\\''") + "'";
  }

  /**
   * The line to type for a command.
   *
   * @param cleanup removes what the line reads, for a command that cannot be typed
   */
  private record Script(String line, Runnable cleanup) {

    static Script of(String command, String shell, Optional<FarPty> far) {
      var fish = shell.endsWith("fish");
      if (command.length() > LONG_COMMAND
          || command.chars().anyMatch(Script::untypable)
          || (fish && command.indexOf('\t') >= 0)) {
        return inFile(command, fish ? "source " : ". ", far);
      }
      // Between single quotes nothing is expanded, the shell's history neither.
      return new Script(
          command.indexOf('!') >= 0 && !fish ? "eval " + quoted(command) : command, () -> {});
    }

    /** For a shell without marks, whose terminal takes lines of {@link Lines#MAX} bytes. */
    static Script plain(String command, Optional<FarPty> far) {
      return command.length() > Lines.MAX / 4 || command.chars().anyMatch(Script::untypable)
          ? inFile(command, ". ", far)
          : new Script("eval " + quoted(command), () -> {});
    }

    private static Script inFile(String command, String reading, Optional<FarPty> far) {
      var text = command.endsWith("\n") ? command : command + "\n";
      var file = far.map(there -> there.files().put(text)).orElseGet(() -> write(text));
      return new Script(
          reading + quoted(file),
          () -> far.ifPresentOrElse(there -> there.files().remove(file), () -> delete(file)));
    }

    /** What a line editor would act on, or a paste could not carry. */
    private static boolean untypable(int character) {
      return character != '\n' && character != '\t' && Character.isISOControl(character);
    }

    private static String write(String command) {
      try {
        var file =
            Files.createTempFile(
                "parley-",
                ".sh",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(file, command);
        return file.toString();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }

    private static void delete(String file) {
      try {
        Files.deleteIfExists(Path.of(file));
      } catch (IOException left) {
        // A file left in the temporary files harms nobody.
      }
    }
  }
}
