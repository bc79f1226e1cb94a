package dev.parley.pty.sys;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The calls into the C library, with the constants and layouts they need. Linux on x86_64 and
 * aarch64.
 *
 * <p>Every function is called through one shape, six longs in and one long out: making a new shape
 * costs tens of milliseconds at start, another function of a known shape almost nothing. The C
 * calling convention ignores the registers a function does not look at, and on Linux a variadic
 * function such as {@code ioctl} takes integers just like any other. Results are cut to an int, as
 * no function here returns more.
 *
 * <p>Every function answers as the kernel does: a result from zero up, or the negative error
 * number. None may be called with something that blocks, except from a thread of its own.
 */
public final class Sys {

  public static final int EPERM = 1;
  public static final int ENOENT = 2;
  public static final int ESRCH = 3;
  public static final int EINTR = 4;
  public static final int EIO = 5;
  public static final int E2BIG = 7;
  public static final int ENOEXEC = 8;
  public static final int ECHILD = 10;
  public static final int EAGAIN = 11;
  public static final int ENOMEM = 12;
  public static final int EACCES = 13;
  public static final int ENOTDIR = 20;
  public static final int ENFILE = 23;
  public static final int EMFILE = 24;
  public static final int ENOSPC = 28;

  public static final int O_RDONLY = 0;
  public static final int O_WRONLY = 1;
  public static final int O_RDWR = 2;
  public static final int O_NOCTTY = 0x100;
  public static final int O_NONBLOCK = 0x800;
  public static final int O_ASYNC = 0x2000;
  public static final int O_CLOEXEC = 0x80000;

  public static final int TCGETS = 0x5401;
  public static final int TCFLSH = 0x540B;
  public static final int TIOCGPGRP = 0x540F;
  public static final int TIOCGWINSZ = 0x5413;
  public static final int TIOCSWINSZ = 0x5414;
  public static final int TIOCGPTPEER = 0x5441;
  public static final int TIOCGPTN = 0x80045430;
  public static final int TIOCSPTLCK = 0x40045431;
  public static final int TCIFLUSH = 0;

  /** The kernel's {@code struct termios}: four flag words, the line, the special characters. */
  public static final int TERMIOS_SIZE = 36;

  public static final int TERMIOS_LFLAG = 12;
  public static final int TERMIOS_CC = 17;
  public static final int ISIG = 1;
  public static final int ICANON = 2;
  public static final int ECHO = 8;
  public static final int NOFLSH = 0x80;
  public static final int VINTR = 0;
  public static final int VQUIT = 1;
  public static final int VERASE = 2;
  public static final int VKILL = 3;
  public static final int VEOF = 4;
  public static final int VSUSP = 10;

  public static final int EPOLLIN = 1;
  public static final int EPOLLOUT = 4;
  public static final int EPOLLET = 1 << 31;
  public static final int EPOLL_CTL_ADD = 1;
  public static final int EPOLL_CTL_DEL = 2;
  public static final int EPOLL_CTL_MOD = 3;
  public static final int POLLIN = 1;

  public static final int SIGCHLD = 17;
  public static final int P_ALL = 0;
  public static final int P_PID = 1;
  public static final int P_PIDFD = 3;
  public static final int WNOHANG = 1;
  public static final int WEXITED = 4;
  public static final int WNOWAIT = 0x01000000;

  /** {@code siginfo_t} as waitid fills it: the pid, how it ended, and the code or signal. */
  public static final int SIGINFO_SIZE = 128;

  public static final int SIGINFO_CODE = 8;
  public static final int SIGINFO_PID = 16;
  public static final int SIGINFO_STATUS = 24;
  public static final int CLD_EXITED = 1;
  public static final int F_OK = 0;
  public static final int X_OK = 1;
  public static final int PR_SET_CHILD_SUBREAPER = 36;

  public static final int POSIX_SPAWN_SETSIGDEF = 4;
  public static final int POSIX_SPAWN_SETSIGMASK = 8;
  public static final int POSIX_SPAWN_SETSID = 0x80;
  public static final int SPAWN_ACTIONS_SIZE = 80;
  public static final int SPAWN_ATTRIBUTES_SIZE = 336;
  public static final int SIGNAL_SET_SIZE = 128;

  /** What differs from one processor to the next. */
  private static final boolean X86 = isX86(System.getProperty("os.arch", ""));

  /** {@code struct epoll_event} is packed on x86_64 alone. */
  public static final int EPOLL_EVENT_SIZE = X86 ? 12 : 16;

