package dev.parley.session;

import dev.parley.terminal.Screen;
import java.util.regex.Pattern;

/**
 * Tells from the screen that a secret is asked for, where the terminal's echo cannot.
 *
 * <p>The words may stand left of the cursor, where a plain question leaves it; in a field beside
 * its label; or above, where a box or a second line takes the answer. And whatever the words are, a
 * program that shows the same sign for each key hides them.
 */
final class SecretPrompt {
  private static final int LONGEST = 200;

  /** How far above the cursor the question of a box may stand. */
  private static final int ABOVE = 4;

  /** Words that are found inside others, since these scripts put no blanks between words. */
  private static final String UNSPACED =
      "パスワード|パスフレーズ|暗証番号|密码|密碼|口令|비밀번호|암호|รหัสผ่าน|पासवर्ड|סיסמה|كلمة المرور|كلمة السر";

  private static final String WORDS =
      "pass(word|phrase|code|key|wd)?s?|passwor[dt]|kennwort|geheimzahl|mot de passe|phrase secrète"
          + "|contraseña|clave|senha|palavra[- ]passe|parola( d.?ordine)?|parola chiave|wachtwoord"
          + "|hasło|heslo|пароль|lösenord|adgangskode|passord|salasana|jelszó|parolă|şifre"
          + "|κωδικός|mật khẩu|kata sandi|pin( code)?|otp|secret|token|api[- ]?key"
          + "|(private|secret|access|encryption|master|recovery) (key|phrase)"
          + "|(2fa|mfa|otp|totp|one[- ]time|verification|security|recovery|backup|login"
          + "|authentication|secret) (code|password|token)";

  /** Signs that questions end with. */
  private static final String ENDS = ":?>：？›»❯➜";

  private static final int FLAGS = Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;

  /** A question that ends as questions do. */
  private static final Pattern ASKS =
      Pattern.compile(
          "((?<!\\p{L})(%s)(?!\\p{L})|%s)[^:?>]{0,80}[%s]\\s*$".formatted(WORDS, UNSPACED, ENDS),
          FLAGS | Pattern.UNICODE_CHARACTER_CLASS);

  /** A label or a short question, with no sign at its end. */
  private static final Pattern NAMES =
      Pattern.compile(
          "((?<!\\p{L})(%s)(?!\\p{L})|%s)".formatted(WORDS, UNSPACED),
          FLAGS | Pattern.UNICODE_CHARACTER_CLASS);

  /** The answer is one of a few that are no secret. */
  private static final Pattern CHOICE =
      Pattern.compile("[\\[(]\\s*(y|yes|n|no|j|ja|s|si|o|oui)\\s*[/|].{1,12}[\\])]", FLAGS);

  /** Programs that ask a list of questions put a sign before each. */
  private static final Pattern QUESTION = Pattern.compile("^\\s*[?◆◇❓✔✖🔑🔒*]+\\s+\\S");

  /** Signs that boxes are made of, beside those for them, or that stand before an answer. */
  private static final String FRAME = "|+_[]-=<>›»❯:.";

  private static final String MASKS = "*•●∙·■▪◼○◦⬤";

  private SecretPrompt() {}

  /**
   * Whether the screen asks for a secret at its cursor.
   *
   * @param typed the last line that was typed; the row that shows it is no question
   */
  static boolean isShown(Screen screen, String left, String typed) {
    return asks(left) || isLabelled(screen, left) || isBelowItsQuestion(screen, left, typed);
  }

  /** Whether what was typed stands before the cursor as a row of equal signs. */
  static boolean isMasked(String left, String typed) {
    var length = left.length();
    if (typed.isEmpty() || length == 0 || MASKS.indexOf(left.charAt(length - 1)) < 0) {
      return false;
    }
    var mask = left.charAt(length - 1);
    var signs = 0;
    while (signs < length && left.charAt(length - 1 - signs) == mask) {
      signs++;
    }
    return typed.indexOf(mask) < 0 && signs >= Math.min(typed.length(), length);
  }

  /** The question stands left of the cursor. */
  private static boolean asks(String left) {
    if (left.isBlank() || left.length() > LONGEST || CHOICE.matcher(left).find()) {
      return false;
    }
    return (endsAsQuestion(left) && ASKS.matcher(left).find())
        || (QUESTION.matcher(left).find() && NAMES.matcher(left).find());
  }

  /** Tells most prompts apart without the words. */
  private static boolean endsAsQuestion(String left) {
    var last = left.length() - 1;
    while (last >= 0 && (left.charAt(last) <= ' ' || Character.isSpaceChar(left.charAt(last)))) {
      last--;
    }
    return last >= 0 && ENDS.indexOf(left.charAt(last)) >= 0;
  }

  /** The cursor is in a field, and its label before it. */
  private static boolean isLabelled(Screen screen, String left) {
    var label = withoutFrame(left);
    return label.length() <= LONGEST / 4
        && !label.equals(left.strip())
        && isFramed(screen, left)
        && NAMES.matcher(label).find();
  }

  private static boolean isBelowItsQuestion(Screen screen, String left, String typed) {
    if (!withoutFrame(left).isEmpty()) {
      return false;
    }
    var framed = isFramed(screen, left);
    var cursor = screen.cursor().row();
    for (var row = cursor - 1; row >= Math.max(0, cursor - ABOVE); row--) {
      var text = withoutFrame(screen.row(row).text());
      if (!text.isEmpty()) {
        return text.length() <= LONGEST
            && (typed.isBlank() || !text.endsWith(typed.strip()))
            && !CHOICE.matcher(text).find()
            && (framed ? NAMES : ASKS).matcher(text + (framed ? "" : " ")).find();
      }
      framed |= !screen.row(row).text().isBlank();
    }
    return false;
  }

  /** Whether signs of a box or a field stand in the cursor's row. */
  private static boolean isFramed(Screen screen, String left) {
    return !left.isBlank() || !screen.row(screen.cursor().row()).text().isBlank();
  }

  private static String withoutFrame(String text) {
    var start = 0;
    var end = text.length();
    while (start < end && isFrame(text.charAt(start))) {
      start++;
    }
    while (end > start && isFrame(text.charAt(end - 1))) {
      end--;
    }
    return text.substring(start, end);
  }

  private static boolean isFrame(char c) {
    return c == ' '
        || (c >= '\t' && c <= '\r')
        || (c >= '\u2500' && c <= '\u259f')
        || FRAME.indexOf(c) >= 0;
  }
}
