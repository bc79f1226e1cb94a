package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions for a secret as they stand on a screen, and some that only look like them. */
class SecretPromptTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Password: ",
        "Password for root: ",
        "[sudo] password for me: ",
        "root@127.0.0.1's password: ",
        "Enter passphrase for key '/a/b': ",
        "Verification code: ",
        "? API key > ",
        "Passwort: ",
        "? Enter a password ",
        "? Password please › ",
        "2FA code: ",
        "Secret phrase: ",
        "Passcode » ",
        "Paste your private key: ",
        "Recovery code: ",
        "パスワードを入力: ",
        "请输入密码：",
        "Пароль: ",
        "비밀번호: ",
        "Hasło: ",
        "Mot de passe : ",
        // A second line takes the answer.
        "◆  Provide a password\r\n│  ",
        // A box around the answer, its question above.
        "│ Enter the password of root │\r\n│ ┌──────────┐ │\r\n│ │        │ │\b\b\b\b\b\b\b\b\b\b",
        // A field beside its label.
        "PIN code   [        ]\b\b\b\b\b\b\b\b\b"
      })
  void asksForASecret(String printed) {
    assertThat(isShown(printed)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Name: ",
        "compass: ",
        "password changed",
        "spinning: ",
        "Name of the key file: ",
        "Have you forgotten your password? (y/n) ",
        "? Project name ",
        "User       [        ]\b\b\b\b\b\b\b\b\b",
        "The passenger: ",
        "Your password is safe with us.\r\n",
        "$ ",
        "> "
      })
  void asksForNoSecret(String printed) {
    assertThat(isShown(printed)).isFalse();
  }

  @Test
  void whatIsShownAsEqualSignsIsHidden() {
    assertThat(SecretPrompt.isMasked("Answer: **", "ab")).isTrue();
    assertThat(SecretPrompt.isMasked("Answer: ••", "ab")).isTrue();
    assertThat(SecretPrompt.isMasked("Answer: ab", "ab")).isFalse();
    assertThat(SecretPrompt.isMasked("ls *", "ls *")).isFalse();
    assertThat(SecretPrompt.isMasked("* ", "")).isFalse();
  }

  /** A shell's prompt stands behind the question it has answered without a line end. */
  @Test
  void theLineThatWasTypedIsNoQuestion() {
    assertThat(isShown("Password: $ python3 -q\r\n>>> ", "python3 -q")).isFalse();
    assertThat(isShown("Password:\r\n> ", "python3 -q")).isTrue();
  }

  private static boolean isShown(String printed) {
    return isShown(printed, "");
  }

  private static boolean isShown(String printed, String typed) {
    var terminal = new Terminal(80, 24);
    terminal.feed(printed.getBytes(StandardCharsets.UTF_8));
    var screen = terminal.screen();
    return SecretPrompt.isShown(screen, left(screen), typed);
  }

  private static String left(Screen screen) {
    return screen.row(screen.cursor().row()).text(0, screen.cursor().column());
  }
}
