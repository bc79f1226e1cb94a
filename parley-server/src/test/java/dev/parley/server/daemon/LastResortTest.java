package dev.parley.server.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which deaths of threads end a daemon. */
final class LastResortTest {
  private final List<Integer> ended = new ArrayList<>();

  private void dies(Thread.Builder thread, Throwable failure) throws InterruptedException {
    var started = thread.unstarted(() -> sneak(failure));
    started.setUncaughtExceptionHandler(new LastResort(ended::add));
    started.start();
    started.join();
  }

  private static void sneak(Throwable failure) {
    switch (failure) {
      case RuntimeException plain -> throw plain;
      case Error grave -> throw grave;
      default -> throw new AssertionError(failure);
    }
  }

  @Test
  void oneOfOurOwnEndsIt() throws InterruptedException {
    dies(Thread.ofPlatform().name("parley-loop"), new IllegalStateException("broken"));
    assertThat(ended).containsExactly(LastResort.ENDED);
  }

  @Test
  void aLackOfMemoryEndsItOnAnyThread() throws InterruptedException {
    dies(Thread.ofVirtual().name("client"), new OutOfMemoryError("heap"));
    assertThat(ended).containsExactly(LastResort.ENDED);
  }

  @Test
  void aThreadThatServesOneClientDoesNot() throws InterruptedException {
    dies(Thread.ofVirtual().name("client"), new IllegalStateException("broken"));
    assertThat(ended).isEmpty();
  }
}
