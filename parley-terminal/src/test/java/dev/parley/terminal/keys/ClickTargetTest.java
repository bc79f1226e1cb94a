package dev.parley.terminal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ClickTargetTest {

  @Test
  void aClickOnATextGoesToItsMiddle() {
    assertThat(aim("click:\"Cancel\"", "  OK   Cancel")).isEqualTo("[click:10,1]");
    assertThat(aim("rightclick:OK", "x\r\n  OK   Cancel")).isEqualTo("[rightclick:3,2]");
  }

  @Test
  void wideCharactersCountAsTheCellsTheyTake() {
    assertThat(aim("click:OK", "漢字 OK")).isEqualTo("[click:6,1]");
  }

  @Test
  void aWholeWordIsPreferred() {
    assertThat(aim("click:No", "Nothing here\r\nYes No")).isEqualTo("[click:5,2]");
  }

  @Test
  void aTextThatIsNotThereOrNotAloneIsRefused() {
    assertThatThrownBy(() -> aim("click:Maybe", "Yes No"))
        .isInstanceOf(UnsendableKeyException.class)
        .hasMessageContaining("not on the screen");
    assertThatThrownBy(() -> aim("click:a", "a b\r\nc a"))
        .isInstanceOf(UnsendableKeyException.class)
        .hasMessageContaining("2 times, at 1,1 3,2");
  }

  @Test
  void otherKeysStayAsTheyAre() {
    var keys = Keys.parse("ctrl+c", "click:3,4");
    assertThat(Keys.aim(keys, new Terminal(10, 2).screen())).isEqualTo(keys);
  }

  private static String aim(String key, String text) {
    var terminal = new Terminal(20, 3);
    terminal.feed(text.getBytes(StandardCharsets.UTF_8));
    return Keys.aim(Keys.parse(key), terminal.screen()).toString();
  }
}
