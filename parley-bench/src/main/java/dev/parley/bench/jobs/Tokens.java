package dev.parley.bench.jobs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * Counts the tokens of a text by a model's own vocabulary, o200k. The text is split into words; the
 * bytes of a word are joined pair by pair, the pair of the lowest rank first, until no two
 * neighbours make a token (byte pair encoding).
 */
final class Tokens {
  private static final String VOCABULARY = "/com/knuddels/jtokkit/o200k_base.tiktoken";

  private static final String UPPER = "[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]";
  private static final String LOWER = "[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]";
  private static final String SUFFIX = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?";
  private static final Pattern WORD =
      Pattern.compile(
          String.join(
              "|",
              "[^\\r\\n\\p{L}\\p{N}]?" + UPPER + "*" + LOWER + "+" + SUFFIX,
              "[^\\r\\n\\p{L}\\p{N}]?" + UPPER + "+" + LOWER + "*" + SUFFIX,
              "\\p{N}{1,3}",
              " ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*",
              "\\s*[\\r\\n]+",
              "\\s+(?!\\S)",
              "\\s+"),
          Pattern.UNICODE_CHARACTER_CLASS);

  private static final Map<String, Integer> RANKS = ranks();
  private static final Map<String, Integer> COUNTED = new ConcurrentHashMap<>();

  private Tokens() {}

  static int count(String text) {
    var count = 0;
    for (var words = WORD.matcher(text); words.find(); ) {
      count += COUNTED.computeIfAbsent(words.group(), Tokens::pieces);
    }
    return count;
  }

  /** How many tokens one word is. Bytes are kept as characters of the same number. */
  private static int pieces(String word) {
    var bytes = new String(word.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    if (RANKS.containsKey(bytes)) {
      return 1;
    }
    var pieces = new ArrayList<>(bytes.chars().mapToObj(Character::toString).toList());
    for (; ; ) {
      var lowest = Integer.MAX_VALUE;
      var at = -1;
      for (var index = 0; index + 1 < pieces.size(); index++) {
        var rank = RANKS.getOrDefault(pieces.get(index) + pieces.get(index + 1), Integer.MAX_VALUE);
        if (rank < lowest) {
          lowest = rank;
          at = index;
        }
      }
      if (at < 0) {
        return pieces.size();
      }
      pieces.set(at, pieces.get(at) + pieces.remove(at + 1));
    }
  }

  private static Map<String, Integer> ranks() {
    var ranks = new HashMap<String, Integer>();
    try (var in = Tokens.class.getResourceAsStream(VOCABULARY)) {
      if (in == null) {
        throw new IOException("There is no vocabulary at " + VOCABULARY);
      }
      var lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
      for (var line = lines.readLine(); line != null; line = lines.readLine()) {
        var space = line.indexOf(' ');
        var token = Base64.getDecoder().decode(line.substring(0, space));
        ranks.put(
            new String(token, StandardCharsets.ISO_8859_1),
            Integer.parseInt(line.substring(space + 1).strip()));
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return ranks;
  }
}
