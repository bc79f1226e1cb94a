package dev.parley.pty;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.parley.pty.Evidence.Beside;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;

/**
 * What one blocked thread waits for: this terminal or not, how long at most, and what else could
 * wake it. It is filled anew for each thread looked at.
 */
final class ProbeWait {
  static final long FOREVER = -1;

  private static final int POLL_IN = 0x1 | 0x40; // POLLIN, POLLRDNORM; EPOLLIN is the same
  private static final int POLL_OUT = 0x4 | 0x100;
  private static final int MAX_POLLED = 2048;
  private static final int MAX_SELECTED = 65_536;
  private static final int MAX_NESTED = 2;
  private static final int MAX_MASTERS = 16;
  private static final int MAX_SOCKETS = 4;
  private static final int ACCESS_MODE = 3;

  private static final ProcCall[] CALLS = ProcCall.of(System.getProperty("os.arch", ""));

  private final ProcReader reader;
  private final long[] polled = new long[MAX_POLLED];
  private final long[] target = new long[4];

  private ProbeTerminal terminal;
  private long process;
  private long thread;
  private boolean controlled;

  ProcCall call = ProcCall.OTHER;

  /** The call waits for this terminal's input. */
  boolean onTerminal;

  /** It waits to write to this terminal. */
  boolean full;

  /** The longest it will wait, or {@link #FOREVER}. */
  long nanos;

  final EnumSet<Beside> beside = EnumSet.noneOf(Beside.class);

  /** The descriptors of master sides it waits for. */
  final List<Integer> masters = new ArrayList<>();

  /** The descriptors of sockets it waits for; the first few are enough. */
  final List<Integer> sockets = new ArrayList<>();

  /** The kernel would not let us see what it waits for. */
  boolean hidden;

  ProbeWait(ProcReader reader, ProbeTerminal terminal) {
    this.reader = reader;
    this.terminal = terminal;
  }

  /**
   * Takes apart the call in {@link ProcReader#call}.
   *
   * @param controlled whether the thread's session is the one this terminal controls, so that its
   *     {@code /dev/tty} is this terminal
   */
  void look(ProbeTerminal terminal, long pid, long thread, boolean controlled) {
    this.terminal = terminal;
    this.process = pid;
    this.thread = thread;
    this.controlled = controlled;
    onTerminal = false;
    full = false;
    hidden = false;
    nanos = FOREVER;
    beside.clear();
    masters.clear();
    sockets.clear();
    var fields = reader.call;
    var first = fields[1];
    var second = fields[2];
    var third = fields[3];
    var fourth = fields[4];
    var fifth = fields[5];
    call = called(fields[0]);
    if (call == ProcCall.RESTART && reader.sleepsIn("poll_", pid, thread)) {
      // Of the calls that go on after a stop only poll can concern a terminal, and its arguments
      // are still in the registers. wchan tells it from a sleep.
      call = ProcCall.POLL;
    }
    switch (call) {
      case READ, READV, PREADV2, SPLICE, RECVFROM, RECVMSG -> read((int) first);
      case SENDFILE -> read((int) second);
      case POLL -> {
        nanos = millis((int) third);
        poll(first, second);
      }
      case PPOLL -> {
        nanos = time(third, 1);
        poll(first, second);
      }
      case SELECT -> {
        nanos = time(fifth, 1000);
        select((int) first, second, third);
      }
      case PSELECT -> {
        nanos = time(fifth, 1);
        select((int) first, second, third);
      }
      case EPOLL_WAIT, EPOLL_PWAIT -> {
        nanos = millis((int) fourth);
        epoll((int) first, 0);
      }
      case EPOLL_PWAIT2 -> {
        nanos = time(fourth, 1);
        epoll((int) first, 0);
      }
      case FUTEX -> nanos = time(fourth, 1);
      case IO_URING_ENTER, FUTEX_WAITV, SIGWAIT, SIGSUSPEND, RESTART, OTHER -> {}
    }
  }

  static ProcCall called(long number) {
    return ProcCall.numbered(CALLS, number);
  }

