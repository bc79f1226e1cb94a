package dev.parley.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plays what real programs wrote to a terminal of 80 columns and 24 rows, and compares the screen
 * it leaves with the one written down beside it, on which xterm or xterm.js agreed.
 */
class RecordingsTest {
  static List<Path> recordings() throws IOException {
    try (Stream<Path> folders = Files.list(Path.of("src/test/recordings"))) {
      return folders.filter(folder -> Files.exists(folder.resolve("bytes"))).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("recordings")
  void aRecordingLeavesTheScreenWrittenDownForIt(Path recording) throws IOException {
    var terminal = new Terminal(80, 24);
    byte[] bytes = Files.readAllBytes(recording.resolve("bytes"));
    for (int at = 0; at < bytes.length; at += 7) {
      terminal.feed(bytes, at, Math.min(bytes.length, at + 7));
    }

    assertThat(describe(terminal.screen()))
        .isEqualTo(Files.readAllLines(recording.resolve("screen")));
  }

  private static List<String> describe(Screen screen) {
    var lines = new ArrayList<>(screen.lines());
    Cursor cursor = screen.cursor();
    lines.add(
        "cursor at column %d, row %d, %s"
            .formatted(cursor.column(), cursor.row(), cursor.visible() ? "shown" : "hidden"));
    return lines;
  }
}
