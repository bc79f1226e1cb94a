package dev.parley.cli;

import dev.parley.pty.finding.Evidence;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Sessions;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.launch.Launch;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/**
 * A tour of what Parley does, with the programs that happen to be installed: real sessions, real
 * timings.
 */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = "A short tour: real programs, driven as an agent would.")
final class DemoCommand implements Runnable {
  private final PrintStream out = Seat.current().out();
  private final Paint paint = Paint.of(Seat.current());

  @Override
  public void run() {
    say(
        "Parley starts programs on real terminals and tells you, at once and with the evidence,",
        "whether they work, wait, ask for a secret, or have ended. Nothing below is scripted or",
        "timed: each line is typed when the program is ready for it.");
    try (var sessions = Sessions.inProcess()) {
      conversation(sessions);
      lookAlike(sessions);
      secret(sessions);
      shell(sessions);
      editor(sessions);
    }
    title("That was it");
    say(
        "Give it to an agent:   parley config claude|codex|cursor|vscode|gemini",
        "What this host allows: parley doctor",
        "How it knows:          docs/state.md");
  }

  private void conversation(Sessions sessions) {
    title("1. A conversation with a REPL");
    if (missing("python3")) {
      return;
    }
    try (var python = sessions.start(Launch.of("python3", "-q"))) {
      shown("start python3", python.await(Expectation.input(), View.text(), 0));
      // The first turn warms the JVM up; it is shown like the others.
      for (var line : List.of("6 * 7", "sum(range(10**6))", "print('\\n'.join('abc'))", "1/0")) {
        shown("type " + line, python.send(Input.line(line)));
      }
      var slow = "import time; time.sleep(1.5); print('awake')";
      shown("type " + slow, python.send(Input.line(slow)));
      say("The last one took as long as the program did, and no longer.");
    }
  }

  private void lookAlike(Sessions sessions) {
    title("2. A prompt that is none");
    if (missing("python3")) {
      return;
    }
    var program =
        "import time; print('>>> ', end='', flush=True); time.sleep(1.2); input('Name? ')";
    try (var session = sessions.start(Launch.of("python3", "-c", program))) {
      shown(
          "it prints '>>> ' and works on",
          session.await(Expectation.text(">>> ").within(Duration.ofSeconds(5)), View.text(), 0));
      shown("wait until it really asks", session.await(Expectation.input()));
    }
  }

  private void secret(Sessions sessions) {
    title("3. A password prompt is recognised, and the password shown nowhere");
    if (missing("python3")) {
      return;
    }
    var program = "import getpass; p = getpass.getpass('Vault PIN: '); print('echoed back:', p)";
    try (var session = sessions.start(Launch.of("python3", "-c", program))) {
      shown("start a program with a secret", session.await(Expectation.turn(), View.text(), 0));
      shown("enter it as a secret", session.send(Input.secret("correct-horse-battery")));
    }
  }

  private void shell(Sessions sessions) {
    title("4. A shell command with exactly its output and exit code");
    if (missing("bash")) {
      return;
    }
    // What is shown here is none of the user's history.
    var bash = Launch.shell("bash").with(Map.of("HISTFILE", "/dev/null"));
    try (var shell = sessions.start(bash)) {
      for (var command : List.of("printf 'no line end'", "ls /nowhere", "cd /tmp && (exit 42)")) {
        var result = shell.run(command, Duration.ofSeconds(10));
        out.println(paint.strong("  $ " + command));
        out.printf(
            "    output %s  exit code %s  in %s  took %s%n",
            paint.quiet("\"" + result.output().replace("\n", "\\n") + "\""),
            result.exitCode().isPresent() ? result.exitCode().getAsInt() : "–",
            result.directory(),
            milliseconds(result.duration()));
      }
    }
  }

  private void editor(Sessions sessions) {
    title("5. A full-screen program, driven by keys");
    if (missing("vim")) {
      return;
    }
    var file = scratch();
    try (var vim =
        sessions.start(
            Launch.of("vim", "-u", "NONE", file.getFileName().toString())
                .in(file.resolveSibling("").toAbsolutePath())
                .sized(60, 8))) {
      shown("start vim", vim.await(Expectation.input()));
      vim.send(Input.keys(List.of("i")));
      vim.send(Input.text("Dear terminal,\nI can see you."));
      var turn = vim.send(Input.keys(List.of("esc", "g", "g", "o")));
      shown("press i, write two lines, esc, gg, o", turn);
      picture(turn);
      vim.send(Input.keys(List.of("esc")));
      shown("type :wq", vim.send(Input.line(":wq"), Expectation.exit()));
      out.printf(
          "    the file now holds %s%n", paint.quiet(content(file).lines().toList().toString()));
    } finally {
      delete(file);
    }
  }

  private void shown(String deed, Turn turn) {
    out.println(paint.strong("  " + deed));
    for (var line : turn.output().lines().toList()) {
      out.println(paint.quiet("    │ " + line));
    }
    out.printf(
        "    %s%s  %s  %s%n",
        paint.state(turn.state().wire()),
        turn.state().prompt().isEmpty() ? "" : " at \"" + turn.state().prompt() + "\"",
        milliseconds(turn.elapsed()),
        paint.quiet(String.join(", ", Evidence.wire(turn.verdict().evidence()))));
  }

  private void picture(Turn turn) {
    var screen = turn.screen();
    out.println("    ┌" + "─".repeat(screen.columns()) + "┐");
    for (var row = 0; row < screen.rows(); row++) {
      var text = screen.row(row).text();
      var blanks = Math.max(0, screen.columns() - text.codePointCount(0, text.length()));
      out.println("    │" + text + " ".repeat(blanks) + "│");
    }
    out.println("    └" + "─".repeat(screen.columns()) + "┘");
  }

  private void title(String title) {
    out.println();
    out.println(paint.title(title));
  }

  private void say(String... lines) {
    for (var line : lines) {
      out.println("  " + line);
    }
  }

  private boolean missing(String program) {
    var found =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    if (!found) {
      say(program + " is not installed here; this part is left out.");
    }
    return !found;
  }

  private static String milliseconds(Duration duration) {
    return String.format(Locale.ROOT, "%.2f ms", duration.toNanos() / 1e6);
  }

  private static Path scratch() {
    try {
      return Files.createTempFile("parley-demo-", ".txt");
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static String content(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void delete(Path file) {
    file.toFile().delete();
  }
}
