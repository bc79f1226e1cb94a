package dev.parley.terminal;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lines that have left the top of the screen. Each has a number, counted from zero, so that a
 * reader can ask for "everything since line 1,200".
 *
 * <p>Lines are packed one after the other into pages, see {@link PackedLine}; the oldest page is
 * dropped when there are too many lines or bytes. A resize may take the newest lines back to the
 * screen; they get the same numbers again when they leave it.
 */
public final class Scrollback {
  private static final int PAGE_BYTES = 64 << 10;
  private static final int FIRST_PAGE_BYTES = 1 << 10;

  /** Less than this at the end of a full page is not worth a copy. */
  private static final int LEAST_SAVED = PAGE_BYTES / 16;

  /** Lines in a row, and where each begins. */
  private static final class Page {
    final long first;
    byte[] bytes;
    int length;
    int[] starts;
    int lines;

    Page(long first, byte[] bytes, int[] starts) {
      this.first = first;
      this.bytes = bytes;
      this.starts = starts;
    }
  }

  final int mostLines;
  private final long mostBytes;
  private final ArrayDeque<Page> pages = new ArrayDeque<>();
  final PackedLine packed = new PackedLine();
  private @Nullable Page newest;

  /** One that was dropped; in a flood it is soon needed again. */
  private @Nullable Page spare;

  private long first;
  private long end;
  private long bytes;

  /** Nothing needs to be dropped for the number of lines before {@link #first} gets here. */
  private long firstPageEnd;

  Scrollback(int mostLines, long mostBytes) {
    this.mostLines = mostLines;
    this.mostBytes = mostBytes;
  }

  /** The number of the oldest line that is still kept. */
  public long first() {
    return first;
  }

  /** The number of the newest line; one less than {@link #first()} when there is none. */
  public long last() {
    return end - 1;
  }

  /** How many lines are kept. */
  public int size() {
    return (int) (end - first);
  }

  /**
   * The text of the lines from {@code from} up to, not including, {@code to} that are still kept.
   */
  public List<String> text(long from, long to) {
    var texts = new ArrayList<String>();
    long stop = Math.min(to, end);
    for (Page page : pages) {
      long last = Math.min(stop, page.first + page.lines);
      for (long number = Math.max(Math.max(from, first), page.first); number < last; number++) {
        int line = (int) (number - page.first);
        texts.add(PackedLine.text(page.bytes, page.starts[line]));
      }
    }
    return texts;
  }

  /** The newest lines with their colours (SGR), each ended by a line feed. */
  public String ansi(int lines) {
    var ansi = new StringBuilder();
    for (Page page : pages) {
      for (int line = (int) Math.max(0, end - lines - page.first); line < page.lines; line++) {
        var styles = new Styles();
        var clusters = new Clusters();
        int start = page.starts[line];
        int columns = PackedLine.text(page.bytes, start).length() * 2; // wide characters take two
        Line unpacked = PackedLine.unpack(page.bytes, start, columns, styles, clusters);
        AnsiText.line(new Row(unpacked, 0, styles.entries(), clusters.texts()), ansi);
      }
    }
    return ansi.toString();
  }

  void add(Line line, Styles.Entries styles, Clusters clusters) {
    append(line, styles, clusters);
    settle();
  }

  /** Adds a line as {@link #add} does, but keeps older ones until {@link #settle}. */
  void append(Line line, Styles.Entries styles, Clusters clusters) {
    if (mostLines == 0) {
      end++;
      return;
    }
    Page page = newest;
    int start = page == null ? 0 : page.length;
    if (page != null && page.lines < page.starts.length) {
      int stop = PackedLine.packPlain(line, page.bytes, start);
      if (stop > start) {
        appended(page, stop);
        return;
      }
    }
    packed.pack(line, styles, clusters);
    append(packed);
  }

  /** Adds a line that is packed already. */
  void append(PackedLine line) {
    int length = line.length();
    Page page = pageFor(length);
    System.arraycopy(line.bytes(), 0, page.bytes, page.length, length);
    appended(page, page.length + length);
  }

