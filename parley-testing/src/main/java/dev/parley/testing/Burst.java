package dev.parley.testing;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/**
 * A short burst of changed bytes on a parser of what comes from outside. The seed is printed; with
 * {@code -Dparley.fuzz.seed=…} it comes again, with {@code -Dparley.fuzz.seconds=…} it lasts
 * longer.
 */
public final class Burst {
  private static final long SEED = Long.getLong("parley.fuzz.seed", System.nanoTime());
  private static final Duration LENGTH = Duration.ofSeconds(Long.getLong("parley.fuzz.seconds", 1));
  private static final List<String> PIECES =
      List.of(
          "\0",
          "\n",
          "\"",
          "{",
          "}",
          "[",
          "]",
          ",",
          ":",
          "\\",
          "\\u",
          "-",
          "1e400",
          "99999999999999999999",
          "null",
          "\u001b",
          "\u001b[",
          "\u001b]",
          "\u0007",
          "\u009b",
          "\uffff",
          ";",
          "=",
          "id",
          "\r\n");

  /** Takes some bytes; what it throws is a finding. */
  public interface Parser {
    void parse(byte[] bytes) throws Exception;
  }

  private Burst() {}

  public static void on(String name, List<String> good, Parser parser) {
    var random = new Random(SEED);
    var end = System.nanoTime() + LENGTH.toNanos();
    var rounds = 0L;
    System.out.printf("fuzz %s with seed %d%n", name, SEED);
    while (rounds < 100 || System.nanoTime() < end) {
      var input = changed(good.get(random.nextInt(good.size())), random);
      try {
        parser.parse(input);
      } catch (Exception | Error found) {
        throw new AssertionError(
            "%s with seed %d fails in round %d on %s"
                .formatted(name, SEED, rounds, new String(input, StandardCharsets.ISO_8859_1)),
            found);
      }
      rounds++;
    }
  }

  private static byte[] changed(String good, Random random) {
    var bytes = good.getBytes(StandardCharsets.UTF_8);
    for (var change = random.nextInt(4); change >= 0; change--) {
      var at = bytes.length == 0 ? 0 : random.nextInt(bytes.length + 1);
      var piece =
          switch (random.nextInt(4)) {
            case 0 -> new byte[] {(byte) random.nextInt()};
            case 1 -> PIECES.get(random.nextInt(PIECES.size())).getBytes(StandardCharsets.UTF_8);
            case 2 ->
                java.util.Arrays.copyOfRange(
                    bytes, at, Math.min(bytes.length, at + random.nextInt(20)));
            default -> new byte[0];
          };
      var skipped = Math.min(bytes.length, at + random.nextInt(4));
      var out = new java.io.ByteArrayOutputStream();
      out.write(bytes, 0, at);
      for (var times = random.nextInt(20) == 0 ? random.nextInt(3000) : 1; times > 0; times--) {
        out.writeBytes(piece);
      }
      out.write(bytes, skipped, bytes.length - skipped);
      bytes = out.toByteArray();
    }
    return bytes;
  }
}
