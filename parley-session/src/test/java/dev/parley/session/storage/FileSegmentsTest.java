package dev.parley.session.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class FileSegmentsTest {
  private static final long BOUND = 64L << 20;

  private static void write(Journal journal, String text) {
    for (var at = 0; at < text.length(); ) {
      var room = (int) Math.min(journal.space().byteSize(), text.length() - at);
      put(journal, text.substring(at, at + room));
      journal.filled(room);
      at += room;
    }
  }

  /** Puts bytes where the kernel would, as if the process died before it noted them. */
  private static void put(Journal journal, String text) {
    var bytes = text.getBytes(StandardCharsets.ISO_8859_1);
    MemorySegment.copy(bytes, 0, journal.space(), ValueLayout.JAVA_BYTE, 0, bytes.length);
  }

  private static Journal recovered(FileSegments segments) {
    return new Journal(segments, BOUND, segments.recover(), 0, Runnable::run);
  }

  private static String text(Journal journal) {
    return new String(journal.slice(journal.start(), journal.end()), StandardCharsets.ISO_8859_1);
  }

  private static List<Path> files(Path folder) throws IOException {
    try (var all = Files.list(folder)) {
      return all.sorted().toList();
    }
  }

  @Test
  void bytesAreFoundAgainAtTheirOffsets(@TempDir Path folder) {
    var line = "0123456789abcdef".repeat(1000);
    try (var journal = new Journal(new FileSegments(folder), BOUND, Runnable::run)) {
      for (var i = 0; i < 20; i++) {
        write(journal, line);
      }
    }
    var segments = new FileSegments(folder);
    try (var journal = recovered(segments)) {
      assertThat(journal.start()).isZero();
      assertThat(text(journal)).isEqualTo(line.repeat(20));
      write(journal, "more");
      assertThat(text(journal)).isEqualTo(line.repeat(20) + "more");
    }
    assertThat(segments.damage()).isEmpty();
  }

  @Test
  void bytesThatWereReadButNotNotedAreSalvaged(@TempDir Path folder) {
    try (var journal = new Journal(new FileSegments(folder), BOUND, Runnable::run)) {
      write(journal, "noted ");
      put(journal, "read\0\0too");
    }
    try (var journal = recovered(new FileSegments(folder))) {
      assertThat(text(journal)).isEqualTo("noted read\0\0too");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {4095, 4096, 4097, 8191, 8192, 20_000})
  void manyZerosAreSalvagedWithWhatFollowsThem(int zeros, @TempDir Path folder) {
    var read = "\0".repeat(zeros) + "x";
    try (var journal = new Journal(new FileSegments(folder), BOUND, Runnable::run)) {
      write(journal, "noted ");
      put(journal, read);
    }
    try (var journal = recovered(new FileSegments(folder))) {
      assertThat(text(journal)).isEqualTo("noted " + read);
    }
  }

  @Test
  void aSpareThatACrashLeftBehindChangesNothing(@TempDir Path folder) throws IOException {
    var capacity = new FileSegments(folder).smallest();
    try (var journal = new Journal(new FileSegments(folder), BOUND, Runnable::run)) {
      write(journal, "noted ");
      put(journal, "read");
    }
    // As a process leaves it that was killed after, or while, it made the next file.
    var spare = folder.resolve("%016x.journal".formatted(capacity));
    for (var half : List.of(true, false)) {
      Files.createFile(spare);
      if (!half) {
        Files.delete(spare);
        new FileSegments(folder).create(capacity, capacity).close();
      }
      var segments = new FileSegments(folder);
      try (var journal = recovered(segments)) {
        assertThat(text(journal)).isEqualTo("noted read");
      }
      assertThat(segments.damage()).isEmpty();
      assertThat(spare).doesNotExist();
    }
  }

  @Test
  void aSpareThatWasInUseWhenAProcessDiedIsSalvaged(@TempDir Path folder) {
    var capacity = new FileSegments(folder).smallest();
    var full = "x".repeat(capacity);
    try (var journal = new Journal(new FileSegments(folder), BOUND, Runnable::run)) {
      write(journal, full);
      put(journal, "read");
    }
    var segments = new FileSegments(folder);
    try (var journal = recovered(segments)) {
      assertThat(text(journal)).isEqualTo(full + "read");
    }
    assertThat(segments.damage()).isEmpty();
  }

  @Test
  void noSpareIsLeftWhenAJournalIsClosed(@TempDir Path folder) throws IOException {
    var capacity = new FileSegments(folder).smallest();
    try (var journal = new Journal(new FileSegments(folder), BOUND, Runnable::run)) {
      write(journal, "x".repeat(capacity - 10));
      assertThat(files(folder)).hasSize(2);
    }
    assertThat(files(folder)).hasSize(1);
  }

  @Test
  void aFileCutAnywhereGivesTheBytesBeforeTheCut(@TempDir Path folder) throws IOException {
    var content = "abcdefghijklmnopqrstuvwxyz".repeat(9);
    try (var journal = new Journal(new FileSegments(folder), BOUND, Runnable::run)) {
      write(journal, content);
    }
    var whole = Files.readAllBytes(files(folder).getFirst());
    var name = files(folder).getFirst().getFileName().toString();
    for (var cut = 0; cut <= Segment.HEADER + content.length(); cut++) {
      var copy = Files.createTempDirectory(folder, "cut");
      try (var file = new RandomAccessFile(copy.resolve(name).toFile(), "rw")) {
        file.write(whole, 0, cut);
      }
      var segments = new FileSegments(copy);
      try (var journal = recovered(segments)) {
        assertThat(text(journal))
            .isEqualTo(content.substring(0, Math.max(0, cut - Segment.HEADER)));
        if (cut < Segment.HEADER + content.length()) {
          assertThat(segments.damage()).isNotEmpty();
        }
        write(journal, "more");
        assertThat(text(journal)).endsWith("more");
      }
    }
  }

  @Test
  void anyByteOfTheHeaderMayBeDamaged(@TempDir Path folder) throws IOException {
    var content = "abcdefghijklmnopqrstuvwxyz".repeat(9);
    try (var journal = new Journal(new FileSegments(folder), BOUND, Runnable::run)) {
      write(journal, content);
    }
    var whole = Files.readAllBytes(files(folder).getFirst());
    var name = files(folder).getFirst().getFileName().toString();
    for (var at = 0; at < Segment.HEADER; at++) {
      var copy = Files.createTempDirectory(folder, "bad");
      var damaged = whole.clone();
      damaged[at] ^= (byte) 0xff;
      Files.write(copy.resolve(name), damaged);
      var segments = new FileSegments(copy);
      try (var journal = recovered(segments)) {
        // A length that is wrong but possible cannot be told from a right one; nothing else may
        // change what is read.
        assertThat(text(journal).replace("\0", ""))
            .satisfiesAnyOf(
                text -> assertThat(content).startsWith(text),
                text -> assertThat(text).isEqualTo(content));
        write(journal, "more");
      }
    }
  }

  @Test
  void theOldestFilesGoWhenTheJournalIsFull(@TempDir Path folder) throws IOException {
    var line = "0123456789abcdef".repeat(4000);
    try (var journal = new Journal(new FileSegments(folder), 1 << 20, Runnable::run)) {
      for (var i = 0; i < 100; i++) {
        write(journal, line);
      }
      assertThat(journal.start()).isPositive();
    }
    var kept = files(folder).stream().mapToLong(file -> file.toFile().length()).sum();
    assertThat(kept).isLessThan(4 << 20);
    try (var journal = recovered(new FileSegments(folder))) {
      assertThat(journal.end()).isEqualTo(100L * line.length());
    }
  }
}
