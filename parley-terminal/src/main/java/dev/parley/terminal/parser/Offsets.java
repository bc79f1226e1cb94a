package dev.parley.terminal.parser;

/**
 * Where in the stream the action stands that the {@link Parser} is handing over: from its first
 * byte to one past its last, counted from the start of the stream.
 *
 * <p>Text is handed over with its array and has no range here; {@link #of} tells the offset of each
 * of its bytes.
 */
public final class Offsets {
  /** Whether line ends and plain control sequences are told too. */
  final boolean everywhere;

  private long base;
  private long from;
  private long to;

  private Offsets(boolean everywhere) {
    this.everywhere = everywhere;
  }

  /** Of every action. */
  public static Offsets everywhere() {
    return new Offsets(true);
  }

  /**
   * Of all but line ends and control sequences (CSI). They are most of what a full-screen program
   * prints, and telling their places costs a twentieth of the time.
   */
  public static Offsets ofEvents() {
    return new Offsets(false);
  }

  /** Says which offset the byte at index zero of the array has that is parsed now. */
  void base(long base) {
    this.base = base;
  }

  void set(long from, long to) {
    this.from = from;
    this.to = to;
  }

  public long from() {
    return from;
  }

  public long to() {
    return to;
  }

  /** The offset of the byte at this index of the array that is parsed now. */
  public long of(int index) {
    return base + index;
  }
}
