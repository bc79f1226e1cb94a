package dev.parley.pty.probe;

import dev.parley.pty.finding.Evidence.Beside;
import dev.parley.pty.sys.Sys;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Takes one blocked call apart: whether it waits for this terminal, how long at most, and what else
 * could wake it. One is made for each thread looked at.
 */
final class WaitReader {
  private static final int POLL_IN = 0x1 | 0x40; // POLLIN, POLLRDNORM; EPOLLIN is the same
  private static final int POLL_OUT = 0x4 | 0x100;
  private static final int MAX_POLLED = 2048;
  private static final int MAX_SELECTED = 65_536;
  private static final int MAX_NESTED = 2;
  private static final int MAX_MASTERS = 16;
  private static final int MAX_SOCKETS = 4;
  private static final int ACCESS_MODE = 3;
  private static final long RING_ENTRY = 64;
  private static final int FUTEX_COMMAND = 0x7f;
  private static final int FUTEX_WAIT_BITSET = 9;
  private static final int FUTEX_CLOCK_REALTIME = 256;
  private static final int TIMER_ABSTIME = 1;
  private static final int CLOCK_REALTIME = 0;

  /** A time-out of eleven days is none. */
  private static final long LONG = 1_000_000_000_000_000L;

  /** More would not fit; a point in real time is less. */
  private static final long MAX_SECONDS = 4_000_000_000L;

  private final Kernel kernel;
  private final ProbedTerminal terminal;
  private final long process;
  private final long thread;
  private final boolean controlled;

  private boolean narrowTimes;
  private boolean onTerminal;
  private boolean full;
  private boolean hidden;
  private long nanos = TerminalWait.FOREVER;
  private Set<Beside> beside = Set.of();
  private List<Integer> masters = List.of();
  private List<Integer> sockets = List.of();

  /**
   * @param controlled whether the thread's session is the one this terminal controls, so that its
   *     {@code /dev/tty} is this terminal
   */
  WaitReader(
      Kernel kernel, ProbedTerminal terminal, long process, long thread, boolean controlled) {
    this.kernel = kernel;
    this.terminal = terminal;
    this.process = process;
    this.thread = thread;
    this.controlled = controlled;
  }

  TerminalWait read(ThreadSeen seen) {
    var call = seen.call();
    narrowTimes = seen.narrowTimes();
    if (call == SystemCall.RESTART && kernel.sleepsIn("poll_", process, thread)) {
      // Of the calls that go on after a stop only poll can concern a terminal, and its arguments
      // are still in the registers. wchan tells it from a sleep.
      call = SystemCall.POLL;
    }
    switch (call) {
      case READ, READV, PREADV2, SPLICE, RECVFROM, RECVMSG -> reading((int) seen.first());
      case SENDFILE -> reading((int) seen.second());
      case POLL -> {
        nanos = millis((int) seen.third());
        poll(seen.first(), seen.second());
      }
      case PPOLL -> {
        nanos = time(seen.third(), 1);
        poll(seen.first(), seen.second());
      }
      case SELECT -> {
        nanos = time(seen.fifth(), 1000);
        select((int) seen.first(), seen.second(), seen.third());
      }
      case PSELECT -> {
        nanos = time(seen.fifth(), 1);
        select((int) seen.first(), seen.second(), seen.third());
      }
      case EPOLL_WAIT, EPOLL_PWAIT -> {
        nanos = millis((int) seen.fourth());
        epoll((int) seen.first(), 0);
      }
      case EPOLL_PWAIT2 -> {
        nanos = time(seen.fourth(), 1);
        epoll((int) seen.first(), 0);
      }
      case FUTEX -> {
        nanos = time(seen.fourth(), 1);
        if ((seen.second() & FUTEX_COMMAND) == FUTEX_WAIT_BITSET) {
          fromNow((seen.second() & FUTEX_CLOCK_REALTIME) == 0);
        }
      }
      case NANOSLEEP -> nanos = time(seen.first(), 1);
      case CLOCK_NANOSLEEP -> {
        nanos = time(seen.third(), 1);
        if ((seen.second() & TIMER_ABSTIME) != 0) {
          fromNow(seen.first() != CLOCK_REALTIME);
        }
      }
      case IO_URING_ENTER -> {
        if (ring((int) seen.first()) && !onTerminal) {
          call = SystemCall.OTHER; // whatever it waits for, it is not the terminal
        }
      }
      case FUTEX_WAITV, SIGWAIT, SIGSUSPEND, RESTART, OTHER -> {}
    }
    if (nanos > LONG) {
      nanos = TerminalWait.FOREVER;
    }
    return new TerminalWait(call, onTerminal, full, nanos, beside, masters, sockets, hidden);
  }

