package dev.parley.terminal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.terminal.InputModes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          ctrl+c         | ctrl+c
          C-c            | ctrl+c
          c-C            | ctrl+c
          ^C             | ctrl+c
          ^c             | ctrl+c
          Control-C      | ctrl+c
          CTRL+C         | ctrl+c
          ctrl c         | ctrl+c
          <C-c>          | ctrl+c
          <Ctrl-C>       | ctrl+c
          \\x03          | ctrl+c
          <Enter>        | enter
          Return         | enter
          <CR>           | enter
          \\n            | enter
          \\r            | enter
          enter          | enter
          alt+x          | alt+x
          M-x            | alt+x
          Meta-x         | alt+x
          <A-x>          | alt+x
          option+x       | alt+x
          alt+X          | alt+X
          shift+tab      | shift+tab
          BTab           | shift+tab
          <S-Tab>        | shift+tab
          backtab        | shift+tab
          up             | up
          ArrowUp        | up
          <Up>           | up
          cursor         | none
          f5             | f5
          <F5>           | f5
          F12            | f12
          f25            | none
          ctrl+right     | ctrl+right
          C-Right        | ctrl+right
          ctrl+shift+f5  | ctrl+shift+f5
          C-S-F5         | ctrl+shift+f5
          shift+ctrl+f5  | ctrl+shift+f5
          ctrl+alt+del   | ctrl+alt+delete
          kp_enter       | kp_enter
          KPEnter        | kp_enter
          KP_7           | kp_7
          esc            | escape
          Escape         | escape
          ^[             | ctrl+[
          ctrl+[         | ctrl+[
          ^?             | ctrl+?
          \\e            | escape
          \\x1b          | escape
          space          | space
          ctrl+space     | ctrl+space
          C-Space        | ctrl+space
          pgup           | pageup
          PageUp         | pageup
          page up        | pageup
          page_up        | pageup
          Page-Down      | pagedown
          PgDn           | pagedown
          BSpace         | backspace
          BackSpace      | backspace
          Del            | delete
          DC             | delete
          ctrl++         | ctrl++
          ctrl+-         | ctrl+-
          ctrl--         | ctrl+-
          C-\\           | ctrl+\\
          ctrl+backslash | ctrl+\\
          ctrl+_         | ctrl+_
          cmd+k          | super+k
          a              | a
          A              | A
          +              | +
          -              | -
          <              | <
          ^              | ^
          \\             | \\
          é              | é
          漢             | 漢
          👍🏽            | 👍🏽
          👩‍👩‍👧             | 👩‍👩‍👧
          <lt>           | <
          click:10,5     | click:10,5
          click(10, 5)   | click:10,5
          Click: 10 5    | click:10,5
          click("OK")    | click:"OK"
          click:'OK'     | click:"OK"
          click:OK       | click:"OK"
          click:"a, b"   | click:"a, b"
          rightclick:3,4 | rightclick:3,4
          right-click:3,4| rightclick:3,4
          ctrl+click:3,4 | ctrl+click:3,4
          doubleclick:1,1| doubleclick:1,1
          wheeldown      | wheeldown:1,1
          scroll-up:3,4  | wheelup:3,4
          drag:3,4       | drag:3,4
          ctrl+          | none
          ctrl           | none
          ctlr+c         | none
          :wq            | none
          hello          | none
          """)
  void readsNamesAsPeopleWriteThem(String written, String meant) {
    if (meant.equals("none")) {
      assertThatThrownBy(() -> Key.parse(written)).isInstanceOf(UnknownKeyException.class);
    } else {
      assertThat(Key.parse(written)).hasToString(meant);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {" ", "\n", "\t", "\u001b", "\u007f", "\u0003", "\u0000"})
  void readsSingleControlCharactersAsTheKeysThatSendThem(String character) {
    assertThat(KeyEncoder.encode(Key.parse(character), InputModes.PLAIN))
        .containsExactly(character.equals("\n") ? '\r' : character.charAt(0));
  }

  @Test
  void whatAKeyIsCalledReadsBackAsThatKey() {
    for (Key key : KeyNames.ALL.keySet()) {
      assertThat(Key.parse(key.toString())).isEqualTo(key);
    }
    for (KeyName name : KeyName.values()) {
      for (String held : new String[] {"", "ctrl+", "alt+shift+", "super+ctrl+alt+shift+"}) {
        assertThat(Key.parse(held + name)).hasToString(held + name);
      }
    }
  }

  @Test
  void everyNameOfAKeyMeansThatKey() {
    KeyNames.ALL.forEach(
        (key, names) ->
            assertThat(names).allSatisfy(name -> assertThat(Key.parse(name)).isEqualTo(key)));
  }

  @Test
  void readsSeveralKeysFromOneStringWhenTheyAreWrittenApart() {
    assertThat(Keys.parse("C-x C-s", "page up", "a")).hasToString("[ctrl+x, ctrl+s, pageup, a]");
  }

  @Test
  void anUnknownNameIsAnsweredWithTheOnesThatLookLikeIt() {
    assertThatThrownBy(() -> Key.parse("entre"))
        .isInstanceOf(UnknownKeyException.class)
        .hasMessageStartingWith("There is no key “entre”; did you mean enter");
    assertThatThrownBy(() -> Key.parse("ctrl+rigth"))
        .hasMessageStartingWith("There is no key “ctrl+rigth”; did you mean right");
    assertThatThrownBy(() -> Key.parse("git status please"))
        .hasMessageContaining("to type text, send it as text");
    assertThatThrownBy(() -> Key.parse("")).hasMessageStartingWith("A key needs a name");
  }

  @Test
  void aClickWithoutAPlaceSaysHowToGiveOne() {
    assertThatThrownBy(() -> Key.parse("click"))
        .isInstanceOf(UnknownKeyException.class)
        .hasMessageContaining("click:10,5");
    assertThatThrownBy(() -> Key.parse("click:0,3")).hasMessageContaining("count from one");
  }
}
