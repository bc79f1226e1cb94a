package dev.parley.cli;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Masks what looks like a secret in a text that somebody is about to send on. What was typed as a
 * secret is masked long before; this is for keys and passwords that a program has printed.
 */
final class SecretMask {
  private static final String MASK = "[masked]";

  /** Each keeps its first group and masks the rest. */
  private static final List<Pattern> SECRETS =
      List.of(
          // A value behind its name: password=…, "api_key": "…", Authorization: Bearer …
          Pattern.compile(
              "((?i:pass(?:word|phrase|wd|code)?|secret|token|credential|authorization"
                  + "|(?:api|access|private|secret)[-_ ]?key)s?[\"']?\\s*[:=]\\s*[\"']?"
                  + "(?:(?i:bearer|basic)\\s+)?)[^\\s\"',;]{3,}"),
          // A password in an address: https://user:…@host
          Pattern.compile("(://[^\\s/:@]*:)[^\\s/@]+(?=@)"),
          // A block of a key.
          Pattern.compile("(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\\s\\S]*?(?=-----END|\\z)"));

  /** Letters and digits too mixed and too many for a word or a number. */
  private static final Pattern RANDOM =
      Pattern.compile(
          "(?<![\\w/+.-])(?=[\\w+/-]*\\d)(?=[\\w+/-]*[a-z])(?=[\\w+/-]*[A-Z])[A-Za-z0-9_+-]{20,}=*"
              + "|(?<![\\w-])[0-9a-f]{32,}(?![\\w-])");

  private SecretMask() {}

  static String masked(String text) {
    var rest = text;
    for (var secret : SECRETS) {
      rest = secret.matcher(rest).replaceAll("$1" + MASK);
    }
    return RANDOM.matcher(rest).replaceAll(MASK);
  }
}
