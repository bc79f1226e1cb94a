package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class PaceTest {
  private final AtomicLong now = new AtomicLong();
  private final Pace pace = new Pace(now::get);
  private final Caller greedy = new Caller(Role.WATCH, "http", "greedy");

  private Duration after(int requests) {
    return IntStream.range(0, requests)
        .mapToObj(_ -> pace.of(greedy))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  @Test
  void aBurstIsServedAtOnceAndWhatFollowsWaits() {
    assertThat(after(100)).isZero();
    assertThat(after(51)).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void whoWaitsKeepsNobodyElseWaiting() {
    assertThat(after(500)).isPositive();

    assertThat(pace.of(new Caller(Role.WATCH, "http", "honest"))).isZero();
    assertThat(pace.ofAnybody()).isZero();
  }

  @Test
  void whoHasPausedIsServedAtOnceAgain() {
    assertThat(after(500)).isPositive();
    now.addAndGet(Duration.ofSeconds(20).toNanos());

    assertThat(after(100)).isZero();
  }

  @Test
  void anAdministratorNeverWaits() {
    var admin = new Caller(Role.ADMIN, "http", "admin");

    assertThat(IntStream.range(0, 10_000).mapToObj(_ -> pace.of(admin)))
        .containsOnly(Duration.ZERO);
  }

  @Test
  void strangersWaitMostAndTheQueueHasAnEnd() {
    var waits = IntStream.range(0, 1000).mapToObj(_ -> pace.ofTurnedAway()).toList();

    assertThat(waits.subList(0, 40)).containsOnly(Duration.ZERO);
    assertThat(waits.getLast()).isEqualTo(Pace.LONGEST.plusMillis(50));
  }
}