  private void reading(int fd) {
    switch (kindOf(kernel.descriptor(thread, fd))) {
      case TERMINAL -> onTerminal = true;
      case SOCKET -> socket(fd);
      case MASTER, PIPE, ANONYMOUS, OTHER -> {}
    }
  }

  private void socket(int fd) {
    if (sockets.isEmpty()) {
      sockets = new ArrayList<>(MAX_SOCKETS);
    }
    if (sockets.size() < MAX_SOCKETS) {
      sockets.add(fd);
    }
    note(kernel.socketPeer(process, fd) == process ? Beside.PAIR : Beside.SOCKET);
  }

  private void poll(long address, long count) {
    var n = (int) Math.min(count, MAX_POLLED);
    if (n < count) {
      note(Beside.OTHER);
    }
    if (n == 0) {
      return;
    }
    // A struct pollfd is one word: the descriptor, then the events asked for.
    var entries = kernel.words(thread, address, n);
    if (entries == null) {
      hidden = true;
      return;
    }
    for (var entry : entries) {
      var fd = (int) entry;
      if (fd >= 0) {
        watched(fd, (int) (entry >>> 32) & 0xffff, 0);
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
    var set = kernel.words(thread, address, words);
    if (set == null) {
      hidden = true;
      return;
    }
    for (var word = 0; word < words; word++) {
      for (var bits = set[word]; bits != 0; bits &= bits - 1) {
        var fd = word * 64 + Long.numberOfTrailingZeros(bits);
        if (fd < count) {
          watched(fd, events, 0);
        }
      }
    }
  }

  private void epoll(int fd, int depth) {
    var targets = kernel.info(thread, fd);
    if (targets == null) {
      hidden = true;
      return;
    }
    if (targets.cut()) {
      note(Beside.OTHER); // there may be anything among the rest
    }
    for (var target = targets.nextTarget(); target != null; target = targets.nextTarget()) {
      if (terminal.is(target.superblock(), target.inode())) {
        onTerminal |= (target.events() & POLL_IN) != 0;
        full |= isWaitToWrite(target.events());
      } else {
        watched(target.fd(), target.events(), depth);
      }
    }
  }

  /** Who asks for edges asks for all there are, once and for good; that is no wish to write. */
  private static boolean isWaitToWrite(int events) {
    return (events & POLL_OUT) != 0 && (events & Sys.EPOLLET) == 0;
  }

  /**
   * Looks at what is pending in a ring. The kernel names the operations; on which descriptors they
   * are, the entries tell in which they were asked for, if those have not been used again.
   *
   * @return whether all of it is known
   */
  private boolean ring(int fd) {
    var info = kernel.info(thread, fd);
    var ring = info == null ? null : info.ring();
    if (ring == null) {
      return false;
    }
    if (ring.pending().isEmpty()) {
      return true; // a timer, or a file
    }
    var maps = kernel.maps(thread);
    var entries = maps == null ? 0 : maps.ringEntries();
    if (entries == 0) {
      return false;
    }
    note(Beside.OTHER); // there may be a timer, of which nothing is told
    var wanted = new ArrayList<>(ring.pending());
    var oldest = Math.max(0, ring.head() - ring.mask() - 1);
    for (var i = ring.head() - 1; i >= oldest && !wanted.isEmpty(); i--) {
      var entry = kernel.words(thread, entries + RING_ENTRY * (i & ring.mask()), 1);
      if (entry == null) {
        return false;
      }
      // An entry begins with the operation, a byte, and has the descriptor behind two more fields.
      if (wanted.remove(Integer.valueOf((int) entry[0] & 0xff))) {
        watched((int) (entry[0] >>> 32), POLL_IN, 0);
      }
    }
    return wanted.isEmpty();
  }

  private void watched(int fd, int events, int depth) {
    var in = (events & POLL_IN) != 0;
    var out = (events & POLL_OUT) != 0;
    if (!in && !out) {
      return;
    }
    var descriptor = kernel.descriptor(thread, fd);
    switch (kindOf(descriptor)) {
      case TERMINAL -> {
        onTerminal |= in;
        full |= isWaitToWrite(events);
      }
      case MASTER -> {
        if (in) {
          master(fd);
        }
        note(out ? Beside.MASTER_FULL : Beside.MASTER);
      }
      case SOCKET -> socket(fd);
      case PIPE -> {
        if (out || !ownPipe(fd, descriptor)) {
          note(Beside.PIPE);
        }
      }
      case ANONYMOUS -> anonymous(fd, depth);
      case OTHER -> note(Beside.OTHER);
    }
  }

  private void master(int fd) {
    if (masters.isEmpty()) {
      masters = new ArrayList<>(MAX_MASTERS);
    }
    if (masters.size() < MAX_MASTERS) {
      masters.add(fd);
    }
  }

  private void anonymous(int fd, int depth) {
    var link = kernel.link(thread, fd);
    if (link == null) {
      note(Beside.OTHER);
    } else if (link.startsWith("anon_inode:[timerfd]")) {
      timer(fd);
    } else if (link.startsWith("anon_inode:[eventpoll]")) {
      if (depth < MAX_NESTED) {
        epoll(fd, depth + 1);
      } else {
        note(Beside.OTHER);
      }
    } else if (link.startsWith("anon_inode:inotify") || link.startsWith("anon_inode:[fanotify]")) {
      note(Beside.WATCH);
    } else if (link.startsWith("anon_inode:[pidfd]") || link.startsWith("pidfd:")) {
      note(Beside.CHILD);
    } else if (!link.startsWith("anon_inode:[eventfd")
        && !link.startsWith("anon_inode:[signalfd]")) {
      note(Beside.OTHER);
    }
  }

  private void timer(int fd) {
    var info = kernel.info(thread, fd);
    var left = info == null ? -1 : info.timerNanos();
    if (left >= 0) {
      nanos = nanos == TerminalWait.FOREVER ? left : Math.min(nanos, left);
      note(Beside.TIMER);
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

  private Kind kindOf(Descriptor descriptor) {
    return switch (descriptor.kind()) {
      case REFUSED -> {
        hidden = true;
        yield Kind.OTHER;
      }
      case CLOSED -> Kind.OTHER;
      case DEVICE -> {
        if (terminal.is(descriptor.superblock(), descriptor.inode())
            || (controlled && descriptor.device() == ProbedTerminal.CONTROLLING)) {
          yield Kind.TERMINAL;
        }
        yield descriptor.isMaster() ? Kind.MASTER : Kind.OTHER;
      }
      case PIPE -> Kind.PIPE;
      case SOCKET -> Kind.SOCKET;
      // Some kernels give a pidfd the type of a plain file; no plain file can be waited for.
      case ANONYMOUS, FILE -> Kind.ANONYMOUS;
    };
  }

  /** Whether the process holds the other end too, as programs do to wake themselves. */
  private boolean ownPipe(int fd, Descriptor pipe) {
    if (bothEnds(fd) || isEndOf(pipe, fd + 1) || isEndOf(pipe, fd - 1)) {
      return true;
    }
    for (var other : kernel.descriptors(thread)) {
      if (other != fd && isEndOf(pipe, other)) {
        return true;
      }
    }
    return false;
  }

  /** A named pipe opened for reading and writing. */
  private boolean bothEnds(int fd) {
    var info = kernel.info(thread, fd);
    return info != null && (info.flags() & ACCESS_MODE) == Sys.O_RDWR;
  }

  private boolean isEndOf(Descriptor pipe, long fd) {
    return fd >= 0 && kernel.descriptor(thread, fd).isSamePipe(pipe);
  }

  private void note(Beside kind) {
    if (beside.isEmpty()) {
      beside = EnumSet.of(kind);
    } else {
      beside.add(kind);
    }
  }

  private static long millis(int millis) {
    return millis < 0 ? TerminalWait.FOREVER : millis * 1_000_000L;
  }

  /** Makes of a point in time the time until then. */
  private void fromNow(boolean monotonic) {
    if (nanos != TerminalWait.FOREVER) {
      var now = monotonic ? System.nanoTime() : System.currentTimeMillis() * 1_000_000;
      nanos = Math.max(0, nanos - now);
    }
  }

  /** Reads a {@code timespec}, or a {@code timeval} with a scale of 1000. */
  private long time(long address, long scale) {
    if (address == 0) {
      return TerminalWait.FOREVER;
    }
    var time = kernel.words(thread, address, narrowTimes ? 1 : 2);
    if (time == null) {
      hidden = true;
      return 0;
    }
    var seconds = narrowTimes ? (int) time[0] : time[0];
    var rest = narrowTimes ? time[0] >>> 32 : time[1];
    return seconds > MAX_SECONDS ? Long.MAX_VALUE : seconds * 1_000_000_000 + rest * scale;
  }
}