  public static final int EPOLL_EVENT_DATA = X86 ? 4 : 8;
  private static final int NR_GETDENTS64 = X86 ? 217 : 61;
  private static final int NR_STATX = X86 ? 332 : 291;
  private static final int NR_GETSOCKOPT = X86 ? 55 : 209;
  private static final int NR_PIDFD_GETFD = 438;
  private static final int NR_PIDFD_OPEN = 434;
  private static final int NR_PIDFD_SEND_SIGNAL = 424;

  private static final Linker LINKER = Linker.nativeLinker();
  private static final FunctionDescriptor SHAPE =
      FunctionDescriptor.of(
          JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");

  private static final MethodHandle ACCESS = function("access");
  private static final MethodHandle CLOCK_GETTIME = function("clock_gettime");
  private static final MethodHandle CLOSE = function("close");
  private static final MethodHandle EPOLL_CREATE1 = function("epoll_create1");
  private static final MethodHandle EPOLL_CTL = function("epoll_ctl");
  private static final MethodHandle EPOLL_WAIT = function("epoll_wait");
  private static final MethodHandle EVENTFD = function("eventfd");
  private static final MethodHandle GETPGID = function("getpgid");
  private static final MethodHandle GETSID = function("getsid");
  private static final MethodHandle GETEUID = function("geteuid");
  private static final MethodHandle IOCTL = function("ioctl");
  private static final MethodHandle KILL = function("kill");
  private static final MethodHandle OPEN = function("open");
  private static final MethodHandle POLL = function("poll");
  private static final MethodHandle FALLOCATE = function("posix_fallocate");
  private static final MethodHandle PRCTL = function("prctl");
  private static final MethodHandle PRLIMIT = function("prlimit");
  private static final MethodHandle PROCESS_VM_READV = function("process_vm_readv");
  private static final MethodHandle READ = function("read");
  private static final MethodHandle READLINK = function("readlink");
  private static final MethodHandle SIGNAL = function("signal");
  private static final MethodHandle SYSCALL = function("syscall");
  private static final MethodHandle WAITID = function("waitid");
  private static final MethodHandle WRITE = function("write");
  private static final MethodHandle SPAWN = function("posix_spawn");
  private static final MethodHandle ATTRIBUTES_INIT = function("posix_spawnattr_init");
  private static final MethodHandle ATTRIBUTES_FLAGS = function("posix_spawnattr_setflags");
  private static final MethodHandle ATTRIBUTES_DEFAULT = function("posix_spawnattr_setsigdefault");
  private static final MethodHandle ATTRIBUTES_MASK = function("posix_spawnattr_setsigmask");
  private static final MethodHandle ACTIONS_INIT = function("posix_spawn_file_actions_init");
  private static final MethodHandle ACTIONS_DESTROY = function("posix_spawn_file_actions_destroy");
  private static final MethodHandle ACTIONS_OPEN = function("posix_spawn_file_actions_addopen");
  private static final MethodHandle ACTIONS_DUP2 = function("posix_spawn_file_actions_adddup2");
  private static final MethodHandle ACTIONS_CHDIR =
      function("posix_spawn_file_actions_addchdir_np");
  private static final MethodHandle ACTIONS_CLOSEFROM =
      function("posix_spawn_file_actions_addclosefrom_np");

  private Sys() {}

  public static boolean isX86(String architecture) {
    return architecture.equals("amd64") || architecture.equals("x86_64");
  }

  public static int access(long path, int mode) {
    return call(ACCESS, path, mode, 0, 0, 0, 0);
  }

  public static int access(String path, int mode) {
    try (var arena = Arena.ofConfined()) {
      return access(text(arena, path).address(), mode);
    }
  }

  /** Reads the clock of all processor time a process has used into a {@code timespec}. */
  public static int processClock(int pid, long time) {
    return call(CLOCK_GETTIME, (~(long) pid << 3) | CPUCLOCK_SCHED, time, 0, 0, 0, 0);
  }

  private static final int CPUCLOCK_SCHED = 2;

  public static int close(int fd) {
    return call(CLOSE, fd, 0, 0, 0, 0, 0);
  }

  public static int epollCreate() {
    return call(EPOLL_CREATE1, O_CLOEXEC, 0, 0, 0, 0, 0);
  }

  public static int epollControl(int epoll, int operation, int fd, int events, long data) {
    var scratch = Scratch.take();
    try {
      var memory = scratch.memory;
      memory.set(ValueLayout.JAVA_INT, 0, events);
      memory.set(ValueLayout.JAVA_LONG_UNALIGNED, EPOLL_EVENT_DATA, data);
      return call(EPOLL_CTL, epoll, operation, fd, memory.address(), 0, 0);
    } finally {
      scratch.giveBack();
    }
  }

  public static int epollWait(int epoll, long events, int max, int timeoutMillis) {
    return call(EPOLL_WAIT, epoll, events, max, timeoutMillis, 0, 0);
  }

  public static int eventfd() {
    return call(EVENTFD, 0, O_CLOEXEC | O_NONBLOCK, 0, 0, 0, 0);
  }

  public static int getpgid(int pid) {
    return call(GETPGID, pid, 0, 0, 0, 0, 0);
  }

  public static int getsid(int pid) {
    return call(GETSID, pid, 0, 0, 0, 0, 0);
  }

  public static int geteuid() {
    return call(GETEUID, 0, 0, 0, 0, 0, 0);
  }

  public static int ioctl(int fd, int request, long argument) {
    return call(IOCTL, fd, Integer.toUnsignedLong(request), argument, 0, 0, 0);
  }

  public static int kill(int pid, int signal) {
    return call(KILL, pid, signal, 0, 0, 0, 0);
  }

  public static int open(long path, int flags) {
    return call(OPEN, path, flags, 0, 0, 0, 0);
  }

  public static int open(String path, int flags) {
    try (var arena = Arena.ofConfined()) {
      return open(text(arena, path).address(), flags);
    }
  }

  /** Whether the descriptor can be read from now; never waits. */
  public static boolean readable(int fd) {
    var scratch = Scratch.take();
    try {
      var memory = scratch.memory;
      memory.set(ValueLayout.JAVA_INT, 0, fd);
      memory.set(ValueLayout.JAVA_INT, 4, POLLIN);
      return call(POLL, memory.address(), 1, 0, 0, 0, 0) > 0
          && (memory.get(ValueLayout.JAVA_SHORT, 6) & POLLIN) != 0;
    } finally {
      scratch.giveBack();
    }
  }

  /** Waits until a descriptor can be read from; only for threads that may block. */
  public static boolean awaitReadable(int fd, int millis) {
    try (var arena = Arena.ofConfined()) {
      var memory = arena.allocate(8, 4);
      memory.set(ValueLayout.JAVA_INT, 0, fd);
      memory.set(ValueLayout.JAVA_INT, 4, POLLIN);
      return call(POLL, memory.address(), 1, millis, 0, 0, 0) > 0;
    }
  }

  /** Sets disk space aside for a file; answers its error number instead of setting errno. */
  public static int allocate(int fd, long offset, long length) {
    return -call(FALLOCATE, fd, offset, length, 0, 0, 0);
  }

  public static int prctl(int option, long argument) {
    return call(PRCTL, option, argument, 0, 0, 0, 0);
  }

  public static int prlimit(int pid, int resource, long wanted, long old) {
    return call(PRLIMIT, pid, resource, wanted, old, 0, 0);
  }

  public static int processVmRead(int pid, long local, long remote) {
    return call(PROCESS_VM_READV, pid, local, 1, remote, 1, 0);
  }

  public static int read(int fd, long address, int count) {
    return call(READ, fd, address, count, 0, 0, 0);
  }

  public static int readlink(long path, long address, int count) {
    return call(READLINK, path, address, count, 0, 0, 0);
  }

  public static int write(int fd, long address, int count) {
    return call(WRITE, fd, address, count, 0, 0, 0);
  }

  /**
   * Takes the exit status of exactly the process behind a pidfd, never of another that has its
   * number by now, nor of a child that other code in this process waits for.
   */
  public static int waitFor(int pidfd, long info, int options) {
    return call(WAITID, P_PIDFD, pidfd, info, options | WEXITED, 0, 0);
  }

  /** Waits for any child of this process. */
  public static int waitForAny(long info, int options) {
    return call(WAITID, P_ALL, 0, info, options | WEXITED, 0, 0);
  }

  public static int waitForPid(int pid, long info, int options) {
    return call(WAITID, P_PID, pid, info, options | WEXITED, 0, 0);
  }

  /** Sets SIGCHLD to its default, under which exit statuses are kept for us. */
  public static void heedEnds() {
    call(SIGNAL, SIGCHLD, 0, 0, 0, 0, 0);
  }

  public static int getdents(int fd, long address, int count) {
    return call(SYSCALL, NR_GETDENTS64, fd, address, count, 0, 0);
  }

  /** As {@code stat}, with a layout that is the same on every architecture. */
  public static int statx(int directory, long path, int flags, int mask, long buffer) {
    return call(SYSCALL, NR_STATX, directory, path, flags, mask, buffer);
  }

  /** Makes a descriptor of another process one of ours too; needs the rights of a debugger. */
  public static int pidfdGetFd(int pidfd, int fd) {
    return call(SYSCALL, NR_PIDFD_GETFD, pidfd, fd, 0, 0, 0);
  }

  public static int getsockopt(int fd, int level, int option, long value, long size) {
    return call(SYSCALL, NR_GETSOCKOPT, fd, level, option, value, size);
  }

  /** A system call that the C library has no function for. */
  public static int syscall(int number, long a, long b, long c) {
    return call(SYSCALL, number, a, b, c, 0, 0);
  }

  public static int pidfdOpen(int pid) {
    return call(SYSCALL, NR_PIDFD_OPEN, pid, 0, 0, 0, 0);
  }

  public static int pidfdSignal(int pidfd, int signal) {
    return call(SYSCALL, NR_PIDFD_SEND_SIGNAL, pidfd, signal, 0, 0, 0);
  }

  /** The functions of posix_spawn return their error number instead of setting errno. */
  public static int spawn(
      long pid, long path, long actions, long attributes, long arguments, long environment) {
    return -call(SPAWN, pid, path, actions, attributes, arguments, environment);
  }

  public static int attributesInit(long attributes) {
    return -call(ATTRIBUTES_INIT, attributes, 0, 0, 0, 0, 0);
  }

  public static int attributesFlags(long attributes, int flags) {
    return -call(ATTRIBUTES_FLAGS, attributes, flags, 0, 0, 0, 0);
  }

  public static int attributesDefaultSignals(long attributes, long set) {
    return -call(ATTRIBUTES_DEFAULT, attributes, set, 0, 0, 0, 0);
  }

  public static int attributesSignalMask(long attributes, long set) {
    return -call(ATTRIBUTES_MASK, attributes, set, 0, 0, 0, 0);
  }

  public static int actionsInit(long actions) {
    return -call(ACTIONS_INIT, actions, 0, 0, 0, 0, 0);
  }

  public static int actionsDestroy(long actions) {
    return -call(ACTIONS_DESTROY, actions, 0, 0, 0, 0, 0);
  }

  public static int actionsOpen(long actions, int fd, long path, int flags) {
    return -call(ACTIONS_OPEN, actions, fd, path, flags, 0, 0);
  }

  public static int actionsDup2(long actions, int fd, int onto) {
    return -call(ACTIONS_DUP2, actions, fd, onto, 0, 0, 0);
  }

  public static int actionsChdir(long actions, long path) {
    return -call(ACTIONS_CHDIR, actions, path, 0, 0, 0, 0);
  }

  public static int actionsCloseFrom(long actions, int fd) {
    return -call(ACTIONS_CLOSEFROM, actions, fd, 0, 0, 0, 0);
  }

  /** A C string. File names and arguments are UTF-8, whatever the locale of this process. */
  public static MemorySegment text(Arena arena, String text) {
    return arena.allocateFrom(text, StandardCharsets.UTF_8);
  }

  @SuppressWarnings("restricted") // native calls are what this class is for
  public static MethodHandle function(String name) {
    var address = LINKER.defaultLookup().findOrThrow(name);
    return LINKER.downcallHandle(address, SHAPE, ERRNO);
  }

  public static int call(MethodHandle function, long a, long b, long c, long d, long e, long f) {
    var scratch = Scratch.take();
    try {
      var result = (int) (long) function.invokeExact(scratch.errno, a, b, c, d, e, f);
      return result == -1 ? -scratch.errno.get(ValueLayout.JAVA_INT, 0) : result;
    } catch (RuntimeException | Error problem) {
      throw problem;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    } finally {
      scratch.giveBack();
    }
  }

  /**
   * A piece of native memory for the time of a call: errno, and room for small structures and
   * bytes.
   *
   * <p>They are shared through a few slots rather than kept by thread, because there may be a
   * hundred thousand virtual threads and only a few of them are inside a call at any moment.
   */
  public static final class Scratch {
    public static final int SIZE = 16 * 1024;
    private static final int SLOTS = 32;
    private static final AtomicReferenceArray<Scratch> POOL = new AtomicReferenceArray<>(SLOTS);

    final MemorySegment errno;

    /** {@link #SIZE} bytes with no promise about what is in them. */
    public final MemorySegment memory;

    private Scratch() {
      var whole = Arena.ofAuto().allocate(SIZE + 64, 64);
      errno = whole.asSlice(0, Linker.Option.captureStateLayout());
      memory = whole.asSlice(64, SIZE);
    }

    @SuppressWarnings("NullAway") // an empty slot is null, and is looked at before use
    public static Scratch take() {
      var first = (int) Thread.currentThread().threadId();
      for (var i = 0; i < 4; i++) {
        var scratch = POOL.getAndSet((first + i) & (SLOTS - 1), null);
        if (scratch != null) {
          return scratch;
        }
      }
      return new Scratch();
    }

    public void giveBack() {
      var first = (int) Thread.currentThread().threadId();
      for (var i = 0; i < 4; i++) {
        if (POOL.compareAndSet((first + i) & (SLOTS - 1), null, this)) {
          return;
        }
      }
      // No slot is free: the collector has it.
    }
  }
}
