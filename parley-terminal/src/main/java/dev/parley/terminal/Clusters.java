package dev.parley.terminal;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The characters on a Terminal that consist of more than one code point: a letter with its accents,
 * an emoji with its modifiers. Each is kept once and named by a small number.
 */
final class Clusters {
  /** What joins beyond this many code points is dropped. */
  private static final int LONGEST = 16;

  private static final int ZWJ = 0x200d;

  /**
   * Joins made lately, found without making a string: the same few letters come again and again.
   */
  private static final int RECENT = 64;

  private final int[] recentBases = new int[RECENT];
  private final int[] recentJoined = new int[RECENT];
  private final int[] recentCells = new int[RECENT];

  private String[] texts = new String[4];
  private int size;
  private final Map<String, Integer> numbers = new HashMap<>(4);

  /** The texts by number; only ever appended to, replaced when it grows. */
  String[] texts() {
    return texts;
  }

  void clear() {
    texts = new String[4];
    size = 0;
    numbers.clear();
    Arrays.fill(recentBases, 0);
  }

  int size() {
    return size;
  }

  /** The content of a cell that held {@code base} when a code point joins it. */
  int add(int base, int codePoint) {
    int slot = (base * 31 + codePoint) & RECENT - 1;
    if (recentBases[slot] == base && recentJoined[slot] == codePoint) {
      return recentCells[slot];
    }
    int cell = join(base, codePoint);
    recentBases[slot] = base;
    recentJoined[slot] = codePoint;
    recentCells[slot] = cell;
    return cell;
  }

  private int join(int base, int codePoint) {
    String text = text(base);
    if (text.codePointCount(0, text.length()) >= LONGEST) {
      return base;
    }
    return cell(text + Character.toString(codePoint));
  }

  /** The content of a cell that holds this text. */
  int cell(String text) {
    Integer known = numbers.get(text);
    if (known != null) {
      return Cells.cluster(known);
    }
    if (size == texts.length) {
      texts = Arrays.copyOf(texts, size * 2);
    }
    texts[size] = text;
    numbers.put(text, size);
    return Cells.cluster(size++);
  }

  String text(int content) {
    return Cells.isCluster(content)
        ? texts[Cells.clusterIndex(content)]
        : Character.toString(content);
  }

  /** Whether a code point that has a width of its own still belongs to what is in a cell. */
  boolean joins(int base, int codePoint) {
    if (base <= Cells.TAIL + 1 && !Cells.isCluster(base)) {
      return false;
    }
    String text = text(base);
    int last = text.codePointBefore(text.length());
    if (last == ZWJ) {
      return Character.isExtendedPictographic(codePoint);
    }
    if (Character.isEmojiModifier(codePoint)) {
      return Character.isEmojiModifierBase(text.codePointAt(0));
    }
    return isRegional(codePoint) && isRegional(last) && text.codePointCount(0, text.length()) == 1;
  }

  static boolean isRegional(int codePoint) {
    return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
  }
}
