package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Lines from outside, also such as never end. */
final class LineReaderTest {
  private static LineReader of(String text, int longest) {
    return new LineReader(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), longest);
  }

  private static String next(LineReader lines) throws IOException {
    return lines.next().map(line -> new String(line, StandardCharsets.UTF_8)).orElse("the end");
  }

  @Test
  void aLineThatIsTooLongLeavesItsBeginningAndTheNextLineIsWhole() throws IOException {
    var lines = of("one\n{\"id\":7," + "x".repeat(300_000) + "\nthree", 200_000);
    assertThat(next(lines)).isEqualTo("one\n");
    assertThat(lines.tooLong()).isFalse();
    assertThat(next(lines)).hasSizeLessThan(70_000).startsWith("{\"id\":7,");
    assertThat(lines.tooLong()).isTrue();
    assertThat(next(lines)).isEqualTo("three\n");
    assertThat(lines.tooLong()).isFalse();
    assertThat(next(lines)).isEqualTo("the end");
  }

  @Test
  void anEndlessLineTakesNoMoreMemoryThanTheLongest() throws IOException {
    var endless =
        new InputStream() {
          private long left = 1L << 32;

          @Override
          public int read() {
            return left-- > 0 ? 'x' : -1;
          }

          @Override
          public int read(byte[] into, int from, int length) {
            left -= length;
            return left > 0 ? length : -1;
          }
        };
    var lines = new LineReader(endless, 1 << 20);
    assertThat(lines.next().orElseThrow().length).isLessThan(1 << 20);
    assertThat(lines.tooLong()).isTrue();
  }
}
