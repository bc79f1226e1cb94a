package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import dev.parley.session.time.FakeTime;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How often a state watch looks, in a time that runs as fast as it is waited for. */
@Timeout(20)
class StateWatchTimesTest {
  private final FakeTime time = FakeTime.playedByWhoeverWaits();
  private final Played played = new Played(time, Launch.of("fake"));
  private final CountDownLatch over = new CountDownLatch(1);

  @Test
  void aProgramThatWorksInSilenceIsLookedAtMoreAndMoreRarely() throws InterruptedException {
    time.at(Duration.ofSeconds(20), () -> played.pty.exits(0));
    listenToTheEnd();

    // Each look is followed by a pause of 60 ms and a wait for news that grows by half.
    assertThat(time.waits().stream().limit(10).map(Duration::toMillis))
        .containsExactly(60L, 90L, 60L, 135L, 60L, 202L, 60L, 303L, 60L, 455L);
    assertThat(time.waits()).contains(Duration.ofSeconds(1));
    assertThat(played.pty.probes()).isBetween(20, 30);
  }

  @Test
  void aProgramThatWaitsIsLookedAtEveryFiveSeconds() throws InterruptedException {
    played.pty.prints("? ").does(FakePty.WAITING);
    time.at(Duration.ofMinutes(2), () -> played.pty.exits(0));
    listenToTheEnd();

    assertThat(time.waits()).contains(Duration.ofSeconds(5));
    assertThat(played.pty.probes()).isBetween(25, 40);
  }

  @Test
  void newsIsLookedAtAMomentLaterAndSeenOnce() throws InterruptedException {
    time.at(Duration.ofSeconds(10), () -> played.pty.prints("? ").does(FakePty.WAITING));
    time.at(Duration.ofSeconds(11), () -> played.pty.exits(0));
    listenToTheEnd();

    assertThat(time.waits()).contains(Duration.ofMillis(15));
  }

  private void listenToTheEnd() throws InterruptedException {
    var watch = played.session.stateWatch();
    try (var _ =
        watch.listen(
            () -> {
              if (watch.standing().state().over()) {
                over.countDown();
              }
            })) {
      over.await();
    }
  }
}
