package dev.parley.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BadInputTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\033]2;", "\033P", "\033_", "\033^", "\033X", "\033k", "\033]52;c;"})
  void aStringWithoutEndIsSwallowedInBoundedMemory(String start) {
    var terminal = new Terminal(80, 24);
    terminal.feed(bytes("before" + start));
    byte[] chunk = bytes("x".repeat(64 << 10));
    for (int megabyte = 0; megabyte < 16 * 16; megabyte++) {
      terminal.feed(chunk);
    }
    terminal.feed(bytes("\033\\after"));

    assertThat(terminal.screen().lines().getFirst()).isEqualTo("beforeafter");
    assertThat(terminal.screen().title()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\033[999999999@",
        "\033[999999999P",
        "\033[999999999L",
        "\033[999999999M",
        "\033[999999999S",
        "\033[999999999T",
        "\033[999999999X",
        "\033[999999999b",
        "\033[999999999;999999999H",
        "\033[999999999I",
        "\033[999999999Z",
        "\033[999999999'}",
        "\033[999999999'~",
        "\033[1;1;999999999;999999999$z",
        "\033[65;1;1;999999999;999999999$x",
        "\033[999999999;999999999r",
        "\033[0;0;0;0;0;0;0;0;0$v",
        "\033[1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22;23;24;25;26;27;28;29;30;31;32;33;34m",
        "\033[:::::::::::::::::::::::::::::::::::::::m",
        "\033[38;5m",
        "\033[38;2;1m",
        "\033[38:2:1m",
      })
  void absurdNumbersAreSurvivedInLinearTime(String sequence) {
    for (int[] size : new int[][] {{1, 1}, {2, 1}, {80, 24}, {1000, 1000}}) {
      var terminal = new Terminal(size[0], size[1]);
      terminal.feed(bytes(("text" + sequence).repeat(20)));
      assertThat(terminal.screen().lines()).hasSize(size[1]);
    }
  }

  @Test
  void aCharacterKeepsABoundedNumberOfMarks() {
    var terminal = new Terminal(10, 1);
    terminal.feed(bytes("a" + "\u0301".repeat(100_000)));

    assertThat(terminal.screen().row(0).text(0)).hasSizeLessThanOrEqualTo(16);
  }

  @Test
  void anEmojiAtTheEndOfANarrowDoubleWidthLineKeepsTheCursorInside() {
    var terminal = new Terminal(2, 2);
    terminal.feed(bytes("m\033[?2027h\033#6\ufe0f\033[J\u200d"));

    assertThat(terminal.screen().cursor().column()).isEqualTo(1);
  }

  @Test
  void aSizeThatIsNoneIsRefused() {
    assertThatThrownBy(() -> new Terminal(0, 5)).hasMessageContaining("0×5");
  }
}
