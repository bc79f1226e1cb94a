package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.storage.Journal;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What masking finds, in which forms, and wherever the output is cut. */
final class SecretsTest {
  private static final String SECRET = "p4ss w0rd'\"$&x";

  /** What a reader sees of some output that comes in pieces of this length. */
  private static String shown(String secret, String printed, int piece) {
    var secrets = new Secrets();
    secrets.add(secret);
    var bytes = printed.getBytes(StandardCharsets.UTF_8);
    try (var journal = journal(bytes)) {
      var seen = new StringBuilder();
      var parsed = 0;
      for (var end = Math.min(piece, bytes.length);
          parsed < bytes.length;
          end = Math.min(end + piece, bytes.length)) {
        var chunk = new byte[end - parsed];
        var length = journal.read(parsed, chunk, 0, chunk.length);
        if (end < bytes.length) {
          length -= secrets.unsettled(chunk, length, parsed);
        }
        secrets.mask(chunk, length, parsed, journal);
        seen.append(new String(chunk, 0, length, StandardCharsets.ISO_8859_1));
        parsed += length;
      }
      var whole = new byte[bytes.length];
      journal.read(0, whole, 0, whole.length);
      return seen + "\n" + new String(whole, StandardCharsets.ISO_8859_1);
    }
  }

  private static Journal journal(byte[] bytes) {
    var journal = Journal.inMemory(1 << 20);
    var done = 0;
    while (done < bytes.length) {
      var space = journal.space();
      var count = (int) Math.min(space.byteSize(), bytes.length - done);
      MemorySegment.copy(bytes, done, space, ValueLayout.JAVA_BYTE, 0, count);
      journal.filled(count);
      done += count;
    }
    return journal;
  }

  static Stream<String> forms() {
    var bytes = SECRET.getBytes(StandardCharsets.UTF_8);
    var hex = HexFormat.of().formatHex(bytes);
    return Stream.of(
        SECRET,
        new StringBuilder(SECRET).reverse().toString(),
        Base64.getEncoder().encodeToString(bytes),
        Base64.getEncoder().encodeToString(("a" + SECRET + "\n").getBytes(StandardCharsets.UTF_8)),
        Base64.getEncoder().encodeToString(("ab" + SECRET + "\n").getBytes(StandardCharsets.UTF_8)),
        Base64.getUrlEncoder().encodeToString(bytes),
        hex,
        hex.toUpperCase(java.util.Locale.ROOT),
        HexFormat.ofDelimiter(" ").formatHex(bytes),
        "p4ss%20w0rd%27%22%24%26x",
        "p4ss+w0rd%27%22%24%26x",
        "'p4ss w0rd'\\''\"$&x'",
        "p4ss\\ w0rd\\'\\\"\\$\\&x",
        "{\"x\":\"p4ss w0rd'\\\"$&x\"}",
        "p4ss\u001b[31m w0\u001b[0mrd'\"$\u001b]0;t\u0007&x",
        "p4ss w0\r\nrd'\"$&x");
  }

  @ParameterizedTest
  @MethodSource("forms")
  void everyFormIsMaskedWhereverTheOutputIsCut(String form) {
    for (var piece = 1; piece < 40; piece++) {
      var plain =
          shown(SECRET, "before " + form + " after", piece)
              .replaceAll("\u001b\\[[0-9]*m|\u001b]0;t\u0007", "");
      assertThat(plain).as("in pieces of %d", piece).startsWith("before ").contains(" after");
      // Three letters may have been let through before there was anything to tell.
      for (var at = 0; at + 5 <= form.length(); at++) {
        var part = form.substring(at, at + 5);
        if (part.chars().allMatch(letter -> letter > ' ' && letter < 0x7f)
            && SECRET.contains(part)) {
          assertThat(plain).as("in pieces of %d", piece).doesNotContain(part);
        }
      }
      assertThat(plain.replace(" ", "")).contains("****");
    }
  }

  /** Two whole copies were left of 60,000 before, where a chunk had ended in the middle of one. */
  @Test
  void aFloodOfSecretsLeavesNone() {
    var random = new Random(7);
    var line = "x=" + SECRET + ";";
    for (var round = 0; round < 20; round++) {
      var piece = 50 + random.nextInt(500);
      assertThat(shown(SECRET, line.repeat(2000), piece)).doesNotContain("w0rd'");
    }
  }

  @Test
  void whatOnlyLooksLikeOneIsLeftAlone() {
    assertThat(shown("1234", "1\r\n2\r\n3\r\n4\r\n 123 12 34 4 3 2 1", 7)).doesNotContain("*");
  }

  private static final String TOKEN = "Zk3vJ0q8hT-2mXw_9RbYc5LdEa7Ng1PfUoSiQ4tBx6V";

  /** What a reader sees of output that comes in pieces and is shown at once now and then. */
  private static String shownAtOnce(String printed, Random random) {
    var secrets = new Secrets();
    var bytes = printed.getBytes(StandardCharsets.UTF_8);
    try (var journal = journal(bytes)) {
      var parsed = 0;
      var end = 0;
      while (parsed < bytes.length) {
        end = Math.min(bytes.length, end + 1 + random.nextInt(30));
        var chunk = new byte[end - parsed];
        var length = journal.read(parsed, chunk, 0, chunk.length);
        if (!secrets.noneIn(chunk, length, parsed)) {
          if (end < bytes.length && random.nextInt(4) > 0) {
            length -= secrets.unsettled(chunk, length, parsed);
          }
          secrets.mask(chunk, length, parsed, journal);
        }
        parsed += length;
      }
      var whole = new byte[bytes.length];
      journal.read(0, whole, 0, whole.length);
      return new String(whole, StandardCharsets.ISO_8859_1);
    }
  }

  static Stream<String> tokenForms() {
    var bytes = TOKEN.getBytes(StandardCharsets.UTF_8);
    var hex = HexFormat.of().formatHex(bytes);
    return Stream.of(
        TOKEN,
        new StringBuilder(TOKEN).reverse().toString(),
        Base64.getEncoder().encodeToString(bytes),
        Base64.getEncoder().encodeToString(("a" + TOKEN).getBytes(StandardCharsets.UTF_8)),
        hex,
        hex.toUpperCase(java.util.Locale.ROOT));
  }

  @ParameterizedTest
  @MethodSource("tokenForms")
  void tokensOfOursAreMaskedInEverySession(String form) {
    OwnTokens.add(TOKEN);
    var seed = System.nanoTime();
    var random = new Random(seed);
    for (var round = 0; round < 2000; round++) {
      var before = "x".repeat(random.nextInt(40));
      var shown = shownAtOnce(before + "Bearer " + form + "\r\nafter", random);
      assertThat(shown).as("seed %d", seed).startsWith(before + "Bearer ").endsWith("\r\nafter");
      for (var at = 0; at + 9 <= form.length() - 4; at++) {
        assertThat(shown).as("seed %d", seed).doesNotContain(form.substring(at, at + 9));
      }
    }
  }

  @Test
  void aSecretLongerThanAnyPieceIsMaskedToItsEnd() {
    var random = new Random(3);
    var secret = new StringBuilder();
    while (secret.length() < 1500) {
      secret.append((char) ('a' + random.nextInt(26)));
    }
    for (var piece : new int[] {1, 7, 100, 600, 1400}) {
      assertThat(shown(secret.toString(), "key " + secret + " end", piece))
          .doesNotContain(secret.substring(1480))
          .doesNotContain(secret.substring(700, 710));
    }
  }
}
