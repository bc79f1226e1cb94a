package dev.parley.terminal.parser;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EightBytesTest {
  @Test
  void eachByteIsToldFromTheOthers() {
    for (int value = 0; value < 256; value++) {
      for (int place = 0; place < 8; place++) {
        var bytes = new byte[] {'1', '1', '1', '1', '1', '1', '1', '1'};
        bytes[place] = (byte) value;
        long eight = EightBytes.get(bytes, 0);

        boolean ascii = value >= 0x20 && value < 0x7f;
        assertThat(EightBytes.place(EightBytes.noPrintable(eight))).isEqualTo(ascii ? 8 : place);
        assertThat(EightBytes.text(eight)).isEqualTo(ascii || value >= 0x80 ? 8 : place);
        boolean digit = value >= '0' && value <= '9';
        assertThat(EightBytes.place(EightBytes.noDigits(eight))).isEqualTo(digit ? 8 : place);
        assertThat(EightBytes.anyBeyondAscii(eight)).isEqualTo(value >= 0x80);
        assertThat(EightBytes.at(eight, place)).isEqualTo(value);
      }
    }
  }

  @Test
  void numbersAreReadAsTheyAreWritten() {
    for (int number = 0; number < 1000; number++) {
      for (int place = 0; place <= 4; place++) {
        byte[] bytes =
            (";".repeat(place) + number + "Hello, world").getBytes(StandardCharsets.US_ASCII);
        long eight = EightBytes.get(bytes, 0);

        assertThat(EightBytes.number(eight, place, Integer.toString(number).length()))
            .isEqualTo(number);
      }
    }
  }
}
