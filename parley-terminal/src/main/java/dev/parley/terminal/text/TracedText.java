package dev.parley.terminal.text;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Text, and for each of its characters the bytes it came from where they are wanted. */
final class TracedText {
  private final StringBuilder text = new StringBuilder();
  private long @Nullable [] spans;

  TracedText(boolean traced) {
    spans = traced ? new long[256] : null;
  }

  int length() {
    return text.length();
  }

  void append(int codePoint, long span) {
    if (Character.isBmpCodePoint(codePoint)) {
      text.append((char) codePoint); // by far the quicker way
    } else {
      text.appendCodePoint(codePoint);
    }
    if (spans != null) {
      trace(span, Character.charCount(codePoint));
    }
  }

  void append(String cluster, long span) {
    text.append(cluster);
    trace(span, cluster.length());
  }

  private void trace(long span, int characters) {
    if (spans != null) {
      int end = text.length();
      if (end > spans.length) {
        spans = Arrays.copyOf(spans, Math.max(end, 2 * spans.length));
      }
      Arrays.fill(spans, end - characters, end, span);
    }
  }

  /** Drops what stands behind this position. */
  void cut(int length) {
    text.setLength(length);
  }

  /** Drops what stands before this position. */
  void drop(int count) {
    if (spans != null) {
      System.arraycopy(spans, count, spans, 0, text.length() - count);
    }
    text.delete(0, count);
  }

  String substring(int from, int to) {
    return text.substring(from, to);
  }

  /** Where the line begins that this position is in. */
  int lineStart(int position) {
    int at = position;
    while (at > 0 && text.charAt(at - 1) != '\n') {
      at--;
    }
    return at;
  }

  /** The bytes of the characters from {@code start} up to {@code end}. */
  CleanText.Range range(int start, int end, long begin) {
    if (spans == null) {
      throw new IllegalStateException("This text was made without offsets");
    }
    long from = Long.MAX_VALUE;
    long to = -1;
    for (int at = start; at < end; at++) {
      if (Span.exists(spans[at])) {
        from = Math.min(from, Span.from(spans[at]));
        to = Math.max(to, Span.to(spans[at]));
      }
    }
    if (to >= 0) {
      return new CleanText.Range(from, to);
    }
    // Nothing, or blanks that no byte stands for: they are where the character before them ends.
    int before = start - 1;
    while (before >= 0 && !Span.exists(spans[before])) {
      before--;
    }
    long place = before < 0 ? begin : Span.to(spans[before]);
    return new CleanText.Range(place, place);
  }
}
