package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.storage.Journal;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TranscriptTest {

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
  void anExcerptKeepsHeadAndTailAndNamesWhatIsMissing() {
    try (var journal = Journal.inMemory(1 << 20)) {
      var text = new StringBuilder();
      for (var line = 1; line <= 10_000; line++) {
        text.append("line ").append(line).append("\r\n");
      }
      write(journal, text.toString().getBytes(StandardCharsets.UTF_8));

      var excerpt = Transcript.clean(journal, 80, 24).excerpt(0, journal.end(), 400);

      assertThat(excerpt.text()).startsWith("line 1\nline 2\n").endsWith("line 9999\nline 10000\n");
      assertThat(excerpt.text().length()).isBetween(200, 500);
      var omitted = excerpt.omitted().orElseThrow();
      assertThat(omitted.bytes()).isEqualTo(omitted.to() - omitted.from());
      var shown = excerpt.text().lines().filter(line -> line.startsWith("line")).count();
      assertThat(omitted.lines() + shown).isEqualTo(10_000);
      // What was left out can be read, and the three pieces are the whole.
      var rest = Transcript.clean(journal, 80, 24).excerpt(omitted.from(), omitted.to(), 1 << 20);
      assertThat(rest.text().lines().count()).isEqualTo(omitted.lines());
      assertThat(rest.omitted()).isEmpty();
    }
  }

  @Test
  void anExcerptOfOneEndlessLineIsCutBetweenCharacters() {
    try (var journal = Journal.inMemory(1 << 20)) {
      write(journal, "漢".repeat(50_000).getBytes(StandardCharsets.UTF_8));

      var excerpt = Transcript.clean(journal, 80, 24).excerpt(0, journal.end(), 1000);

      assertThat(excerpt.text()).doesNotContain("\ufffd");
      assertThat(excerpt.omitted()).isPresent();
      assertThat(excerpt.text().length()).isLessThan(1200);
    }
  }
}
