package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What counts as use of a session that ends when it is idle. Of two that were started one after the
 * other with the same patience, the one in use outlives the other.
 */
@Timeout(60)
class UseTest {
  private static final Duration IDLE = Duration.ofMillis(400);

  private static Session started(Sessions sessions, String command) {
    return sessions.start(Launch.of("sh", "-c", command).endedWhenIdle(IDLE));
  }

  /** Does something again and again until a session nobody uses has ended. */
  private static void outlives(Session used, Session left, Runnable use) {
    while (left.ending().isEmpty()) {
      use.run();
    }
    assertThat(left.ending().orElseThrow().endedBy()).contains("idle");
    assertThat(used.ending()).isEmpty();
  }

  @Test
  void readingIsUse() {
    try (var sessions = Sessions.inProcess()) {
      var used = started(sessions, "exec sleep 600");
      outlives(used, started(sessions, "exec sleep 600"), () -> used.read(0, View.text()));
    }
  }

  @Test
  void typingIsUse() {
    try (var sessions = Sessions.inProcess()) {
      var used = started(sessions, "exec cat >/dev/null");
      outlives(
          used,
          started(sessions, "exec cat"),
          () -> used.send(Input.line("x"), Expectation.none()));
    }
  }

  @Test
  void waitingIsUse() {
    try (var sessions = Sessions.inProcess()) {
      var used = started(sessions, "exec sleep 600");
      outlives(
          used,
          started(sessions, "exec sleep 600"),
          () -> used.await(Expectation.exit().within(Duration.ofMillis(700))));
    }
  }

  @Test
  void watchingIsUse() {
    try (var sessions = Sessions.inProcess()) {
      var used = started(sessions, "exec sleep 600");
      try (var watch = used.watch(0)) {
        outlives(
            used, started(sessions, "exec sleep 600"), () -> watch.next(Duration.ofMillis(700)));
      }
    }
  }

  @Test
  void printingIsNoUse() {
    try (var sessions = Sessions.inProcess()) {
      var used = started(sessions, "exec sleep 600");
      outlives(
          used,
          started(sessions, "while :; do echo on; sleep 0.02; done"),
          () -> used.read(0, View.text()));
    }
  }
}
