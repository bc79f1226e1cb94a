package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Reads a terminal into memory that is there. The kernel takes a terminal's output in pieces of 64
 * bytes and copies each to its place; where the page of that place must first be brought in, and we
 * are killed while it is, that piece is in neither. So the pages are written to before, with the
 * zeros that stand there.
 */
final class Pages {
  private static final int PAGE = 4096; // and the most that a terminal gives at once

  private Pages() {}

  /** Reads; what is behind the space's first page and a half is left alone. */
  static int read(int terminal, MemorySegment space) {
    space.set(ValueLayout.JAVA_BYTE, 0, (byte) 0);
    var next = PAGE - (space.address() & (PAGE - 1));
    if (next < Math.min(PAGE, space.byteSize())) {
      space.set(ValueLayout.JAVA_BYTE, next, (byte) 0);
    }
    return Sys.read(terminal, space.address(), (int) Math.min(space.byteSize(), Integer.MAX_VALUE));
  }
}
