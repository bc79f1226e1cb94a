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
}