  /** Waits only for other threads of its own process or for signals: no sign of work. */
  boolean idle() {
    return switch (call) {
      case FUTEX -> nanos == FOREVER;
      case FUTEX_WAITV, SIGWAIT, SIGSUSPEND -> true;
      case POLL, PPOLL, SELECT, PSELECT, EPOLL_WAIT, EPOLL_PWAIT, EPOLL_PWAIT2 ->
          !hidden && beside.isEmpty() && nanos == FOREVER;
      case READ,
          READV,
          PREADV2,
          SPLICE,
          SENDFILE,
          RECVFROM,
          RECVMSG,
          IO_URING_ENTER,
          RESTART,
          OTHER ->
          false;
    };
  }

  private void read(int fd) {
    switch (kindOf(fd)) {
      case TERMINAL -> onTerminal = true;
      case SOCKET -> socket(fd);
      case MASTER, PIPE, ANONYMOUS, OTHER -> {}
    }
  }

  private void socket(int fd) {
    if (sockets.size() < MAX_SOCKETS) {
      sockets.add(fd);
    }
    note(reader.socketPeer(process, fd) == process ? Beside.PAIR : Beside.SOCKET);
  }

  private void poll(long address, long count) {
    var n = (int) Math.min(count, MAX_POLLED);
    if (n < count) {
      note(Beside.OTHER);
    }
    if (n == 0) {
      return;
    }
    var entries = reader.memory(thread, address, 8L * n);
    if (entries == null) {
      hidden = true;
      return;
    }
    for (var i = 0; i < n; i++) {
      polled[i] =
          (long) entries.get(JAVA_INT, 8L * i) << 32
              | (entries.get(JAVA_SHORT, 8L * i + 4) & 0xffff);
    }
    for (var i = 0; i < n; i++) {
      var fd = (int) (polled[i] >> 32);
      if (fd >= 0) {
        watched(fd, (int) polled[i], 0);
      }
    }
  }

  private void select(int count, long read, long write) {
    var words = (Math.clamp(count, 0, MAX_SELECTED) + 63) / 64;
    selected(words, count, read, POLL_IN);
    selected(words, count, write, POLL_OUT);
  }

  private void selected(int words, int count, long address, int events) {
    if (address == 0 || words == 0) {
      return;
    }
    var set = reader.memory(thread, address, 8L * words);
    if (set == null) {
      hidden = true;
      return;
    }
    for (var word = 0; word < words; word++) {
      polled[word] = set.get(JAVA_LONG, 8L * word);
    }
    for (var word = 0; word < words; word++) {
      for (var bits = polled[word]; bits != 0; bits &= bits - 1) {
        var fd = word * 64 + Long.numberOfTrailingZeros(bits);
        if (fd < count) {
          watched(fd, events, 0);
        }
      }
    }
  }

  private void epoll(int fd, int depth) {
    if (!reader.descriptorInfo(thread, fd)) {
      hidden = true;
      return;
    }
    if (reader.length == ProcReader.TEXT_SIZE) {
      note(Beside.OTHER); // more than we read: there may be anything among the rest
    }
    // The text is copied, because looking at one target reads other files into the same place.
    var targets = new ProcText(Arrays.copyOf(reader.text, reader.length), reader.length);
    while (targets.nextTarget(target)) {
      var number = (int) target[0];
      var events = (int) target[1];
      var inode = target[2];
      var superblock = target[3];
      if (terminal.is(superblock, inode)) {
        onTerminal |= (events & POLL_IN) != 0;
        full |= (events & POLL_OUT) != 0;
      } else {
        watched(number, events, depth);
      }
    }
  }

  private void watched(int fd, int events, int depth) {
    var in = (events & POLL_IN) != 0;
    var out = (events & POLL_OUT) != 0;
    if (!in && !out) {
      return;
    }
    switch (kindOf(fd)) {
      case TERMINAL -> {
        onTerminal |= in;
        full |= out;
      }
      case MASTER -> {
        if (in && masters.size() < MAX_MASTERS) {
          masters.add(fd);
        }
        note(out ? Beside.MASTER_FULL : Beside.MASTER);
      }
      case SOCKET -> socket(fd);
      case PIPE -> {
        if (out || !ownPipe(fd, reader.inode, reader.superblock)) {
          note(Beside.PIPE);
        }
      }
      case ANONYMOUS -> anonymous(fd, depth);
      case OTHER -> note(Beside.OTHER);
    }
  }

