package dev.parley.session.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IndexTest {

  @Test
  void aClockThatJumpsLosesNoEntry(@TempDir Path folder) throws IOException {
    var index = new Index(Files.createFile(folder.resolve("index")));
    index.output(1_000_000, 10);
    index.output(400_000, 20); // set back
    index.output(9_000_000, 30); // and far ahead
    assertThat(index.entries())
        .containsExactly(
            new Index.Entry.Output(1_000_000, 10),
            new Index.Entry.Output(400_000, 20),
            new Index.Entry.Output(9_000_000, 30));
  }

  @Test
  void aLineCutShortIsNotThere(@TempDir Path folder) throws IOException {
    var file = folder.resolve("index");
    Files.writeString(file, "o 1 2\ns 3 4 80 24\nc 5 6 1\no 7 8");
    assertThat(new Index(file).entries())
        .containsExactly(
            new Index.Entry.Output(1, 2),
            new Index.Entry.Size(3, 4, 80, 24),
            new Index.Entry.Command(5, 6, 1));
  }

  @Test
  void aLongIndexGetsCoarserAndKeepsEverySize(@TempDir Path folder) throws IOException {
    var file = Files.createFile(folder.resolve("index"));
    var index = new Index(file);
    index.size(1, 0, 100, 30);
    for (var i = 1; i <= 100_000; i++) {
      index.output(1_000_000L + i * 20L, i);
    }
    index.size(9_000_000, 100_000, 80, 24);
    var entries = index.entries();
    assertThat(Files.size(file)).isLessThan(300 << 10);
    assertThat(entries)
        .contains(
            new Index.Entry.Size(1, 0, 100, 30), new Index.Entry.Size(9_000_000, 100_000, 80, 24))
        .isSortedAccordingTo(java.util.Comparator.comparingLong(Index.Entry::offset));
  }
}
