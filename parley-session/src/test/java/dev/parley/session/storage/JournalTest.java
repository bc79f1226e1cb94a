package dev.parley.session.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.refusal.Refusal;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JournalTest {

  /** Writes as the Loop does: into the space given, as far as it reaches. */
  private static void write(Journal journal, byte[] bytes) {
    for (var at = 0; at < bytes.length; ) {
      var space = journal.space();
      var count = (int) Math.min(space.byteSize(), bytes.length - at);
      MemorySegment.copy(bytes, at, space, ValueLayout.JAVA_BYTE, 0, count);
      journal.filled(count);
      at += count;
    }
  }

  @Test
  void whatWasWrittenIsReadAtItsOffset() {
    try (var journal = Journal.inMemory(1 << 20)) {
      write(journal, "hello, world".getBytes(StandardCharsets.UTF_8));

      assertThat(new String(journal.slice(7, 12), StandardCharsets.UTF_8)).isEqualTo("world");
      assertThat(journal.start()).isZero();
      assertThat(journal.end()).isEqualTo(12);
    }
  }

  @Test
  void readsCrossSegments() {
    try (var journal = Journal.inMemory(1 << 20)) {
      var bytes = new byte[300_000];
      new Random(7).nextBytes(bytes);

      write(journal, bytes);

      assertThat(journal.slice(0, bytes.length)).isEqualTo(bytes);
    }
  }

  @Test
  void theOldestGoWhenTheBoundIsReachedAndAReaderIsTold() {
    try (var journal = Journal.inMemory(2 << 20)) {
      var bytes = new byte[8 << 20];
      new Random(7).nextBytes(bytes);
      write(journal, bytes);

      assertThat(journal.end()).isEqualTo(bytes.length);
      assertThat(journal.start()).isPositive();
      assertThat(journal.end() - journal.start()).isBetween(2L << 20, 4L << 20);
      assertThat(journal.slice(journal.end() - 1000, journal.end()))
          .isEqualTo(java.util.Arrays.copyOfRange(bytes, bytes.length - 1000, bytes.length));
      assertThatThrownBy(() -> journal.slice(0, 10))
          .isInstanceOfSatisfying(
              Refusal.class,
              refusal -> {
                assertThat(refusal.code()).isEqualTo(Refusal.Code.EVICTED);
                assertThat(refusal.tryInstead()).isEqualTo("Read from " + journal.start());
              });
    }
  }

  @Test
  void aSecretIsMaskedInPlace() {
    try (var journal = Journal.inMemory(1 << 20)) {
      write(journal, "pass: hunter2!".getBytes(StandardCharsets.UTF_8));

      journal.mask(6, 13);

      assertThat(new String(journal.slice(0, 14), StandardCharsets.UTF_8))
          .isEqualTo("pass: *******!");
    }
  }
}
