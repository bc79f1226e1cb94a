package dev.parley.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MessageLinesTest {
  private static final int MAX = 10;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      ignoreLeadingAndTrailingWhitespace = false,
      value = {
        "|",
        "a|a",
        "a;b|a,b",
        "a;b;|a,b",
        ";;a;  ;b;|a,b",
        "0123456789;a|0123456789,a",
        "0123456789x;a|too long,a",
        "0123456789x0123456789x;a;b|too long,a,b",
        "0123456789x0123456789x|too long",
        "a;0123456789x|a,too long",
      })
  void linesAreTakenApartHoweverTheyArrive(String input, String expected) throws IOException {
    var bytes = (input == null ? "" : input).replace(';', '\n').getBytes(StandardCharsets.UTF_8);
    var lines = expected == null ? List.of() : List.of(expected.split(","));

    assertThat(read(new ByteArrayInputStream(bytes), MAX)).isEqualTo(lines);
    assertThat(read(new Dribble(bytes, 1), MAX)).isEqualTo(lines);
    assertThat(read(new Dribble(bytes, 3), MAX)).isEqualTo(lines);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void linesLongerThanTheBufferArriveWhole(long seed) throws IOException {
    var random = new Random(seed);
    var expected = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      expected.add("x".repeat(1 + random.nextInt(200_000)));
    }
    var bytes = String.join("\n", expected).getBytes(StandardCharsets.UTF_8);

    assertThat(read(new Dribble(bytes, 1 + random.nextInt(100_000)), 1 << 20)).isEqualTo(expected);
  }

  @Test
  void manyTooLongLinesDoNotPileUp() throws IOException {
    var endless =
        new InputStream() {
          private long left = 1L << 29;

          @Override
          public int read() {
            throw new UnsupportedOperationException("Bytes are read in bulk");
          }

          @Override
          public int read(byte[] into, int offset, int length) {
            int n = (int) Math.min(length, left);
            left -= n;
            return n == 0 ? -1 : n;
          }
        };

    // Half a gigabyte without a line feed: it would not fit if it were kept.
    assertThat(read(endless, 1 << 20)).containsExactly("too long");
  }

  private static List<String> read(InputStream in, int max) throws IOException {
    var lines = new MessageLines(in, max);
    var found = new ArrayList<String>();
    while (true) {
      switch (lines.next()) {
        case MessageLines.Text(var bytes) ->
            found.add(StandardCharsets.UTF_8.decode(bytes).toString());
        case MessageLines.TooLong _ -> found.add("too long");
        case MessageLines.End _ -> {
          return found;
        }
      }
    }
  }

  /** A stream that gives a few bytes at a time. */
  private static final class Dribble extends ByteArrayInputStream {
    private final int chunk;

    Dribble(byte[] bytes, int chunk) {
      super(bytes);
      this.chunk = chunk;
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      return super.read(into, offset, Math.min(length, chunk));
    }
  }
}
