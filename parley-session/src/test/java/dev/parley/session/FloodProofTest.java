package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that never stops printing costs no more than its bound. */
@Timeout(900)
class FloodProofTest {
  private static final Duration FLOOD = Duration.ofSeconds(Proof.times(10, 300));
  private static final long BOUND = 8L << 20;
  private static final long SEGMENT = 1L << 20;
  private static final long FLAT = 16L << 20;

  @Test
  void memoryIsFlatTheJournalIsAtItsBoundAndTheGapIsReported() {
    try (var sessions = Sessions.inProcess(new Sessions.Bounds(8, BOUND, Duration.ofMinutes(10)))) {
      var session = sessions.start(Launch.of("yes", "a line of some length to be printed"));
      var watch = session.watch(0);
      session.await(Expectation.exit().within(FLOOD.dividedBy(3)));
      var before = living();
      session.await(Expectation.exit().within(FLOOD.dividedBy(3).multipliedBy(2)));
      var after = living();

      var kept = session.lastOffset() - session.firstOffset();
      System.out.printf(
          "flood: %d MB in %d s, %d KB kept, memory %+d KB%n",
          session.lastOffset() >> 20, FLOOD.toSeconds(), kept >> 10, (after - before) >> 10);
      assertThat(after - before).isLessThan(FLAT);
      assertThat(session.lastOffset()).isGreaterThan(2 * BOUND);
      assertThat(kept).isBetween(BOUND - 2 * SEGMENT, BOUND + 2 * SEGMENT);
      assertThat(watch.next(Duration.ofSeconds(10)).orElseThrow().missed()).isPositive();
      assertThatThrownBy(() -> session.bytes(0, 100))
          .isInstanceOfSatisfying(
              Refusal.class, gone -> assertThat(gone.code()).isEqualTo(Refusal.Code.EVICTED));
    }
  }

  /** What is alive; what the JVM has yet to collect says more about the machine than about us. */
  private static long living() {
    System.gc();
    var runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
