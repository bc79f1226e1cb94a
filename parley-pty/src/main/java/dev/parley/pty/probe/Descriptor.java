package dev.parley.pty.probe;

/**
 * What a descriptor of another process is, as {@code statx} sees it.
 *
 * @param kind its type
 * @param superblock where its file lives
 * @param inode its file there
 * @param device the device it is, as the kernel numbers devices; 0 for none
 */
record Descriptor(Kind kind, long superblock, long inode, long device) {
  enum Kind {
    FILE,
    DEVICE,
    PIPE,
    SOCKET,
    /** Of no type: an eventfd, a timer, an epoll set; its link says which. */
    ANONYMOUS,
    /** Not ours to see. */
    REFUSED,
    CLOSED
  }

  static final Descriptor REFUSED = new Descriptor(Kind.REFUSED, 0, 0, 0);
  static final Descriptor CLOSED = new Descriptor(Kind.CLOSED, 0, 0, 0);

  boolean known() {
    return kind != Kind.REFUSED && kind != Kind.CLOSED;
  }

  /** The master side of some terminal. */
  boolean isMaster() {
    return kind == Kind.DEVICE && device == ProbedTerminal.MASTER;
  }

  /** Whether both are ends of one pipe. */
  boolean isSamePipe(Descriptor other) {
    return kind == Kind.PIPE
        && other.kind == Kind.PIPE
        && inode == other.inode
        && superblock == other.superblock;
  }
}
