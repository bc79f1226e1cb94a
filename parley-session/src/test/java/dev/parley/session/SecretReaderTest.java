package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A secret goes to the reader a person was shown, whatever takes its place by then. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class SecretReaderTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static Sessions sessions;

  @BeforeAll
  static void open() {
    sessions = Sessions.inProcess();
  }

  @AfterAll
  static void close() {
    sessions.close();
  }

  /** A program that asks for a secret, and the question that an agent has put because of it. */
  private static Session asked(String script) {
    var session = sessions.start(Launch.of("bash", "-c", script));
    session.await(Expectation.input().within(LONG));
    assertThat(session.state()).isInstanceOf(SessionState.Secret.class);
    assertThat(session.asks().put(Asks.Kind.SECRET, "", Duration.ZERO))
        .isEqualTo(Asks.Outcome.TIMED_OUT);
    return session;
  }

  private static Asks.Ask ask(Session session) {
    return session.asks().pending().getFirst();
  }

  /** Ctrl-C changes who reads; then the answer to the one before is for nobody. */
  private static void assertNotTypedAfterInterrupt(String script, String sign) {
    try (var session = asked(script)) {
      var ask = ask(session);
      session.send(Input.keys(List.of("ctrl+c")), Expectation.pattern(sign).within(LONG));
      session.await(Expectation.input().within(LONG));
      assertThat(session.state()).isInstanceOf(SessionState.Secret.class);

      assertThatThrownBy(() -> session.secrets().type("correct horse", ask.reader().mark()))
          .isInstanceOf(Refusal.class);
      assertThatThrownBy(() -> session.secrets().answer(ask.id(), "correct horse"))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("not typed");
      session.secrets().type("x", session.secrets().reader().mark());
      assertThat(session.await(Expectation.exit().within(LONG), View.text(), 0).output())
          .contains("took 1\n")
          .doesNotContain("took 13");
    }
  }

  @Test
  void notToAProgramThatReplacesIt() {
    // The same process and the same words; only the program is another.
    assertNotTypedAfterInterrupt(
        """
        exec python3 -c '
        import os, signal, sys, termios
        def other(*_):
            os.write(1, b"\\r\\nagain\\r\\nPassword: ")
            os.execvp("bash", ["bash", "-c", "read -rs p; echo; echo took ${#p}"])
        signal.signal(signal.SIGINT, other)
        mode = termios.tcgetattr(0)
        mode[3] &= ~termios.ECHO
        termios.tcsetattr(0, termios.TCSAFLUSH, mode)
        os.write(1, b"Password: ")
        os.read(0, 100)
        '
        """,
        "again");
  }

  @Test
  void notToAnotherProcessOfTheSameProgram() {
    assertNotTypedAfterInterrupt(
        """
        trap : INT
        bash -c 'read -rsp "Password: " p'
        echo; echo again
        bash -c 'read -rsp "Password: " p; echo; echo "took ${#p}"'
        """,
        "again");
  }

  @Test
  void notWhenItAsksForSomethingElse() {
    assertNotTypedAfterInterrupt(
        """
        trap 'echo; echo again; read -rsp "Password of root: " p; echo; echo "took ${#p}"; exit' INT
        read -rsp "Password: " p
        """,
        "again");
  }

  @Test
  void theOneWhoReadsIsShownAndNotTheOneWhoAsks() {
    try (var session =
        asked(
            "printf 'Password: '; python3 -c 'import getpass; print(len(getpass.getpass(\"\")))';"
                + " true")) {
      var reader = ask(session).reader();
      assertThat(reader.shown()).startsWith("python3, pid ").contains("/python3");
      assertThat(reader.pid()).isNotEqualTo(session.pid());
      assertThat(reader.prompt()).isEqualTo("Password:");
    }
  }

  @Test
  void twoWhoReadAreBothShownAndNoneHasItsNamedSecret() {
    var script =
        """
        (read -rs a </dev/tty; echo "got ${#a}") &
        until [ "$(cut -d' ' -f1 /proc/$!/syscall)" = 0 ]; do :; done
        python3 -c 'import getpass; getpass.getpass()'
        """;
    try (var session = sessions.start(Launch.of("bash", "-c", script))) {
      session.await(Expectation.pattern("Password:").within(LONG));
      while (!session.secrets().reader().shown().contains("python3 ")) {
        Thread.onSpinWait(); // it asks a moment before it reads
      }
      var unused = session.asks().put(Asks.Kind.SECRET, "", Duration.ZERO);
      assertThat(ask(session).reader().shown())
          .contains("several programs")
          .contains("bash ")
          .contains("python3 ");
      session.secrets().keep("db", "correct horse", "python3");
      assertThatThrownBy(() -> session.secrets().kept("db")).isInstanceOf(Refusal.class);
    }
  }
}