  private void anonymous(int fd, int depth) {
    if (!reader.link(thread, fd)) {
      note(Beside.OTHER);
    } else if (reader.textStartsWith("anon_inode:[timerfd]")) {
      if (reader.descriptorInfo(thread, fd)) {
        var left = ProcText.timerNanos(reader.text, reader.length);
        if (left >= 0) {
          nanos = nanos == FOREVER ? left : Math.min(nanos, left);
          note(Beside.TIMER);
        }
      }
    } else if (reader.textStartsWith("anon_inode:[eventpoll]")) {
      if (depth < MAX_NESTED) {
        epoll(fd, depth + 1);
      } else {
        note(Beside.OTHER);
      }
    } else if (reader.textStartsWith("anon_inode:inotify")
        || reader.textStartsWith("anon_inode:[fanotify]")) {
      note(Beside.WATCH);
    } else if (reader.textStartsWith("anon_inode:[pidfd]") || reader.textStartsWith("pidfd:")) {
      note(Beside.CHILD);
    } else if (!reader.textStartsWith("anon_inode:[eventfd")
        && !reader.textStartsWith("anon_inode:[signalfd]")) {
      note(Beside.OTHER);
    }
  }

  private enum Kind {
    TERMINAL,
    MASTER,
    SOCKET,
    PIPE,
    ANONYMOUS,
    OTHER
  }

  private Kind kindOf(int fd) {
    if (!reader.descriptor(thread, fd)) {
      hidden |= reader.refused;
      return Kind.OTHER;
    }
    return switch (reader.kind) {
      case ProcReader.DEVICE -> {
        if (terminal.is(reader.superblock, reader.inode)
            || (controlled && reader.device == ProbeTerminal.CONTROLLING)) {
          yield Kind.TERMINAL;
        }
        yield reader.device == ProbeTerminal.MASTER ? Kind.MASTER : Kind.OTHER;
      }
      case ProcReader.PIPE -> Kind.PIPE;
      case ProcReader.SOCKET -> Kind.SOCKET;
      // Some kernels give a pidfd the type of a plain file; no plain file can be waited for.
      case ProcReader.ANONYMOUS, ProcReader.FILE -> Kind.ANONYMOUS;
      default -> Kind.OTHER;
    };
  }

  /** Whether the process holds the other end too, as programs do to wake themselves. */
  private boolean ownPipe(int fd, long inode, long superblock) {
    if (bothEnds(fd)
        || samePipe(fd + 1, inode, superblock)
        || samePipe(fd - 1, inode, superblock)) {
      return true;
    }
    for (var other : reader.descriptors(thread)) {
      if (other != fd && samePipe(other, inode, superblock)) {
        return true;
      }
    }
    return false;
  }

  /** A named pipe opened for reading and writing. */
  private boolean bothEnds(int fd) {
    return reader.descriptorInfo(thread, fd)
        && (ProcText.flags(reader.text, reader.length) & ACCESS_MODE) == Sys.O_RDWR;
  }

  private boolean samePipe(long fd, long inode, long superblock) {
    return fd >= 0
        && reader.descriptor(thread, fd)
        && reader.kind == ProcReader.PIPE
        && reader.inode == inode
        && reader.superblock == superblock;
  }

  private void note(Beside kind) {
    beside.add(kind);
  }

  private static long millis(int millis) {
    return millis < 0 ? FOREVER : millis * 1_000_000L;
  }

  /** Reads a {@code timespec}, or a {@code timeval} with a scale of 1000. */
  private long time(long address, long scale) {
    if (address == 0) {
      return FOREVER;
    }
    var time = reader.memory(thread, address, 16);
    if (time == null) {
      hidden = true;
      return 0;
    }
    var seconds = time.get(JAVA_LONG, 0);
    return seconds > 1_000_000 ? FOREVER : seconds * 1_000_000_000 + time.get(JAVA_LONG, 8) * scale;
  }
}
