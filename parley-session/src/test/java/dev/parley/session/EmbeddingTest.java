package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What {@code docs/java.md} promises to embedders. */
@Timeout(60)
class EmbeddingTest {

  @Test
  void theFirstExampleWorks() {
    try (var sessions = Sessions.inProcess();
        var python = sessions.start(Launch.of("python3", "-q"))) {
      python.await(Expectation.input());
      var turn = python.send(Input.line("6 * 7"));

      assertThat(turn.output() + turn.state().wire()).isEqualTo("42\nwaiting");
    }
  }

  @Test
  void anExpectedTextIsAValue() {
    try (var sessions = Sessions.inProcess();
        var session =
            sessions.start(Launch.of("sh", "-c", "echo version 12; read x; echo bye; exit 3"))) {
      var met = session.expect("version (\\d+)", Duration.ofSeconds(10));
      var late = session.expect("never", Duration.ofMillis(50));
      session.send(Input.line(""), Expectation.none());
      var ended = session.expect("never", Duration.ofSeconds(10));

      assertThat(met)
          .isInstanceOfSatisfying(
              Outcome.Met.class, it -> assertThat(it.match().groups()).containsExactly("12"));
      assertThat(late).isInstanceOf(Outcome.TimedOut.class);
      assertThat(ended).isInstanceOf(Outcome.Ended.class);
    }
  }

  @Test
  void anAutoSessionIsStartedReusedAndReplaced() {
    try (var sessions = Sessions.inProcess();
        var auto = new AutoSession(sessions, Launch.shell("bash"))) {
      assertThat(auto.state().alive()).isFalse();

      assertThat(auto.send("echo one", Duration.ofSeconds(10)).output()).isEqualTo("one\n");
      var first = auto.living().id();
      assertThat(auto.incremental()).contains("one");
      assertThat(auto.incremental()).isEmpty();
      auto.send("exit 3", Duration.ofSeconds(10));
      assertThat(auto.state().alive()).isFalse();

      assertThat(auto.send("echo two", Duration.ofSeconds(10)).output()).isEqualTo("two\n");
      assertThat(auto.living().id()).isNotEqualTo(first);
      assertThat(auto.state().screen()).contains("two");
    }
  }

  @Test
  void theSharedSessionsAreOneAProcess() {
    assertThat(Sessions.shared()).isSameAs(Sessions.shared());
  }
}
