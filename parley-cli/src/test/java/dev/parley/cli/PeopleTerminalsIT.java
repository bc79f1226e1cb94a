package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.Exit;
import dev.parley.pty.Signal;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Sessions;
import dev.parley.terminal.InputModes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees on their terminal while it shows a session, a recording or the list. */
@Timeout(180)
final class PeopleTerminalsIT {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir static Path folder;

  private static ParleyHome parley;

  @BeforeAll
  static void start() {
    parley = ParleyHome.in(folder);
  }

  @AfterAll
  static void stop() throws Exception {
    assertThat(parley.run("stop").code()).isZero();
  }

  /** Waits until the person's screen shows something; it may be a full screen. */
  private static void sees(Session person, String pattern) {
    var wanted = Pattern.compile(pattern);
    var deadline = System.nanoTime() + LONG.toNanos();
    while (!wanted.matcher(person.screen().text()).find()) {
      assertThat(System.nanoTime()).as(person.screen().text()).isLessThan(deadline);
      person.await(Expectation.change().within(Duration.ofSeconds(1)));
    }
  }

  private static void types(Session person, String keys) {
    person.send(Input.raw(keys.getBytes(StandardCharsets.US_ASCII)), Expectation.none());
  }

  private static void hasItsTerminalBack(Session person) {
    assertThat(person.screen().alternate()).isFalse();
    assertThat(person.screen().cursor().visible()).isTrue();
    assertThat(person.inputModes().mouse()).isEqualTo(InputModes.Mouse.NONE);
    assertThat(person.inputModes().bracketedPaste()).isFalse();
  }

  // --- replay ---------------------------------------------------------------------------------

  /** A program that takes the whole screen and never gives it back. */
  private static final String RECORDING =
      """
      {"version":3,"term":{"cols":40,"rows":6}}
      # A comment.
      [0.0, "o", "\\u001b[?1049h\\u001b[?1003h\\u001b[?2004h\\u001b[?25lfirst"]
      [0.0, "r", "50x8"]
      [1000.0, "o", "\\r\\nsecond"]
      [1000.0, "o", "\\r\\nthird"]
      [1.0, "x", "0"]
      """;

  @Test
  void aRecordingIsPausedSteppedSoughtAndLeft() throws Exception {
    Files.writeString(folder.resolve("full.cast"), RECORDING);
    try (var terminals = Sessions.inProcess()) {
      var person =
          parley.terminal(terminals, 100, 12, "replay", "full.cast", "--idle-limit", "1000s");
      sees(person, "first");
      types(person, " ");
      sees(person, "paused at 0:00 of 33:20");
      types(person, ".");
      sees(person, "second");
      assertThat(person.screen().text()).doesNotContain("third");
      types(person, ".");
      sees(person, "third");
      types(person, "\033[D");
      sees(person, "paused at 33:15");
      assertThat(person.screen().text()).contains("second").doesNotContain("third");
      types(person, "\033[A");
      sees(person, "speed 2");
      types(person, "\033[C");
      sees(person, "third");
      types(person, "\033[B");
      sees(person, "speed 1");

      var left = person.send(Input.text("q"), Expectation.exit().within(LONG));
      assertThat(left.state()).isEqualTo(new SessionState.Exited(new Exit.Code(0)));
      hasItsTerminalBack(person);
    }
  }

  @Test
  void aRecordingThatWasToldToEndLeavesTheTerminalAsItWas() throws Exception {
    Files.writeString(folder.resolve("full.cast"), RECORDING);
    try (var terminals = Sessions.inProcess()) {
      for (var way : List.of("", "1")) {
        var person =
            parley
                .with(Map.of("PARLEY_JVM", way))
                .terminal(terminals, 100, 12, "replay", "full.cast", "--idle-limit", "1000s");
        sees(person, "first");
        assertThat(person.screen().alternate()).isTrue();
        person.signal(Signal.TERM, Signal.To.FOREGROUND);
        person.await(Expectation.exit().within(LONG));
        hasItsTerminalBack(person);
      }
    }
  }

  @Test
  void aSessionIsWrittenAndReadInBothVersions() throws Exception {
    parley.run("start", "--name", "red", "--wait", "printf '\\033[31mred\\033[0m\\n'");
    for (var format : List.of("asciicast", "asciicast-v3")) {
      parley.run("export", "red", "--format", format, "-o", "red.cast");
      assertThat(parley.run("replay", "red.cast", "--speed", "100").out()).contains("red");
      assertThat(parley.run("replay", "red.cast", "--json").json().path("events").asInt())
          .isPositive();
    }
  }

  // --- attach ---------------------------------------------------------------------------------

