package dev.parley.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A Terminal that takes over from another by its bytes goes on as that one would. */
final class StateSequencesTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aNewTerminalHasNothingToSay() {
    assertThat(new Terminal(20, 5).settings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\033[2;4rone\r\ntwo",
        "\033[2;4r\033[?6h\033[2;3Hin the region",
        "\033[?69h\033[3;9s\033[2;4r\033[3;4Hinside",
        "\033[1;31;44mred on blue",
        "\033[?7ltoo long for the line, so it is cut",
        "abc\033[4h\033[1;1H",
      })
  void whatFollowsLooksTheSame(String before) {
    var first = new Terminal(20, 5);
    first.feed(bytes(before));
    var second = new Terminal(20, 5);
    second.feed(first.screen().toBytes());
    second.feed(first.settings());
    for (var terminal : new Terminal[] {first, second}) {
      terminal.feed(bytes("next\r\nand more\n\n\n\nlast"));
    }
    assertThat(second.screen()).isEqualTo(first.screen());
  }

  /**
   * The list of styles grew while it was read, and a pen that had not written yet was not in it.
   */
  @Test
  void aPenThatHasNotWrittenIsToldWhateverElseWasListed() {
    var terminal = new Terminal(20, 4);
    for (var color = 1; color <= 40; color++) {
      terminal.feed(bytes("\033[4;58;5;%dm".formatted(color)));
      assertThat(new String(terminal.settings(), StandardCharsets.US_ASCII))
          .contains("58:5:" + color);
    }
  }
}
