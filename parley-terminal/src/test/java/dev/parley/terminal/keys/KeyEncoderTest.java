package dev.parley.terminal.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.terminal.InputModes;
import dev.parley.terminal.InputModes.Mouse;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyEncoderTest {

  /** The table speaks as `cat -v` does: ^[ is escape, ^? delete, M-x a byte above 127. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a              | a          | a            | a            | ^[[97u
          A              | A          | A            | A            | ^[[97;2u
          shift+a        | A          | A            | A            | ^[[97;2u
          shift+1        | !          | !            | !            | ^[[49;2u
          space          | ` `        | ` `          | ` `          | ^[[32u
          é              | é          | é            | é            | ^[[233u
          enter          | ^M         | ^M           | ^M           | ^[[13u
          shift+enter    | ^M         | ^[[27;2;13~  | ^[[13;2u     | ^[[13;2u
          ctrl+enter     | ^M         | ^[[27;5;13~  | ^[[13;5u     | ^[[13;5u
          alt+enter      | ^[^M       | ^[[27;3;13~  | ^[[13;3u     | ^[[13;3u
          tab            | ^I         | ^I           | ^I           | ^[[9u
          shift+tab      | ^[[Z       | ^[[Z         | ^[[9;2u      | ^[[9;2u
          ctrl+tab       | ^I         | ^[[27;5;9~   | ^[[9;5u      | ^[[9;5u
          backspace      | ^?         | ^?           | ^?           | ^[[127u
          ctrl+backspace | ^H         | ^H           | ^[[127;5u    | ^[[127;5u
          alt+backspace  | ^[^?       | ^[^?         | ^[[127;3u    | ^[[127;3u
          escape         | ^[         | ^[           | ^[[27u       | ^[[27u
          alt+escape     | ^[^[       | ^[[27;3;27~  | ^[[27;3u     | ^[[27;3u
          ctrl+c         | ^C         | ^[[27;5;99~  | ^[[99;5u     | ^[[99;5u
          ctrl+shift+c   | ^C         | ^[[27;6;67~  | ^[[99;6u     | ^[[99;6u
          ctrl+z         | ^Z         | ^[[27;5;122~ | ^[[122;5u    | ^[[122;5u
          ctrl+space     | ^@         | ^[[27;5;32~  | ^[[32;5u     | ^[[32;5u
          ctrl+@         | ^@         | ^[[27;6;64~  | ^[[50;6u     | ^[[50;6u
          ctrl+[         | ^[         | ^[[27;5;91~  | ^[[91;5u     | ^[[91;5u
          ctrl+\\        | ^\\        | ^[[27;5;92~  | ^[[92;5u     | ^[[92;5u
          ctrl+]         | ^]         | ^[[27;5;93~  | ^[[93;5u     | ^[[93;5u
          ctrl+^         | ^^         | ^[[27;6;94~  | ^[[54;6u     | ^[[54;6u
          ctrl+_         | ^_         | ^[[27;6;95~  | ^[[45;6u     | ^[[45;6u
          ctrl+/         | ^_         | ^[[27;5;47~  | ^[[47;5u     | ^[[47;5u
          ctrl+?         | ^?         | ^[[27;6;63~  | ^[[47;6u     | ^[[47;6u
          alt+x          | ^[x        | ^[[27;3;120~ | ^[[120;3u    | ^[[120;3u
          alt+X          | ^[X        | ^[[27;4;88~  | ^[[120;4u    | ^[[120;4u
          ctrl+alt+x     | ^[^X       | ^[[27;7;120~ | ^[[120;7u    | ^[[120;7u
          ctrl+.         | -          | ^[[27;5;46~  | ^[[46;5u     | ^[[46;5u
          super+k        | -          | ^[[27;9;107~ | ^[[107;9u    | ^[[107;9u
          up             | ^[[A       | ^[[A         | ^[[A         | ^[[A
          down           | ^[[B       | ^[[B         | ^[[B         | ^[[B
          right          | ^[[C       | ^[[C         | ^[[C         | ^[[C
          left           | ^[[D       | ^[[D         | ^[[D         | ^[[D
          begin          | ^[[E       | ^[[E         | ^[[E         | ^[[E
          home           | ^[[H       | ^[[H         | ^[[H         | ^[[H
          end            | ^[[F       | ^[[F         | ^[[F         | ^[[F
          ctrl+right     | ^[[1;5C    | ^[[1;5C      | ^[[1;5C      | ^[[1;5C
          shift+up       | ^[[1;2A    | ^[[1;2A      | ^[[1;2A      | ^[[1;2A
          alt+left       | ^[[1;3D    | ^[[1;3D      | ^[[1;3D      | ^[[1;3D
          ctrl+home      | ^[[1;5H    | ^[[1;5H      | ^[[1;5H      | ^[[1;5H
          insert         | ^[[2~      | ^[[2~        | ^[[2~        | ^[[2~
          delete         | ^[[3~      | ^[[3~        | ^[[3~        | ^[[3~
          ctrl+delete    | ^[[3;5~    | ^[[3;5~      | ^[[3;5~      | ^[[3;5~
          pageup         | ^[[5~      | ^[[5~        | ^[[5~        | ^[[5~
          pagedown       | ^[[6~      | ^[[6~        | ^[[6~        | ^[[6~
          f1             | ^[OP       | ^[OP         | ^[[P         | ^[[P
          f2             | ^[OQ       | ^[OQ         | ^[[Q         | ^[[Q
          f3             | ^[OR       | ^[OR         | ^[[13~       | ^[[13~
          f4             | ^[OS       | ^[OS         | ^[[S         | ^[[S
          shift+f1       | ^[[1;2P    | ^[[1;2P      | ^[[1;2P      | ^[[1;2P
          ctrl+f3        | ^[[1;5R    | ^[[1;5R      | ^[[13;5~     | ^[[13;5~
          f5             | ^[[15~     | ^[[15~       | ^[[15~       | ^[[15~
          f6             | ^[[17~     | ^[[17~       | ^[[17~       | ^[[17~
          f10            | ^[[21~     | ^[[21~       | ^[[21~       | ^[[21~
          f11            | ^[[23~     | ^[[23~       | ^[[23~       | ^[[23~
          f12            | ^[[24~     | ^[[24~       | ^[[24~       | ^[[24~
          ctrl+f5        | ^[[15;5~   | ^[[15;5~     | ^[[15;5~     | ^[[15;5~
          f13            | ^[[1;2P    | ^[[1;2P      | ^[[57376u    | ^[[57376u
          f24            | ^[[24;2~   | ^[[24;2~     | ^[[57387u    | ^[[57387u
          kp_5           | 5          | 5            | 5            | ^[[57404u
          kp_add         | +          | +            | +            | ^[[57413u
          kp_enter       | ^M         | ^M           | ^[[57414u    | ^[[57414u
          """)
  void eachKeyHasItsCodeInEachProtocol(
      String key, String plain, String otherKeys, String kitty, String kittyAll) {
    assertThat(sent(key, InputModes.PLAIN)).isEqualTo(plain);
    assertThat(sent(key, modes(0, 2))).isEqualTo(otherKeys);
    assertThat(sent(key, modes(1, 0))).isEqualTo(kitty);
    assertThat(sent(key, modes(9, 0))).isEqualTo(kittyAll);
  }

  @Test
  void modifyOtherKeysAtLevelOneLeavesWhatHasACodeAlone() {
    InputModes modes = modes(0, 1);
    assertThat(sent("ctrl+c", modes)).isEqualTo("^C");
    assertThat(sent("alt+x", modes)).isEqualTo("^[x");
    assertThat(sent("ctrl+.", modes)).isEqualTo("^[[27;5;46~");
    assertThat(sent("shift+enter", modes)).isEqualTo("^[[27;2;13~");
  }

  @Test
  void kittyFlagsAddTheShiftedKeyAndTheText() {
    assertThat(sent("A", modes(1 | 4 | 8 | 16, 0))).isEqualTo("^[[97:65;2;65u");
    assertThat(sent("a", modes(8 | 16, 0))).isEqualTo("^[[97;;97u");
    assertThat(sent("ctrl+a", modes(8 | 16, 0))).isEqualTo("^[[97;5u");
  }

  @Test
  void applicationModesChangeArrowsAndKeypad() {
    var modes = new InputModes(true, true, false, false, Mouse.NONE, false, 0, 0, false, false);
    assertThat(sent("up", modes)).isEqualTo("^[OA");
    assertThat(sent("home", modes)).isEqualTo("^[OH");
    assertThat(sent("end", modes)).isEqualTo("^[OF");
    assertThat(sent("ctrl+up", modes)).isEqualTo("^[[1;5A");
    assertThat(sent("kp_0", modes)).isEqualTo("^[Op");
    assertThat(sent("kp_9", modes)).isEqualTo("^[Oy");
    assertThat(sent("kp_enter", modes)).isEqualTo("^[OM");
    assertThat(sent("kp_add", modes)).isEqualTo("^[Ok");
    assertThat(sent("ctrl+kp_0", modes)).isEqualTo("^[O5p");
    assertThat(sent("delete", modes)).isEqualTo("^[[3~");
  }

  @Test
  void enterAndBackspaceFollowTheirModes() {
    var modes = new InputModes(false, false, false, false, Mouse.NONE, false, 0, 0, true, true);
    assertThat(sent("enter", modes)).isEqualTo("^M^J");
    assertThat(sent("backspace", modes)).isEqualTo("^H");
    assertThat(sent("ctrl+backspace", modes)).isEqualTo("^?");
    assertThat(shown(KeyEncoder.text("a\nb", modes))).isEqualTo("a^M^Jb");
  }

  @Test
  void aChordWithoutACodeIsRefusedRatherThanTypedAsAnotherKey() {
    assertThatThrownBy(() -> KeyEncoder.encode(Key.parse("ctrl+1"), InputModes.PLAIN))
        .isInstanceOf(UnsendableKeyException.class)
        .hasMessageStartingWith("ctrl+1 has no code in this program's keyboard mode");
  }

  @Test
  void textEndsItsLinesWithTheEnterKey() {
    assertThat(shown(KeyEncoder.text("a\nb\r\nc\rd\te", InputModes.PLAIN)))
        .isEqualTo("a^Mb^Mc^Md^Ie");
    assertThat(shown(KeyEncoder.text("é漢👍", InputModes.PLAIN))).isEqualTo("é漢👍");
    assertThat(shown(KeyEncoder.text("a\n", modes(8, 0)))).isEqualTo("^[[97u^[[13u");
  }

  @Test
  void aPasteIsFramedWhenTheProgramAskedForIt() {
    assertThat(shown(KeyEncoder.paste("a\r\nb\nc\td", bracketed())))
        .isEqualTo("^[[200~a^Mb^Mc^Id^[[201~");
    assertThat(shown(KeyEncoder.paste("a\nb", InputModes.PLAIN))).isEqualTo("a^Mb");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\u001b[201~b",
        "a\u009b201~b",
        "a\u001b[0201~b",
        "a\u001b[201;1~b",
        "a\u001b[2\u001b[201~01~b",
        "a\u001b\u001b[201~[201~b",
        "a\u001b[\u0000201~b",
        "a\u001b[201\u0018~b",
        "a\u0003b\u0004"
      })
  void noPastedTextCanEndTheFrameOrPressAKey(String hostile) {
    String sent = new String(KeyEncoder.paste(hostile, bracketed()), StandardCharsets.UTF_8);
    String inside = sent.substring("\u001b[200~".length(), sent.length() - "\u001b[201~".length());
    assertThat(sent).startsWith("\u001b[200~a").endsWith("\u001b[201~");
    assertThat(inside).doesNotContainPattern("[\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]");
  }

  @Test
  void thePlainEndMarkLeavesNothingBehind() {
    assertThat(shown(KeyEncoder.paste("a\u001b[201~b", bracketed()))).isEqualTo("^[[200~ab^[[201~");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          click:10,5       | ^[[<0;10;5M^[[<0;10;5m   | ^[[M *%^[[M#*%
          rightclick:1,1   | ^[[<2;1;1M^[[<2;1;1m     | ^[[M"!!^[[M#!!
          middleclick:1,1  | ^[[<1;1;1M^[[<1;1;1m     | ^[[M!!!^[[M#!!
          ctrl+click:2,1   | ^[[<16;2;1M^[[<16;2;1m   | ^[[M0"!^[[M3"!
          press:3,3        | ^[[<0;3;3M               | ^[[M ##
          drag:4,3         | ^[[<32;4;3M              | ^[[M@$#
          release:4,3      | ^[[<0;4;3m               | ^[[M#$#
          move:4,3         | ^[[<35;4;3M              | ^[[MC$#
          wheelup:2,2      | ^[[<64;2;2M              | ^[[M`""
          wheeldown:2,2    | ^[[<65;2;2M              | ^[[Ma""
          click:200,1      | ^[[<0;200;1M^[[<0;200;1m | ^[[M M-h!^[[M#M-h!
          """)
  void theMouseIsReportedInTheProgramsWay(String act, String sgr, String old) {
    assertThat(sent(act, mouse(Mouse.MOTION, true))).isEqualTo(sgr);
    assertThat(sent(act, mouse(Mouse.MOTION, false))).isEqualTo(old);
  }

  @Test
  void theOldestMouseModeHearsPressesOnlyAndNoModifiers() {
    assertThat(sent("ctrl+click:1,1", mouse(Mouse.X10, false))).isEqualTo("^[[M !!");
  }

  @Test
  void theMouseIsRefusedWhenNobodyListens() {
    assertThatThrownBy(() -> KeyEncoder.encode(Key.parse("click:1,1"), InputModes.PLAIN))
        .isInstanceOf(UnsendableKeyException.class)
        .hasMessageContaining("has not asked for the mouse");
    assertThatThrownBy(() -> KeyEncoder.encode(Key.parse("move:1,1"), mouse(Mouse.DRAG, true)))
        .hasMessageContaining("mouse movement");
    assertThatThrownBy(
            () -> KeyEncoder.encode(Key.parse("click:224,1"), mouse(Mouse.CLICKS, false)))
        .hasMessageContaining("223");
  }

  private static String sent(String key, InputModes modes) {
    try {
      return shown(KeyEncoder.encode(Key.parse(key), modes));
    } catch (UnsendableKeyException refused) {
      return "-";
    }
  }

  private static String shown(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    if (text.contains("\ufffd")) {
      text = new String(bytes, StandardCharsets.ISO_8859_1);
    }
    var shown = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < 32 || c == 127) {
        shown.append('^').append((char) (c ^ 64));
      } else if (c == 232) {
        shown.append("M-h");
      } else {
        shown.append(c);
      }
    }
    return shown.toString();
  }

  private static InputModes modes(int kittyFlags, int modifyOtherKeys) {
    return new InputModes(
        false, false, false, false, Mouse.NONE, false, kittyFlags, modifyOtherKeys, false, false);
  }

  private static InputModes mouse(Mouse mouse, boolean sgr) {
    return new InputModes(false, false, false, false, mouse, sgr, 0, 0, false, false);
  }

  private static InputModes bracketed() {
    return new InputModes(false, false, true, false, Mouse.NONE, false, 0, 0, false, false);
  }
}