  @Test
  void entryIsGreetedAndTheKeyThatLeavesCanBeChosen() throws Exception {
    parley.run("start", "--name", "greets", "--wait", "--", "cat", "-v");
    try (var terminals = Sessions.inProcess()) {
      var person = parley.terminal(terminals, 90, 10, "attach", "greets", "--detach-key", "ctrl+g");
      sees(person, "you are at greets \\(cat -v\\); Ctrl-G leaves; twice types Ctrl-G itself");
      types(person, "\035");
      sees(person, "\\^\\]");
      assertThat(person.screen().text()).doesNotContain("you are at");
      types(person, "\007\007");
      sees(person, "\\^\\]\\^G");
      var left = person.send(Input.raw(new byte[] {0x07}), Expectation.exit().within(LONG));
      assertThat(left.state()).isInstanceOf(SessionState.Exited.class);
      assertThat(left.output()).contains("left session greets");
    }
    assertThat(parley.run("attach", "--detach-key", "x").err()).contains("ctrl+q");
    parley.run("kill", "greets");
  }

  @Test
  void withoutANameTheLastSessionIsAttached() throws Exception {
    parley.run("start", "--name", "earlier", "--wait", "--", "cat");
    parley.run("start", "--name", "latest", "--wait", "--", "cat");
    try (var terminals = Sessions.inProcess()) {
      var person = parley.terminal(terminals, 90, 10, "attach");
      sees(person, "you are at latest");
      person.send(Input.raw(new byte[] {0x1d}), Expectation.exit().within(LONG));
    }
    parley.run("kill", "earlier", "latest");
  }

  @Test
  void aSmallerTerminalShowsThePartWithTheCursorAndSaysSo() throws Exception {
    parley.run("start", "--name", "large", "--cols", "120", "--rows", "40", "--wait", "--", "sh");
    parley.run("send", "large", "PS1='> '; printf '%0100d\\n' $(seq 1 60)");
    try (var terminals = Sessions.inProcess()) {
      var watcher = parley.terminal(terminals, 50, 12, "attach", "large", "--read-only");
      sees(watcher, "watching large");
      types(watcher, "x");
      sees(watcher, "columns 1-50");
      var lines = watcher.screen().lines();
      assertThat(lines.getLast()).startsWith("parley: this shows columns 1-50 and rows 30-40");
      assertThat(lines.get(9)).matches("0{50}");
      assertThat(lines.get(10)).startsWith(">");

      // It is as it was for the others, and the watcher follows when somebody makes it fit.
      assertThat(parley.run("send", "large", "stty size").out()).contains("40 120");
      parley.run("resize", "large", "50", "12");
      parley.run("send", "large", "clear; echo it''fits");
      sees(watcher, "itfits");
      assertThat(watcher.screen().text()).contains("itfits").doesNotContain("this shows");
    }
    parley.run("kill", "large");
  }

  // --- list -----------------------------------------------------------------------------------

  @Test
  void theListFitsTheTerminalAndNamesProgramsInShort() throws Exception {
    parley.run("start", "--name", "long", "--wait", "--", "/bin/cat", "-n");
    parley.run(
        "start", "--name", "line", "sleep 1000; : a line that goes on and on and on and on and on");
    assertThat(parley.run("list").out()).containsPattern("(?m)long .* cat -n");
    try (var terminals = Sessions.inProcess()) {
      var person = parley.terminal(terminals, 60, 10, "list");
      person.await(Expectation.exit().within(LONG));
      var rows = person.screen().text().lines().toList();
      assertThat(rows).hasSizeLessThan(8).allMatch(row -> row.length() <= 60);
      assertThat(rows).anyMatch(row -> row.contains("line") && row.endsWith("…"));
    }
    var ids = parley.run("list", "-q").out().lines().toList();
    assertThat(ids).allMatch(id -> id.matches("[a-z0-9]{10}")).hasSizeGreaterThanOrEqualTo(2);
    parley.run("kill", "long", "line");
  }

  @Test
  void theListIsWatchedAsItChanges() throws Exception {
    parley.run("start", "--name", "first", "--wait", "--", "cat");
    try (var terminals = Sessions.inProcess()) {
      var person = parley.terminal(terminals, 90, 12, "list", "-w");
      sees(person, "first +waiting");
      parley.run("start", "--name", "second", "--wait", "read line; sleep 1000");
      sees(person, "second +waiting");
      parley.run("send", "second", "go", "--timeout", "0");
      sees(person, "second +working");
      parley.run("rename", "second", "other");
      sees(person, "other +working");
      parley.run("kill", "other");
      parley.run("rename", "first", "last");
      sees(person, "last +waiting");
      assertThat(person.screen().text()).doesNotContain("other");
      person.signal(Signal.INT, Signal.To.FOREGROUND);
      person.await(Expectation.exit().within(LONG));
      hasItsTerminalBack(person);
    }
    parley.run("kill", "last");
  }
}
