package dev.parley.pty.probe;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.parley.pty.sys.Sys;
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
final class Kernel implements AutoCloseable {
  private static final ConcurrentLinkedQueue<Kernel> IDLE = new ConcurrentLinkedQueue<>();

  private static final int PATH_SIZE = 64;
  private static final int VECTOR_AT = 64;
  private static final int STATX_AT = 128;
  private static final int TEXT_AT = 512;
  static final int TEXT_SIZE = 32 * 1024;
  private static final int PAGE_NEARLY_FULL = 3 * 1024;

  private static final int VTIME = 5;
  private static final int VMIN = 6;
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

  private final byte[] text = new byte[TEXT_SIZE];

  private Kernel() {}

  static Kernel borrow() {
    var idle = IDLE.poll();
    return idle == null ? new Kernel() : idle;
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
  @Nullable Stat stat(long pid) {
    process(pid);
    append("/stat");
    return stat();
  }

  /** One thread as anyone may see it; null when it is gone. */
  @Nullable Stat stat(long pid, long tid) {
    thread(pid, tid, "/stat");
    return stat();
  }

  private @Nullable Stat stat() {
    var length = read();
    return length < 0 ? null : KernelText.stat(text, length);
  }

  /** Where a thread is blocked. */
  ThreadSeen thread(long pid, long tid) {
    thread(pid, tid, "/syscall");
    var length = read();
    if (length < 0) {
      return refused(length) ? ThreadSeen.REFUSED : ThreadSeen.GONE;
    }
    return KernelText.thread(text, length);
  }

  /** Whether the kernel function a thread sleeps in begins with {@code name}. */
  boolean sleepsIn(String name, long pid, long tid) {
    thread(pid, tid, "/wchan");
    var length = read();
    return length >= 0 && new KernelText(text, length).startsWith(name);
  }

  /** How a thread has spent its time. */
  ProcessorTime processorTime(long tid) {
    process(tid);
    append("/schedstat");
    var length = read();
    if (length < 0) {
      return ProcessorTime.UNKNOWN;
    }
    var numbers = new KernelText(text, length);
    return new ProcessorTime(numbers.decimal(), numbers.decimal());
  }

  /** How long all threads of a process have been on a processor; -1 when it is gone. */
  long worked(long pid) {
    return Sys.processClock((int) pid, textAddress) < 0
        ? -1
        : memory.get(JAVA_LONG, TEXT_AT) * 1_000_000_000 + memory.get(JAVA_LONG, TEXT_AT + 8);
  }

  /** How often a process has read or written anything; -1 when we may not know. */
  long transfers(long pid) {
    process(pid);
    append("/io");
    var length = read();
    return length < 0 ? -1 : KernelText.transfers(text, length);
  }

  /** The short name of a process, or an empty one. */
  String name(long pid) {
    process(pid);
    append("/comm");
    var length = read();
    return length < 0 ? "" : new String(text, 0, length, StandardCharsets.UTF_8).strip();
  }

  /**
   * The children one thread of a process has started, as far as we may know; null where the kernel
   * does not list them.
   */
  long @Nullable [] children(long pid, long tid) {
    thread(pid, tid, "/children");
    var length = read();
    if (length < 0 && !refused(length)) {
      return null;
    }
    if (length <= 0) {
      return NONE;
    }
    var list = new KernelText(text, length);
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

  /** Looks at a descriptor of another process. */
  Descriptor descriptor(long pid, long fd) {
    process(pid);
    append("/fd/");
    append(fd);
    return statx();
  }

  /** Looks at a descriptor of our own. */
  Descriptor descriptor(int fd) {
    pathLength = 0;
    append("/proc/self/fd/");
    append(fd);
    return statx();
  }

  /** What a descriptor of another process points to; null when we may not know. */
  @Nullable KernelText link(long pid, long fd) {
    process(pid);
    append("/fd/");
    append(fd);
    end();
    return copied(took(Sys.readlink(path, textAddress, 256)));
  }

  /** The {@code fdinfo} of a descriptor of another process; null when we may not know. */
  @Nullable KernelText info(long pid, long fd) {
    process(pid);
    append("/fdinfo/");
    append(fd);
    return copied(read());
  }

  /** What is mapped into the memory of another process; null when we may not know. */
  @Nullable KernelText maps(long pid) {
    process(pid);
    append("/maps");
    return copied(read());
  }

  /** The number that a thread has for its own program; another than here in a sandbox. */
  long innerNumber(long pid, long tid) {
    thread(pid, tid, "/status");
    var length = read();
    return length < 0 ? tid : KernelText.innerNumber(text, length, tid);
  }

  private @Nullable KernelText copied(int length) {
    return length < 0 ? null : new KernelText(Arrays.copyOf(text, length), length);
  }

  /** Copies memory of another process, in words of eight bytes; null if refused. */
  long @Nullable [] words(long pid, long address, int count) {
    var bytes = 8L * count;
    if (address == 0 || count <= 0 || bytes > TEXT_SIZE) {
      return null;
    }
    var vector = memory.asSlice(VECTOR_AT, 32);
    vector.set(JAVA_LONG, 0, textAddress);
    vector.set(JAVA_LONG, 8, bytes);
    vector.set(JAVA_LONG, 16, address);
    vector.set(JAVA_LONG, 24, bytes);
    var copied = Sys.processVmRead((int) pid, vector.address(), vector.address() + 16);
    if (copied != bytes) {
      return null;
    }
    var words = new long[count];
    MemorySegment.copy(memory, JAVA_LONG, TEXT_AT, words, 0, count);
    return words;
  }

  /** How a terminal hands over input; null when it is gone. */
  @Nullable InputMode inputMode(int fd) {
    if (Sys.ioctl(fd, Sys.TCGETS, textAddress) < 0) {
      return null;
    }
    var flags = memory.get(JAVA_INT, TEXT_AT + Sys.TERMIOS_LFLAG);
    return new InputMode(
        (flags & Sys.ICANON) != 0,
        (flags & Sys.ECHO) != 0,
        memory.get(JAVA_BYTE, TEXT_AT + Sys.TERMIOS_CC + VMIN),
        memory.get(JAVA_BYTE, TEXT_AT + Sys.TERMIOS_CC + VTIME) & 0xff);
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
    return socketOption(pid, fd, SOL_SOCKET, SO_PEERCRED, CREDENTIALS)
        ? memory.get(JAVA_INT, TEXT_AT)
        : 0;
  }

  /**
   * Whether a connection of another process owes it an answer: it is being made, or what was sent
   * last was sent after what was received last.
   */
  boolean owes(long pid, int fd) {
    return isOpen(pid, fd, true);
  }

  /** As {@link #owes}, or nothing was sent yet either way. */
  boolean owesOrIsNew(long pid, int fd) {
    return isOpen(pid, fd, false);
  }

  private boolean isOpen(long pid, int fd, boolean asked) {
    if (!socketOption(pid, fd, IPPROTO_TCP, TCP_INFO, TCP_INFO_SIZE)) {
      return false;
    }
    return switch (memory.get(JAVA_BYTE, TEXT_AT)) {
      case TCP_ESTABLISHED ->
          (!asked || memory.get(JAVA_INT, TEXT_AT + PIECES_SENT) > 0)
              && (memory.get(JAVA_INT, TEXT_AT + PIECES_RECEIVED) == 0 || isSentLast());
      case TCP_SYN_SENT -> true;
      default -> false;
    };
  }

  /** The kernel tells how many milliseconds ago each was, and counts in steps of four. */
  private boolean isSentLast() {
    return memory.get(JAVA_INT, TEXT_AT + LAST_SENT) + 4
        < memory.get(JAVA_INT, TEXT_AT + LAST_RECEIVED);
  }

  private boolean socketOption(long pid, int fd, int level, int option, int size) {
    var pidfd = Sys.pidfdOpen((int) pid);
    if (pidfd < 0) {
      return false;
    }
    var ours = Sys.pidfdGetFd(pidfd, fd);
    Sys.close(pidfd);
    if (ours < 0) {
      return false;
    }
    memory.set(JAVA_INT, VECTOR_AT, size);
    var result = Sys.getsockopt(ours, level, option, textAddress, path + VECTOR_AT);
    Sys.close(ours);
    return result >= 0;
  }

  private static final int CREDENTIALS = 12; // struct ucred: pid, uid, gid
  private static final int SOL_SOCKET = 1;
  private static final int SO_PEERCRED = 17;
  private static final int IPPROTO_TCP = 6;
  private static final int TCP_INFO = 11;
  private static final int TCP_INFO_SIZE = 160;
  private static final int LAST_SENT = 44; // tcpi_last_data_sent
  private static final int LAST_RECEIVED = 52; // tcpi_last_data_recv
  private static final int PIECES_RECEIVED = 152; // tcpi_data_segs_in
  private static final int PIECES_SENT = 156; // tcpi_data_segs_out
  private static final byte TCP_ESTABLISHED = 1;
  private static final byte TCP_SYN_SENT = 2;

  private long number(int fd, int request) {
    return Sys.ioctl(fd, request, textAddress) < 0 ? 0 : memory.get(JAVA_INT, TEXT_AT);
  }

  private Descriptor statx() {
    end();
    var result = Sys.statx(AT_FDCWD, path, 0, STATX_TYPE_INO, memory.address() + STATX_AT);
    if (result < 0) {
      return refused(result) ? Descriptor.REFUSED : Descriptor.CLOSED;
    }
    var statx = memory.asSlice(STATX_AT, 256);
    return new Descriptor(
        switch (statx.get(JAVA_SHORT, STATX_MODE) & 0xf000) {
          case 0x2000 -> Descriptor.Kind.DEVICE;
          case 0x1000 -> Descriptor.Kind.PIPE;
          case 0xc000 -> Descriptor.Kind.SOCKET;
          case 0 -> Descriptor.Kind.ANONYMOUS;
          default -> Descriptor.Kind.FILE;
        },
        deviceNumber(statx.get(JAVA_INT, STATX_DEV), statx.get(JAVA_INT, STATX_DEV + 4)),
        statx.get(JAVA_LONG, STATX_INODE),
        deviceNumber(statx.get(JAVA_INT, STATX_RDEV), statx.get(JAVA_INT, STATX_RDEV + 4)));
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

  private void thread(long pid, long tid, String file) {
    process(pid);
    append("/task/");
    append(tid);
    append(file);
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

  /** Reads the file into {@link #text}; returns its length, or minus the error number. */
  private int read() {
    end();
    var fd = Sys.open(path, Sys.O_RDONLY | Sys.O_CLOEXEC);
    if (fd < 0) {
      return fd;
    }
    var got = Sys.read(fd, textAddress, TEXT_SIZE);
    // A long list comes a page at a time; a short answer is whole, and a second look would cost.
    for (var last = got; last > PAGE_NEARLY_FULL && got < TEXT_SIZE; got += Math.max(last, 0)) {
      last = Sys.read(fd, textAddress + got, TEXT_SIZE - got);
    }
    Sys.close(fd);
    return took(got);
  }

  private int took(int got) {
    MemorySegment.copy(memory, JAVA_BYTE, TEXT_AT, text, 0, Math.max(got, 0));
    return got;
  }

  /** Whether a failure says that we may not look. */
  private static boolean refused(int result) {
    return result == -Sys.EACCES || result == -Sys.EPERM;
  }
}
