package dev.parley.pty;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Looks at other processes: what {@code /proc} says of them, what their descriptors are, and a few
 * bytes of their memory. It owns the native memory for that, so one is borrowed for one probe at a
 * time and handed back.
 */
final class ProcReader implements AutoCloseable {
  /** What a descriptor of another process is, as {@code statx} sees it. */
  static final int FILE = 0;

  static final int DEVICE = 1;
  static final int PIPE = 2;
  static final int SOCKET = 3;

  /** Of no type: an eventfd, a timer, an epoll set; its link says which. */
  static final int ANONYMOUS = 4;

  private static final ConcurrentLinkedQueue<ProcReader> IDLE = new ConcurrentLinkedQueue<>();

  private static final int PATH_SIZE = 64;
  private static final int VECTOR_AT = 64;
  private static final int STATX_AT = 128;
  private static final int TEXT_AT = 512;
  static final int TEXT_SIZE = 32 * 1024;
  private static final int PAGE_NEARLY_FULL = 3 * 1024;

  private static final int AT_FDCWD = -100;
  private static final int STATX_TYPE_INO = 0x1 | 0x100;
  private static final int STATX_MODE = 28;
  private static final int STATX_INODE = 32;
  private static final int STATX_RDEV = 128;
  private static final int STATX_DEV = 136;
  private static final int DIRENT_LENGTH = 16;
  private static final int DIRENT_NAME = 19;

  private final MemorySegment memory = Arena.ofAuto().allocate(TEXT_AT + TEXT_SIZE, 64);
  private final long path = memory.address();
  private final long textAddress = memory.address() + TEXT_AT;
  private int pathLength;

  /** The text last read, and its length. */
  final byte[] text = new byte[TEXT_SIZE];

  int length;

  /** The system call last read: number, arguments, stack pointer. */
  final long[] call = new long[ProcText.CALL_FIELDS];

  /** The descriptor last looked at. */
  int kind;

  long inode;
  long superblock;
  long device;

  private ProcReader() {}

  static ProcReader borrow() {
    var idle = IDLE.poll();
    return idle == null ? new ProcReader() : idle;
  }

  @Override
  public void close() {
    IDLE.add(this);
  }

  /** Numbers a device as the kernel does inside: {@code MKDEV}. */
  static long deviceNumber(long major, long minor) {
    return major << 20 | minor;
  }

  /** A process as anyone may see it; null when it is gone. */
  @Nullable ProcStat stat(long pid) {
    process(pid);
    append("/stat");
    return read() ? ProcText.stat(text, length) : null;
  }

  /** One thread as anyone may see it; null when it is gone. */
  @Nullable ProcStat stat(long pid, long tid) {
    thread(pid, tid);
    append("/stat");
    return read() ? ProcText.stat(text, length) : null;
  }

  /**
   * Reads where a thread is blocked into {@link #call}; null when we may not know or it is gone.
   */
  ProcText.@Nullable Seen syscall(long pid, long tid) {
    thread(pid, tid);
    append("/syscall");
    return read() ? ProcText.syscall(text, length, call) : null;
  }

