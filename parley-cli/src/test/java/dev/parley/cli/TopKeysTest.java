package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cli.TopKey.Letter;
import dev.parley.cli.TopKey.Named;
import dev.parley.cli.TopKey.Pasted;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TopKeysTest {
  private static final String ALL = "a\033[Bé🦀\033OA\033[200~x\ny\033[201~\033[6~\033[1;5Zq\r\003";

  private static List<TopKey> inPieces(String text, int length) {
    var keys = new TopKeys();
    var read = new ArrayList<TopKey>();
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    for (var at = 0; at < bytes.length; at += length) {
      read.addAll(keys.read(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + length))));
    }
    return read;
  }

  private static boolean endsAPieceWithEscape(int length) {
    var bytes = ALL.getBytes(StandardCharsets.UTF_8);
    for (var last = length - 1; last < bytes.length; last += length) {
      if (bytes[last] == 0x1b) {
        return true;
      }
    }
    return false;
  }

  @Test
  void keysAreTheSameInHoweverManyPiecesTheyCome() {
    var all =
        List.of(
            new Letter("a"),
            Named.DOWN,
            new Letter("é"),
            new Letter("🦀"),
            Named.UP,
            new Pasted("x\ny"),
            Named.PAGE_DOWN,
            new Letter("q"),
            Named.ENTER,
            Named.INTERRUPT);
    for (var length = 1; length < 60; length++) {
      if (endsAPieceWithEscape(length)) {
        continue; // which is the key then
      }
      assertThat(inPieces(ALL, length)).as("in pieces of %d", length).isEqualTo(all);
    }
  }

  @Test
  void escapeAloneIsAKey() {
    assertThat(inPieces("\033", 1)).containsExactly(Named.ESCAPE);
    assertThat(inPieces("\033\033[A", 4)).containsExactly(Named.ESCAPE, Named.UP);
  }
}
