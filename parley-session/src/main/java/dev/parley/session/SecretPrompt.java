package dev.parley.session;

import java.util.regex.Pattern;

/** Tells a prompt that asks for a secret by its words, for where the terminal's echo cannot. */
final class SecretPrompt {
  private static final int LONGEST = 200;

  private static final Pattern ASKS =
      Pattern.compile(
          "(?i)\\b(pass(word|phrase|code|wd)?|passwor[dt]|kennwort|mot de passe|contraseña|senha"
              + "|pin|otp|secret|token|api key|(verification|security|one-time) code)\\b"
              + "[^:?>]{0,80}[:?>]\\s*$");

  private SecretPrompt() {}

  static boolean matches(String prompt) {
    return !prompt.isBlank() && prompt.length() <= LONGEST && ASKS.matcher(prompt).find();
  }
}
