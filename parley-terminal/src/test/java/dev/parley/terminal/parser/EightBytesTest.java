package dev.parley.terminal.parser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.Streams;
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
        assertThat(EightBytes.printable(eight)).isEqualTo(ascii ? 8 : place);
        assertThat(EightBytes.text(eight)).isEqualTo(ascii || value >= 0x80 ? 8 : place);
        boolean digit = value >= '0' && value <= '9';
        assertThat(EightBytes.place(EightBytes.noDigits(eight))).isEqualTo(digit ? 8 : place);
        assertThat(EightBytes.place(EightBytes.semicolons(eight)))
            .isEqualTo(value == ';' ? place : 8);
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

  @Test
  void shortAndLongSequencesSayTheSame() {
    Streams.rounds(
        20_000,
        streams -> {
          var text = new StringBuilder();
          for (int count = streams.between(0, 12); count > 0; count--) {
            text.append("0123456789;;;mH:".charAt(streams.between(0, 15)));
          }
          text.append('m');
          int end = text.length();
          byte[] bytes = text.append("        ").toString().getBytes(StandardCharsets.US_ASCII);
          var quick = new Parameters();
          var slow = new Parameters();

          assertThat(quick.read(bytes, 0, bytes.length)).isEqualTo(slow.readLong(bytes, 0, end));
          assertThat(quick.count()).isEqualTo(slow.count());
          for (int at = 0; at < quick.count(); at++) {
            assertThat(quick.get(at, -1)).isEqualTo(slow.get(at, -1));
          }
        });
  }
}
