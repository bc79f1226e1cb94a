package dev.parley.pty.probe;

import dev.parley.pty.sys.Sys;
import org.jspecify.annotations.Nullable;

/**
 * A terminal as the probe sees it: the child's own, or the inner one of a relay such as {@code
 * sudo}.
 *
 * @param master our descriptor of its master side
 * @param peer our own descriptor of its slave side, non-blocking
 * @param session the session it controls
 * @param superblock where its device file lives, which tells terminals of equal number apart when
 *     containers have terminals of their own
 * @param inode its device file there
 */
record ProbedTerminal(int master, int peer, long session, long superblock, long inode) {

  /** {@code /dev/tty}: whatever terminal controls the process that opened it. */
  static final long CONTROLLING = Kernel.deviceNumber(5, 0);

  /** {@code /dev/ptmx}: the master side of some terminal. */
  static final long MASTER = Kernel.deviceNumber(5, 2);

  /** Names a terminal both of whose sides we hold; null when it has gone. */
  static @Nullable ProbedTerminal of(int master, int peer, long session, Kernel kernel) {
    var device = kernel.descriptor(peer);
    return device.known()
        ? new ProbedTerminal(master, peer, session, device.superblock(), device.inode())
        : null;
  }

  boolean is(long otherSuperblock, long otherInode) {
    return superblock == otherSuperblock && inode == otherInode;
  }

  /**
   * Whether something typed has not been read yet. Polling the slave side makes the kernel hand
   * over first what is still between the two sides; asking for the number of bytes would not.
   */
  boolean unread() {
    return Sys.readable(peer);
  }
}