  /** Whether the kernel function a thread sleeps in begins with {@code name}. */
  boolean sleepsIn(String name, long pid, long tid) {
    thread(pid, tid);
    append("/wchan");
    if (!read() || length < name.length()) {
      return false;
    }
    for (var i = 0; i < name.length(); i++) {
      if (text[i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** How long a thread has been on a processor, in nanoseconds. */
  long worked(long tid) {
    process(tid);
    append("/schedstat");
    return read() ? new ProcText(text, length).decimal() : 0;
  }

  /** How long a thread would have run and had no processor, in nanoseconds. */
  long queued(long tid) {
    process(tid);
    append("/schedstat");
    if (!read()) {
      return 0;
    }
    var numbers = new ProcText(text, length);
    numbers.decimal();
    return numbers.decimal();
  }

  /** The short name of a process, or an empty one. */
  String name(long pid) {
    process(pid);
    append("/comm");
    return read() ? new String(text, 0, length, StandardCharsets.UTF_8).strip() : "";
  }

  /**
   * The children one thread of a process has started, or null where the kernel does not list them.
   */
  long @Nullable [] children(long pid, long tid) {
    thread(pid, tid);
    append("/children");
    if (!read()) {
      return null;
    }
    if (length == 0) {
      return NONE;
    }
    var list = new ProcText(text, length);
    var found = new long[16];
    var count = 0;
    while (list.more()) {
      if (count == found.length) {
        found = Arrays.copyOf(found, count * 2);
      }
      found[count++] = list.decimal();
    }
    return Arrays.copyOf(found, count);
  }

  static final long[] NONE = {};

  long[] threads(long pid) {
    process(pid);
    append("/task");
    return numbers();
  }

  long[] descriptors(long pid) {
    process(pid);
    append("/fd");
    return numbers();
  }

  /** Every process there is. */
  long[] processes() {
    pathLength = 0;
    append("/proc");
    return numbers();
  }

  /** Looks at a descriptor of another process; false when it is closed or not ours to see. */
  boolean descriptor(long pid, long fd) {
    process(pid);
    append("/fd/");
    append(fd);
    return statx();
  }

  /** Looks at a descriptor of our own. */
  boolean descriptor(int fd) {
    pathLength = 0;
    append("/proc/self/fd/");
    append(fd);
    return statx();
  }

  /** Reads what a descriptor of another process points to into {@link #text}. */
  boolean link(long pid, long fd) {
    process(pid);
    append("/fd/");
    append(fd);
    end();
    return took(Sys.readlink(path, textAddress, 256));
  }

  /** Reads the {@code fdinfo} of a descriptor of another process into {@link #text}. */
  boolean descriptorInfo(long pid, long fd) {
    process(pid);
    append("/fdinfo/");
    append(fd);
    return read();
  }

  boolean textStartsWith(String start) {
    if (length < start.length()) {
      return false;
    }
    for (var i = 0; i < start.length(); i++) {
      if (text[i] != start.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Copies memory of another process; the result is good until the next call, null if refused. */
  @Nullable MemorySegment memory(long pid, long address, long count) {
    if (address == 0 || count <= 0 || count > TEXT_SIZE) {
      return null;
    }
    var vector = memory.asSlice(VECTOR_AT, 32);
    vector.set(JAVA_LONG, 0, textAddress);
    vector.set(JAVA_LONG, 8, count);
    vector.set(JAVA_LONG, 16, address);
    vector.set(JAVA_LONG, 24, count);
    var copied = Sys.processVmRead((int) pid, vector.address(), vector.address() + 16);
    return copied == count ? memory.asSlice(TEXT_AT, count) : null;
  }

  /** The flags and control characters of a terminal; null when it is gone. */
  @Nullable MemorySegment termios(int fd) {
    return Sys.ioctl(fd, Sys.TCGETS, textAddress) < 0
        ? null
        : memory.asSlice(TEXT_AT, Sys.TERMIOS_SIZE);
  }

  /** The foreground group of a terminal, or 0. */
  long foreground(int master) {
    return number(master, Sys.TIOCGPGRP);
  }

  /** The session whose terminal this is, or 0. */
  long session(int master) {
    return number(master, TIOCGSID);
  }

  private static final int TIOCGSID = 0x5429;

  /**
   * Who made the other end of a local socket of another process; 0 when it is not local or not ours
   * to see.
   */
  long socketPeer(long pid, int fd) {
    var pidfd = Sys.pidfdOpen((int) pid);
    if (pidfd < 0) {
      return 0;
    }
    var ours = Sys.pidfdGetFd(pidfd, fd);
    Sys.close(pidfd);
    if (ours < 0) {
      return 0;
    }
    memory.set(JAVA_INT, VECTOR_AT, CREDENTIALS);
    var result = Sys.getsockopt(ours, SOL_SOCKET, SO_PEERCRED, textAddress, path + VECTOR_AT);
    Sys.close(ours);
    return result < 0 ? 0 : memory.get(JAVA_INT, TEXT_AT);
  }

  private static final int CREDENTIALS = 12; // struct ucred: pid, uid, gid
  private static final int SOL_SOCKET = 1;
  private static final int SO_PEERCRED = 17;

  private long number(int fd, int request) {
    return Sys.ioctl(fd, request, textAddress) < 0 ? 0 : memory.get(JAVA_INT, TEXT_AT);
  }

  private boolean statx() {
    end();
    var result = Sys.statx(AT_FDCWD, path, 0, STATX_TYPE_INO, memory.address() + STATX_AT);
    if (result < 0) {
      refused = result == -Sys.EACCES || result == -Sys.EPERM;
      return false;
    }
    var statx = memory.asSlice(STATX_AT, 256);
    inode = statx.get(JAVA_LONG, STATX_INODE);
    superblock = deviceNumber(statx.get(JAVA_INT, STATX_DEV), statx.get(JAVA_INT, STATX_DEV + 4));
    device = deviceNumber(statx.get(JAVA_INT, STATX_RDEV), statx.get(JAVA_INT, STATX_RDEV + 4));
    kind =
        switch (statx.get(JAVA_SHORT, STATX_MODE) & 0xf000) {
          case 0x2000 -> DEVICE;
          case 0x1000 -> PIPE;
          case 0xc000 -> SOCKET;
          case 0 -> ANONYMOUS;
          default -> FILE;
        };
    return true;
  }

  private long[] numbers() {
    end();
    var fd = Sys.open(path, Sys.O_RDONLY | Sys.O_CLOEXEC);
    if (fd < 0) {
      return NONE;
    }
    var found = new long[32];
    var count = 0;
    try {
      for (int got; (got = Sys.getdents(fd, textAddress, TEXT_SIZE)) > 0; ) {
        for (var at = 0; at < got; ) {
          var entry = TEXT_AT + (long) at;
          var value = number(entry + DIRENT_NAME);
          if (value >= 0) {
            if (count == found.length) {
              found = Arrays.copyOf(found, count * 2);
            }
            found[count++] = value;
          }
          at += memory.get(JAVA_SHORT, entry + DIRENT_LENGTH) & 0xffff;
        }
      }
    } finally {
      Sys.close(fd);
    }
    return Arrays.copyOf(found, count);
  }

  /** The number a directory entry's name is, or -1. */
  private long number(long at) {
    var value = 0L;
    for (var i = at; ; i++) {
      var c = memory.get(JAVA_BYTE, i);
      if (c == 0) {
        return i == at ? -1 : value;
      }
      if (c < '0' || c > '9') {
        return -1;
      }
      value = value * 10 + (c - '0');
    }
  }

  private void process(long pid) {
    pathLength = 0;
    append("/proc/");
    append(pid);
  }

  private void thread(long pid, long tid) {
    process(pid);
    append("/task/");
    append(tid);
  }

  private void append(String part) {
    for (var i = 0; i < part.length(); i++) {
      memory.set(JAVA_BYTE, pathLength++, (byte) part.charAt(i));
    }
  }

  private void append(long number) {
    var digits = 1;
    for (var rest = number; rest >= 10; rest /= 10) {
      digits++;
    }
    var rest = number;
    for (var i = digits - 1; i >= 0; i--) {
      memory.set(JAVA_BYTE, pathLength + i, (byte) ('0' + rest % 10));
      rest /= 10;
    }
    pathLength += digits;
  }

  private void end() {
    if (pathLength >= PATH_SIZE) {
      throw new IllegalStateException("A path under /proc is longer than foreseen");
    }
    memory.set(JAVA_BYTE, pathLength, (byte) 0);
  }

  private boolean read() {
    end();
    var fd = Sys.open(path, Sys.O_RDONLY | Sys.O_CLOEXEC);
    if (fd < 0) {
      refused = fd == -Sys.EACCES || fd == -Sys.EPERM;
      return false;
    }
    var got = Sys.read(fd, textAddress, TEXT_SIZE);
    // A long list comes a page at a time; a short answer is whole, and a second look would cost.
    for (var last = got; last > PAGE_NEARLY_FULL && got < TEXT_SIZE; got += Math.max(last, 0)) {
      last = Sys.read(fd, textAddress + got, TEXT_SIZE - got);
    }
    Sys.close(fd);
    return took(got);
  }

  /** Whether the last read that failed did so because we may not look. */
  boolean refused;

  private boolean took(int got) {
    refused = got == -Sys.EACCES || got == -Sys.EPERM;
    length = Math.max(got, 0);
    MemorySegment.copy(memory, JAVA_BYTE, TEXT_AT, text, 0, length);
    return got >= 0;
  }
}
