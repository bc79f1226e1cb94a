package dev.parley.terminal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/**
 * Streams of bytes for tests of what holds for any input: mixes of text and control functions, and
 * noise. The seed decides all of them; it is printed, and {@code -Dseed=…} plays it again.
 */
public final class Streams {
  private static final String[] PIECES = {
    "a",
    "hello",
    "\r",
    "\n",
    "\b",
    "\t",
    "漢",
    "e\u0301",
    "🙂",
    "👩\u200d👧",
    "│",
    "\u3000",
    "\033[H",
    "\033[2J",
    "\033[K",
    "\033[1K",
    "\033[J",
    "\033[3;2H",
    "\033[5C",
    "\033[2D",
    "\033[A",
    "\033[2B",
    "\033[3@",
    "\033[2P",
    "\033[2X",
    "\033[L",
    "\033[2M",
    "\033[S",
    "\033[T",
    "\033[2;4r",
    "\033[r",
    "\033[?69h",
    "\033[2;5s",
    "\033[?69l",
    "\033[?6h",
    "\033[?6l",
    "\033[?7l",
    "\033[?7h",
    "\033[?45h",
    "\033[4h",
    "\033[4l",
    "\0337",
    "\0338",
    "\033D",
    "\033M",
    "\033[?1049h",
    "\033[?1049l",
    "\033[?47h",
    "\033[?47l",
    "\033[1;31m",
    "\033[44m",
    "\033[0m",
    "\033[38;2;1;2;3m",
    "\033[4:3;58:5:7m",
    "\033[7m",
    "\033[8m",
    "\033(0",
    "\033(B",
    "\033#8",
    "\033#6",
    "\033[3b",
    "\033[2'}",
    "\033[2'~",
    "\033[1\"q",
    "\033[?2J",
    "\033V",
    "\033W",
    "\033[65;1;1;3;3$x",
    "\033[1;1;2;2;1;2;3$v",
    "\033[1;1;3;3;7$r",
    "\033]2;title\007",
    "\033]8;;http://a.b\033\\",
    "\033]8;;\033\\",
    "\033[5 q",
    "\033[?25l",
    "\033[?25h",
    "\033[?5h",
    "\033[?2027h",
    "\033[?2027l",
    "❤\ufe0f",
    "🇩🇪",
    "\033[",
    "\033]",
    "\033P",
    "\030",
    "\033c",
    "\033[!p",
    "x".repeat(30)
  };

  private static final String[] WORDS = {"a", "ok ", "a line of text ", "12345678", "x".repeat(19)};

  private static final String[] CHARACTERS = {
    "plain ",
    "wörld ",
    "漢字 ",
    "한국어",
    "🙂",
    "e\u0301",
    "🙂\ufe0f",
    "│",
    "n\u0303\u0323 ",
    "x".repeat(9)
  };

  private static final String[] PLACES = {
    "\033[1;1H",
    "\033[4;11H",
    "\033[04;0H",
    "\033[100;2H",
    "\033[12;345H",
    "\033[2;1;3H",
    "\033[;3H",
    "\033[3;H",
    "\033[3H",
    "\033[1234;5H",
    "\033[2;3f",
    "\033[3;4",
    ""
  };

  private static final String[] COLORS = {
    "\033[38;5;7;48;5;123m",
    "\033[48;2;255;0;99;38;2;1;22;255m",
    "\033[38;5;256m",
    "\033[38;5;m",
    "\033[38;2;300;1;1m",
    "\033[38;5;0012m",
    "\033[48;5;12;1m",
    "\033[31m",
    "\033[1;38;5;200m",
    "\033[38;2;10;20;30m",
    "\033[7;4m",
    "\033[K",
    "\033[m",
    "\033[0m",
    "\033[0m",
    "\033[44m \033[49m"
  };

  /** A test with one round of input. */
  @FunctionalInterface
  public interface Round {
    void play(Streams streams) throws Exception;
  }

  private final Random random;

  private Streams(long seed) {
    random = new Random(seed);
  }

  /** Plays so many rounds, each with a seed of its own; a failure names the seed of its round. */
  public static void rounds(int count, Round round) {
    Long given = Long.getLong("seed");
    long first = given != null ? given : System.nanoTime();
    for (long seed = first; seed < first + (given != null ? 1 : count); seed++) {
      try {
        round.play(new Streams(seed));
      } catch (Exception | AssertionError failed) {
        throw new AssertionError("Failed with -Dseed=" + seed + ": " + failed.getMessage(), failed);
      }
    }
    System.out.printf("%d rounds from seed %d%n", count, first);
  }

  /** A number between these two, both included. */
  public int between(int least, int most) {
    return least + random.nextInt(most - least + 1);
  }

  /** Up to sixty pieces of what programs write, or now and then noise. */
  public byte[] stream() {
    if (between(1, 5) == 1) {
      var noise = new byte[between(0, 200)];
      random.nextBytes(noise);
      return noise;
    }
    var bytes = new ByteArrayOutputStream();
    for (int count = between(0, 60); count > 0; count--) {
      bytes.writeBytes(piece());
    }
    return bytes.toByteArray();
  }

  /** Text and the places it is put to, as a program writes them that draws a screen. */
  public byte[] drawing() {
    var bytes = new ByteArrayOutputStream();
    for (int count = between(1, 60); count > 0; count--) {
      bytes.writeBytes(pick(PLACES));
      bytes.writeBytes(between(1, 30) == 1 ? piece() : pick(CHARACTERS));
      if (between(1, 3) == 1) {
        bytes.writeBytes(pick(COLORS));
      }
    }
    return bytes.toByteArray();
  }

  /**
   * Some kilobytes of lines as a program prints that does nothing else, with an odd piece here and
   * there.
   */
  public byte[] flood() {
    var bytes = new ByteArrayOutputStream();
    int odd = between(20, 2000);
    boolean coloured = between(0, 1) == 1;
    boolean anyCharacters = between(0, 1) == 1;
    for (int lines = between(100, 400); lines > 0; lines--) {
      for (int words = between(0, 5); words > 0; words--) {
        bytes.writeBytes(anyCharacters ? pick(CHARACTERS) : pick(WORDS));
        if (coloured && between(1, 3) == 1) {
          bytes.writeBytes(pick(COLORS));
        }
      }
      bytes.writeBytes(between(1, odd) == 1 ? piece() : new byte[] {'\r', '\n'});
    }
    return bytes.toByteArray();
  }

  private byte[] piece() {
    return pick(PIECES);
  }

  private byte[] pick(String[] from) {
    return from[random.nextInt(from.length)].getBytes(StandardCharsets.UTF_8);
  }
}
