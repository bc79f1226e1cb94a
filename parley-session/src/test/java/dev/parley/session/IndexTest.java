package dev.parley.session;

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
}
