package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.Exit;
import dev.parley.pty.Signal;
import dev.parley.pty.finding.Evidence;
import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SessionTest {
  private final Sessions sessions = Sessions.inProcess();

  @AfterEach
  void end() {
    sessions.close();
  }

  @Test
  void aTurnWithPythonReturnsTheAnswerAndThePrompt() {
    var python = sessions.start(Launch.of("python3", "-q"));
    var first = python.await(Expectation.input());
    assertThat(first.why()).isEqualTo(Why.INPUT);
    assertThat(first.state()).isEqualTo(new SessionState.Waiting(">>> "));

    var turn = python.send(Input.line("6 * 7"));

    assertThat(turn.output()).isEqualTo("42\n");
    assertThat(turn.state()).isEqualTo(new SessionState.Waiting(">>> "));
    assertThat(turn.verdict().confidence()).isEqualTo(Confidence.HIGH);
    assertThat(turn.verdict().evidence()).hasAtLeastOneElementOfType(Evidence.Blocked.class);
    assertThat(turn.foreground().orElseThrow().name()).startsWith("python");
  }

  @Test
  void anEndedChildIsReportedWithItsCodeAndAllItPrinted() {
    var session = sessions.start(Launch.of("sh", "-c", "printf 'last words'; exit 7"));

    var turn = session.await(Expectation.turn(), View.text(), 0);

    assertThat(turn.why()).isEqualTo(Why.EXIT);
    assertThat(turn.state()).isEqualTo(new SessionState.Exited(new Exit.Code(7)));
    assertThat(turn.output()).isEqualTo("last words");
    assertThatThrownBy(() -> session.send(Input.line("hello")))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.EXITED));
    assertThat(session.read(0, View.text()).text()).isEqualTo("last words");
  }

  @Test
  void aPasswordPromptIsSecret() {
    var session =
        sessions.start(
            Launch.of(
                "python3", "-c", "import getpass; p = getpass.getpass('PIN: '); print(len(p))"));

    var asked = session.await(Expectation.turn(), View.text(), 0);
    assertThat(asked.state()).isEqualTo(new SessionState.Secret("PIN: "));
    assertThat(asked.verdict().evidence()).contains(new Evidence.EchoOff());

    var done = session.send(Input.secret("correct horse"));

    assertThat(done.why()).isEqualTo(Why.EXIT);
    assertThat(done.output()).isEqualToIgnoringWhitespace("13");
  }

  @Test
  void whatLooksLikeAPromptIsNotBelievedWhileTheProgramWorks() {
    var session =
        sessions.start(
            Launch.of(
                "python3",
                "-c",
                "import sys,time; sys.stdout.write('>>> '); sys.stdout.flush(); time.sleep(60)"));
    session.await(Expectation.text(">>> "), View.text(), 0);

    var turn = session.await(Expectation.turn().within(Duration.ofMillis(300)));

    assertThat(turn.why()).isEqualTo(Why.TIMEOUT);
    assertThat(turn.state()).isEqualTo(new SessionState.Working());
  }

  @Test
  void aPatternEndsAWaitAndSaysWhatCameBefore() {
    var session = sessions.start(Launch.of("sh", "-c", "echo one; echo two 42; sleep 60"));

    var turn = session.await(Expectation.pattern("two (\\d+)"), View.text(), 0);

    assertThat(turn.why()).isEqualTo(Why.MATCH);
    assertThat(turn.match().orElseThrow())
        .isEqualTo(new Match("two 42", List.of("42"), "one\n", 5, 11));
  }

  @Test
  void aPatternIsNotMetByTheEchoOfWhatWasTyped() {
    var python = sessions.start(Launch.of("python3", "-q"));
    python.await(Expectation.input());

    var turn =
        python.send(
            Input.line("import time; time.sleep(0.3); print('do' + 'ne') # done"),
            Expectation.turn().only(Until.EXIT).matching("done"));

    // The next prompt may have come along with it.
    assertThat(turn.output().lines().findFirst()).contains("done");
  }

  @Test
  void aGuardThatDoesNotHoldTypesNothing() {
    var python = sessions.start(Launch.of("python3", "-q"));
    var prompt = python.await(Expectation.input());

    var refused =
        python.send(Input.line("1/0"), Expectation.turn(), View.text(), Guard.state("secret"));
    var stale =
        python.send(
            Input.line("1/0"),
            Expectation.turn(),
            View.text(),
            Guard.offset(prompt.excerpt().to() - 1));
    var held =
        python.send(
            Input.line("1+1"),
            Expectation.turn(),
            View.text(),
            Guard.offset(prompt.excerpt().to()));

    assertThat(refused.why()).isEqualTo(Why.GUARD);
    assertThat(stale.why()).isEqualTo(Why.GUARD);
    assertThat(held.output()).isEqualTo("2\n");
  }

  @Test
  void aSecretThatTheChildShowsIsMaskedEverywhere() {
    var session = sessions.start(Launch.of("cat"));
    session.await(Expectation.input());

    var turn =
        session.send(Input.secret("hunter2hunter2"), Expectation.quiet(Duration.ofMillis(50)));

    assertThat(turn.output()).doesNotContain("hunter").contains("**************");
    assertThat(session.screen().text()).doesNotContain("hunter");
    assertThat(new String(session.bytes(0, session.lastOffset()), StandardCharsets.UTF_8))
        .doesNotContain("hunter");
  }

  @Test
  void theFirstOfManySessionsThatIsReadyAnswers() {
    var slow = sessions.start(Launch.of("sleep", "60"));
    var quick = sessions.start(Launch.of("sh", "-c", "echo hello; read answer"));

    var turn = sessions.awaitAny(List.of(slow, quick), Expectation.turn());

    assertThat(turn.session()).isEqualTo(quick.id());
    assertThat(turn.output()).isEqualTo("hello\n");
  }

  @Test
  void aSessionIsFoundByIdBeginningOrName() {
    var session = sessions.start(Launch.of("cat").named("kitty"));

    assertThat(sessions.get("kitty")).isSameAs(session);
    assertThat(sessions.get(session.id().value())).isSameAs(session);
    assertThat(sessions.get(session.id().value().substring(0, 6))).isSameAs(session);
    assertThatThrownBy(() -> sessions.get("dog"))
        .isInstanceOf(Refusal.class)
        .hasMessage("There is no session 'dog'");
    assertThatThrownBy(() -> sessions.start(Launch.of("cat").named("kitty")))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("belongs to session " + session.id());
  }

  @Test
  void whatCannotBeStartedIsRefusedWithAReason() {
    assertThatThrownBy(() -> sessions.start(Launch.of("no-such-program-here")))
        .isInstanceOfSatisfying(
            Refusal.class, refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.BAD_INPUT))
        .hasMessageContaining("no-such-program-here");
    assertThatThrownBy(() -> sessions.start(Launch.of("cat").in(Path.of("/no/such/place"))))
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("/no/such/place");
    assertThat(sessions.list()).isEmpty();
  }

  @Test
  void ctrlCStopsWhatRunsAndTheShellAnswersWith130() {
    var shell = sessions.start(Launch.shell("/bin/bash"));
    shell.await(Expectation.command());
    shell.send(Input.line("sleep 100"), Expectation.none());
    inFront(shell, "sleep");

    var turn = shell.send(Input.keys(List.of("ctrl+c")));

    assertThat(turn.why()).isEqualTo(Why.COMMAND);
    assertThat(turn.command().orElseThrow().exitCode()).hasValue(130);
  }

  @Test
  void aStoppedProgramIsNotWaiting() {
    var session = sessions.start(Launch.of("cat"));
    session.await(Expectation.input());

    session.signal(Signal.STOP, Signal.To.SESSION);
    var turn = session.await(Expectation.turn().within(Duration.ofMillis(100)));

    assertThat(turn.state()).isEqualTo(new SessionState.Working());
    assertThat(turn.verdict().evidence()).contains(Evidence.Activity.STOPPED);
  }

  @Test
  void closingEndsTheWholeTree() {
    var session =
        sessions.start(
            Launch.of("sh", "-c", "sleep 300 & (setsid sleep 301 &) ; echo up; sleep 302"));
    session.await(Expectation.text("up"), View.text(), 0);

    var ended = session.end(Duration.ofMillis(500), "a test");

    assertThat(ended.processes()).isGreaterThanOrEqualTo(3);
    session.await(Expectation.exit());
    assertThat(session.ending().orElseThrow().by()).isEqualTo("closed by a test");
  }

  @Test
  void aSessionIdleForTooLongIsEnded() {
    var session = sessions.start(Launch.of("cat").endedWhenIdle(Duration.ofMillis(100)));

    // To wait for it would be use.
    while (session.ending().isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(session.ending().orElseThrow().endedBy()).contains("idle");
  }

  /** Waits until a program has the terminal; a key typed earlier would reach its shell. */
  static void inFront(Session session, String program) {
    while (session.foreground().filter(front -> front.name().equals(program)).isEmpty()) {
      Thread.onSpinWait();
    }
  }
}