  private void appended(Page page, int stop) {
    if (page.lines == page.starts.length) {
      page.starts = Arrays.copyOf(page.starts, page.lines * 2);
    }
    page.starts[page.lines++] = page.length;
    bytes += stop - page.length;
    page.length = stop;
    end++;
  }

  /**
   * The short way for a line of plain ASCII that begins here, is no longer than {@code columns} and
   * ends with CR LF; older lines are kept until {@link #settle}.
   *
   * @return where the next one begins, or {@code from} if it is of another kind or room is short
   */
  int appendPlain(byte[] input, int from, int to, int columns) {
    Page page = newest;
    if (page == null || page.lines == page.starts.length) {
      return from;
    }
    int start = page.length;
    int used = PackedLine.packPlain(input, from, to, columns, page.bytes, start);
    int next = from + used + 2;
    if (used < 0 || next > to || input[next - 2] != '\r' || input[next - 1] != '\n') {
      return from;
    }
    appended(page, start + used + 2);
    return next;
  }

  /** Takes the newest lines away that were appended since {@link #settle}. */
  void retract(int lines) {
    for (int done = 0; done < lines; done++) {
      Page page = pages.getLast();
      removeLast(page, page.starts[page.lines - 1]);
    }
  }

  private void removeLast(Page page, int start) {
    page.lines--;
    bytes -= page.length - start;
    page.length = start;
    end--;
    if (page.lines == 0) {
      pages.removeLast();
      newest = pages.peekLast();
    }
  }

  /** Drops the oldest lines if there are too many. */
  void settle() {
    first = Math.max(first, end - mostLines);
    if (first >= firstPageEnd || bytes > mostBytes) {
      drop();
    }
  }

  private Page pageFor(int length) {
    Page page = pages.peekLast();
    if (page == null || (page.length + length > PAGE_BYTES && page.length > 0)) {
      if (page != null && page.bytes.length - page.length > LEAST_SAVED) {
        page.bytes = Arrays.copyOf(page.bytes, page.length);
        page.starts = Arrays.copyOf(page.starts, page.lines);
      }
      // Small at first: most sessions never fill a page.
      page = newPage(Math.max(length, page == null ? FIRST_PAGE_BYTES : PAGE_BYTES));
      pages.addLast(page);
      newest = page;
      firstPageEnd = 0;
    }
    if (page.length + length > page.bytes.length) {
      page.bytes =
          Arrays.copyOf(
              page.bytes,
              Math.max(page.length + length, Math.min(PAGE_BYTES, page.bytes.length * 2)));
    }
    return page;
  }

  private Page newPage(int capacity) {
    Page dropped = spare;
    if (dropped == null || dropped.bytes.length != capacity) {
      return new Page(end, new byte[capacity], new int[16]);
    }
    spare = null;
    return new Page(end, dropped.bytes, dropped.starts);
  }

  private void drop() {
    while (pages.size() > 1
        && (pages.getFirst().first + pages.getFirst().lines <= first || bytes > mostBytes)) {
      Page page = pages.removeFirst();
      bytes -= page.length;
      first = Math.max(first, page.first + page.lines);
      spare = page.bytes.length == PAGE_BYTES ? page : spare;
    }
    // The only page left may still grow; it is looked at again when another one follows.
    firstPageEnd = pages.size() > 1 ? pages.getFirst().first + pages.getFirst().lines : end + 1;
  }

  /** Whether the newest line goes on in the first row of the screen. */
  boolean lastWrapped() {
    Page page = pages.peekLast();
    return size() > 0
        && page != null
        && PackedLine.wrapped(page.bytes, page.starts[page.lines - 1]);
  }

  /** Takes the newest line back. */
  Line removeLast(int columns, Styles styles, Clusters clusters) {
    Page page = pages.getLast();
    int start = page.starts[page.lines - 1];
    Line line = PackedLine.unpack(page.bytes, start, columns, styles, clusters);
    removeLast(page, start);
    return line;
  }

  /** ED 3: forgets all lines; their numbers are not used again. */
  void clear() {
    pages.clear();
    newest = null;
    spare = null;
    bytes = 0;
    first = end;
  }
}
