package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PriorityTest {
  /** The nice value of the thread that asks. */
  private static int nice() {
    try {
      var stat = Files.readString(Path.of("/proc/thread-self/stat"));
      return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  @Test
  void aThreadThatGivesWayIsTheOnlyOne() throws InterruptedException {
    var before = nice();
    var lowered = new AtomicInteger();
    Thread.ofPlatform()
        .start(
            () -> {
              Priority.lower();
              lowered.set(nice());
            })
        .join();

    assertThat(lowered.get()).isGreaterThanOrEqualTo(10);
    assertThat(nice()).isEqualTo(before);
  }
}
