package dev.parley.pty.probe;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Who on the host is in which process group, as one look at everybody has shown it. Who looks at
 * many sessions, as a list does, would otherwise look at everybody once for each of them.
 */
final class ProcessGroups {
  /** A look at everybody will do for others for so long, and for longer where it takes long. */
  private static final long HOLDS = 50_000_000;

  private static final int HOLDS_TIMES = 20;

  private static volatile @Nullable ProcessGroups last;

  private final long[] processes;
  private final long[] groups;
  private final long until;

  private ProcessGroups(long[] processes, long[] groups, long until) {
    this.processes = processes;
    this.groups = groups;
    this.until = until;
  }

  /** Looks at everybody. */
  static ProcessGroups now(Kernel kernel) {
    var began = System.nanoTime();
    var processes = kernel.processes();
    var groups = new long[processes.length];
    for (var i = 0; i < processes.length; i++) {
      var stat = kernel.stat(processes[i]);
      groups[i] = stat == null || stat.gone() ? 0 : stat.group();
    }
    var over = System.nanoTime();
    var holds = Math.max(HOLDS, HOLDS_TIMES * (over - began));
    var seen = new ProcessGroups(processes, groups, over + holds);
    last = seen;
    return seen;
  }

  /** The same, content with what somebody else has seen a moment ago. */
  static ProcessGroups recent(Kernel kernel) {
    var seen = last;
    return seen != null && System.nanoTime() - seen.until < 0 ? seen : now(kernel);
  }

  /** The processes of a group; some may be gone by now. */
  long[] in(long group) {
    var found = new long[4];
    var count = 0;
    for (var i = 0; i < groups.length; i++) {
      if (groups[i] == group) {
        if (count == found.length) {
          found = Arrays.copyOf(found, count * 2);
        }
        found[count++] = processes[i];
      }
    }
    return Arrays.copyOf(found, count);
  }
}
