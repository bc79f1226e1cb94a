package dev.parley.terminal.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.Streams;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class Utf8Test {
  /** What the states say of a text: that nothing is wrong, and that it is complete. */
  private static boolean isText(byte[] bytes) {
    byte[] filled = Arrays.copyOf(bytes, (bytes.length + 15) & -8);
    long state = Utf8.BETWEEN;
    for (int at = 0; at < filled.length; at += Long.BYTES) {
      state = Utf8.next(state, EightBytes.get(filled, at));
    }
    return Utf8.isBetween(state);
  }

  private static boolean isTextByCharacters(byte[] bytes) {
    int at = 0;
    while (at < bytes.length) {
      int character = bytes[at] < 0 ? Utf8.character(bytes, at, bytes.length) : bytes[at];
      if (character < 0x20 || character == 0x7f) {
        return false;
      }
      at += character < 0x80 ? 1 : Utf8.bytesOf(character);
    }
    return true;
  }

  @Test
  void everyCharacterIsReadInEachWay() {
    for (int character = 0xa0; character <= Character.MAX_CODE_POINT; character++) {
      boolean isCharacter =
          !Character.isSurrogate((char) character) || character > Character.MAX_VALUE;
      if (isCharacter && (character & 0xff_fffe) != 0xfffe) {
        byte[] bytes =
            Arrays.copyOf(Character.toString(character).getBytes(StandardCharsets.UTF_8), 4);
        int length = Utf8.bytesOf(character);

        assertThat(Utf8.character(bytes, 0, length)).isEqualTo(character);
        assertThat(Utf8.character(Utf8.four(bytes, 0))).isEqualTo(character);
        boolean rare = (character >= 0xffc0 && character <= 0xffff) || character >= 0x10_0000;
        assertThat(isText(Arrays.copyOf(bytes, length))).isEqualTo(!rare);
      }
    }
  }

  @Test
  void whatIsWrongIsSeenInEachWay() {
    Streams.rounds(
        50_000,
        streams -> {
          var bytes = new byte[streams.between(1, 12)];
          int[] kinds = {'a', 0xc2, 0xd0, 0xe0, 0xe4, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf8};
          for (int at = 0; at < bytes.length; at++) {
            boolean starts = streams.between(1, 3) == 1;
            bytes[at] =
                (byte)
                    (starts
                        ? kinds[streams.between(0, kinds.length - 1)]
                        : streams.between(0x80, 0xbf));
          }
          if (isText(bytes)) {
            assertThat(isTextByCharacters(bytes)).as("%s", Arrays.toString(bytes)).isTrue();
          }
          byte[] four = Arrays.copyOf(bytes, Math.max(4, bytes.length));
          int character = Utf8.character(Utf8.four(four, 0));
          if (bytes[0] < 0 && character != 0 && Widths.of(character) != 0) {
            assertThat(Utf8.character(four, 0, four.length)).isEqualTo(character);
          }
        });
  }
}
