package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.Retention.Ended;
import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.time.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class RetentionTest {
  private static final List<Ended<String>> THREE =
      List.of(
          new Ended<>("old", Duration.ofDays(9), 100),
          new Ended<>("middle", Duration.ofDays(5), 100),
          new Ended<>("new", Duration.ofDays(1), 100));

  @Test
  void everythingStaysWhenNothingIsExceeded() {
    assertThat(Retention.EVERYTHING.surplus(THREE, 1 << 30)).isEmpty();
  }

  @Test
  void whatIsTooOldGoes() {
    assertThat(Retention.EVERYTHING.withAge(Duration.ofDays(5)).surplus(THREE, 0))
        .containsExactly("old", "middle");
  }

  @Test
  void whatIsTooManyGoesOldestFirst() {
    assertThat(Retention.EVERYTHING.withSessions(1).surplus(THREE, 0))
        .containsExactly("old", "middle");
  }

  @Test
  void livingSessionsCountAmongTheBytesAndStay() {
    assertThat(Retention.EVERYTHING.withBytes(250).surplus(THREE, 0)).containsExactly("old");
    assertThat(Retention.EVERYTHING.withBytes(250).surplus(THREE, 100))
        .containsExactly("old", "middle");
    assertThat(Retention.EVERYTHING.withBytes(250).surplus(THREE, 1000)).hasSize(3);
  }

  @Test
  void aClockThatJumpsMakesNothingOlderOrYounger() {
    var time = new FakeTime();
    var since = Since.of(time.instant().minusSeconds(10), time);
    assertThat(since.elapsed()).isEqualTo(Duration.ofSeconds(10));

    time.setDate(Instant.parse("2036-01-01T00:00:00Z"));
    time.advance(Duration.ofSeconds(2));
    assertThat(since.elapsed()).isEqualTo(Duration.ofSeconds(12));

    time.setDate(Instant.EPOCH);
    assertThat(since.elapsed()).isEqualTo(Duration.ofSeconds(12));
    assertThat(Since.of(Instant.parse("2026-01-01T00:00:00Z"), time).elapsed())
        .isEqualTo(Duration.ZERO);
  }

  @Test
  void theKeeperRemovesWhatIsMoreThanIsToBeKept(@TempDir Path folder) throws Exception {
    var bounds = new Sessions.Bounds(8, 1 << 20, Retention.DEFAULT.withSessions(1));
    try (var sessions = Sessions.inFolder(folder, bounds)) {
      var first = sessions.start(Launch.of("true"));
      first.await(Expectation.exit());
      var removed = new CountDownLatch(1);
      sessions.onChange(
          () -> {
            if (sessions.list().stream().noneMatch(first::equals)) {
              removed.countDown();
            }
            return true;
          });
      var second = sessions.start(Launch.of("true"));
      second.await(Expectation.exit());
      removed.await();
      assertThat(sessions.list()).containsExactly(second);
      while (Files.exists(folder.resolve(first.id().value()))) {
        // The list may be told before the folder is gone.
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aSessionThatHasEndedHoldsNoTerminal(@TempDir Path folder) throws IOException {
    try (var sessions = Sessions.inFolder(folder, Sessions.Bounds.DEFAULT)) {
      var before = terminals();
      for (var i = 0; i < 5; i++) {
        sessions.start(Launch.of("echo", "said")).await(Expectation.exit());
      }
      while (terminals() > before) {
        Thread.onSpinWait(); // the keeper tells nobody when it is done
      }
      assertThat(sessions.list())
          .allSatisfy(
              session -> assertThat(session.read(0, View.text()).text()).isEqualTo("said\n"));
    }
  }

  private static long terminals() throws IOException {
    try (var open = Files.list(Path.of("/proc/self/fd"))) {
      return open.filter(RetentionTest::isTerminal).count();
    }
  }

  private static boolean isTerminal(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).endsWith("ptmx");
    } catch (IOException gone) {
      return false;
    }
  }

  @Test
  void noSessionStartsWhenLivingOnesTakeMoreThanIsAllowed() {
    var bounds = new Sessions.Bounds(8, 1 << 20, Retention.DEFAULT.withBytes(4 << 10));
    try (var sessions = Sessions.inProcess(bounds)) {
      sessions.start(Launch.of("sh", "-c", "echo much; read line")).await(Expectation.input());
      assertThatThrownBy(() -> sessions.start(Launch.of("true")))
          .isInstanceOf(Refusal.class)
          .hasMessageContaining("more than the 0 MiB that are allowed");
    }
  }
}
