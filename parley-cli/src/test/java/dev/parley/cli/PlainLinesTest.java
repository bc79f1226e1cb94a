package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlainLinesTest {
  @ParameterizedTest
  @ValueSource(strings = {"", "\r", "\n", "\r\n", "a\r\nb\r\n", "50 %\r100 %\r\n", "\r\r\n\n\r"})
  void linesEndWithLineFeedsHoweverTheyAreCut(String printed) throws IOException {
    for (var cut = 0; cut <= printed.length(); cut++) {
      var seen = new ByteArrayOutputStream();
      try (var lines = new PlainLines(seen)) {
        lines.write(printed.substring(0, cut).getBytes(StandardCharsets.UTF_8));
        lines.write(printed.substring(cut).getBytes(StandardCharsets.UTF_8));
      }
      assertThat(seen.toString(StandardCharsets.UTF_8)).isEqualTo(printed.replace("\r\n", "\n"));
    }
  }

  @Test
  void whatComesTogetherIsWrittenTogether() throws IOException {
    var pieces = new int[1];
    var counting =
        new OutputStream() {
          @Override
          public void write(int one) {
            pieces[0]++;
          }

          @Override
          public void write(byte[] bytes, int from, int count) {
            pieces[0]++;
          }
        };
    try (var lines = new PlainLines(counting)) {
      lines.write("one\r\ntwo\r\nthree\r\n".getBytes(StandardCharsets.UTF_8));
    }

    assertThat(pieces[0]).isEqualTo(1);
  }
}
