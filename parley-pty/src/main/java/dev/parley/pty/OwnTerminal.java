package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

/**
 * The terminal this process itself runs on, if it does: its size, and raw mode, in which every key
 * arrives at once and as it is.
 */
public final class OwnTerminal implements AutoCloseable {
  private static final int STDIN = 0;
  private static final int STDOUT = 1;
  private static final int TCSETSW = 0x5403;
  private static final int TERMIOS_BYTES = 64;

  /** IGNBRK BRKINT PARMRK ISTRIP INLCR IGNCR ICRNL IXON, as cfmakeraw(3) clears them. */
  private static final int RAW_INPUT = 0x1 | 0x2 | 0x8 | 0x20 | 0x40 | 0x80 | 0x100 | 0x400;

  private static final int OPOST = 0x1;

  /** ISIG ICANON ECHO ECHONL IEXTEN. */
  private static final int RAW_LOCAL = 0x1 | 0x2 | 0x8 | 0x40 | 0x8000;

  private static final int VTIME = 5;
  private static final int VMIN = 6;

  private final byte[] before;

  private OwnTerminal(byte[] before) {
    this.before = before;
  }

  /** A terminal's columns and rows. */
  public record Size(int columns, int rows) {}

  public static boolean isStdout() {
    return modes(STDOUT).isPresent();
  }

  public static boolean isStdin() {
    return modes(STDIN).isPresent();
  }

  /**
   * Whether this process may read what is typed at its terminal: a job in the background may not.
   */
  public static boolean isInFront() {
    // After the command in brackets: state, parent, group, session, terminal, group in front.
    var stat = Text.of("/proc/self/stat");
    var words = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ");
    return words.length > 5 && words[2].equals(words[5]);
  }

  /** The size of the terminal on stdout; nothing where there is none, or it does not know. */
  public static Optional<Size> size() {
    if (!isLinux()) {
      return Optional.empty();
    }
    try (var arena = Arena.ofConfined()) {
      var size = arena.allocate(8, 8);
      if (Sys.ioctl(STDOUT, Sys.TIOCGWINSZ, size.address()) < 0) {
        return Optional.empty();
      }
      var rows = size.get(ValueLayout.JAVA_SHORT, 0);
      var columns = size.get(ValueLayout.JAVA_SHORT, 2);
      return rows > 0 && columns > 0 ? Optional.of(new Size(columns, rows)) : Optional.empty();
    }
  }

  /** Puts the terminal on stdin into raw mode until {@link #close}; nothing where stdin is none. */
  public static Optional<OwnTerminal> raw() {
    return modes(STDIN)
        .map(
            modes -> {
              var raw = MemorySegment.ofArray(modes.clone());
              clear(raw, 0, RAW_INPUT);
              clear(raw, 4, OPOST);
              clear(raw, Sys.TERMIOS_LFLAG, RAW_LOCAL);
              raw.set(ValueLayout.JAVA_BYTE, Sys.TERMIOS_CC + VMIN, (byte) 1);
              raw.set(ValueLayout.JAVA_BYTE, Sys.TERMIOS_CC + VTIME, (byte) 0);
              set(raw.toArray(ValueLayout.JAVA_BYTE));
              return new OwnTerminal(modes);
            });
  }

  private static void clear(MemorySegment modes, long at, int bits) {
    var layout = ValueLayout.JAVA_INT_UNALIGNED;
    modes.set(layout, at, modes.get(layout, at) & ~bits);
  }

  private static Optional<byte[]> modes(int descriptor) {
    if (!isLinux()) {
      return Optional.empty();
    }
    try (var arena = Arena.ofConfined()) {
      var memory = arena.allocate(TERMIOS_BYTES, 8);
      return Sys.ioctl(descriptor, Sys.TCGETS, memory.address()) < 0
          ? Optional.empty()
          : Optional.of(memory.toArray(ValueLayout.JAVA_BYTE));
    }
  }

  private static void set(byte[] modes) {
    try (var arena = Arena.ofConfined()) {
      var memory = arena.allocate(TERMIOS_BYTES, 8);
      memory.copyFrom(MemorySegment.ofArray(modes));
      Errors.check(Sys.ioctl(STDIN, TCSETSW, memory.address()), "set the terminal's modes");
    }
  }

  private static boolean isLinux() {
    return System.getProperty("os.name", "").equals("Linux");
  }

  /** Gives the terminal the modes it had. */
  @Override
  public void close() {
    set(before);
  }
}
