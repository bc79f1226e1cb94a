package dev.parley.terminal.parser;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Objects;

/**
 * How many cells a character takes: none, one or two.
 *
 * <p>Programs compute widths one code point at a time with {@code wcwidth}, so that is what holds
 * here too. The table {@code widths.txt} lists what does not take one cell.
 */
public final class Widths {
  private static final int PAGE = 256;

  /** Surrogates, and what no text may contain. */
  private static final String NO_CHARACTERS = "d800-dfff 0\nfffe-ffff 0";

  /** Where the page of a character begins; the same one serves wherever all are alike. */
  private static final char[] PAGES = new char[(Character.MAX_CODE_POINT + 1) / PAGE];

  private static final byte[] WIDTHS = join(read());

  private Widths() {}

  public static int of(int codePoint) {
    return WIDTHS[PAGES[codePoint >>> 8] + (codePoint & (PAGE - 1))];
  }

  /** Whether a character without width stands for no mark at all, such as a joiner. */
  public static boolean isFormat(int codePoint) {
    return Character.getType(codePoint) == Character.FORMAT;
  }

  private static byte[] join(byte[][] pages) {
    var places = new IdentityHashMap<byte[], Integer>();
    var widths = new ByteArrayOutputStream();
    for (int page = 0; page < pages.length; page++) {
      PAGES[page] =
          (char)
              (int)
                  places.computeIfAbsent(
                      pages[page],
                      one -> {
                        int place = widths.size();
                        widths.writeBytes(one);
                        return place;
                      });
    }
    return widths.toByteArray();
  }

  private static byte[][] read() {
    var single = new byte[PAGE];
    Arrays.fill(single, (byte) 1);
    var wide = new byte[PAGE];
    Arrays.fill(wide, (byte) 2);
    var pages = new byte[PAGES.length][];
    Arrays.fill(pages, single);
    try (var table =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(Widths.class.getResourceAsStream("widths.txt")),
                StandardCharsets.US_ASCII))) {
      table.lines().forEach(line -> enter(pages, single, wide, line));
      NO_CHARACTERS.lines().forEach(line -> enter(pages, single, wide, line));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return pages;
  }

  private static void enter(byte[][] pages, byte[] single, byte[] wide, String line) {
    int dash = line.indexOf('-');
    int blank = line.indexOf(' ');
    int from = Integer.parseInt(line, 0, dash, 16);
    int to = Integer.parseInt(line, dash + 1, blank, 16);
    byte width = (byte) (line.charAt(blank + 1) - '0');
    while (from <= to) {
      int page = from / PAGE;
      int last = Math.min(to, page * PAGE + PAGE - 1);
      if (last - from == PAGE - 1 && width == 2) {
        pages[page] = wide;
      } else {
        if (pages[page] == single) {
          pages[page] = single.clone();
        }
        Arrays.fill(pages[page], from % PAGE, last % PAGE + 1, width);
      }
      from = last + 1;
    }
  }
}
