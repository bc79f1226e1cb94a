package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The calls that hand descriptors to another process, or to the next program in this one. Answers
 * are as in {@link Sys}: zero and up, or the negative error number.
 */
final class DescriptorPassing {
  /** The longest message; the longest in use carries a command line with its class path. */
  static final int MOST = 128 * 1024;

  private static final int MOST_DESCRIPTORS = 4;
  private static final int AF_UNIX = 1;
  private static final int SOCK_SEQPACKET = 5;
  private static final int SOL_SOCKET = 1;
  private static final int SCM_RIGHTS = 1;
  private static final int MSG_NOSIGNAL = 0x4000;
  private static final int MSG_CMSG_CLOEXEC = 0x40000000;
  private static final int F_SETFD = 2;
  private static final int FD_CLOEXEC = 1;
  private static final int CLOSE_RANGE_CLOEXEC = 4;
  private static final int NR_CLOSE_RANGE = 436;
  private static final int MFD_CLOEXEC = 1;
  private static final int LOCK_EX_NB = 2 | 4;
  private static final int LOCK_SH = 1;

  /** {@code struct msghdr} and {@code struct cmsghdr} of 64-bit Linux. */
  private static final int MSGHDR = 56;

  private static final int CMSG_HEADER = 16;

  private static final MethodHandle SOCKETPAIR = Sys.function("socketpair");
  private static final MethodHandle SENDMSG = Sys.function("sendmsg");
  private static final MethodHandle RECVMSG = Sys.function("recvmsg");
  private static final MethodHandle FCNTL = Sys.function("fcntl");
  private static final MethodHandle EXECVE = Sys.function("execve");
  private static final MethodHandle MEMFD_CREATE = Sys.function("memfd_create");
  private static final MethodHandle FLOCK = Sys.function("flock");
  private static final MethodHandle SETSID = Sys.function("setsid");
  private static final MethodHandle SYSCALL = Sys.function("syscall");

  private DescriptorPassing() {}

  /** A message with the descriptors that came with it; they are the receiver's now. */
  record Message(String text, List<Integer> descriptors) {
    /** What is received when the other side has gone. */
    static final Message END = new Message("", List.of());

    boolean isEnd() {
      return text.isEmpty();
    }

    List<String> words() {
      return List.of(text.split(" "));
    }
  }

  /** Two ends of a socket that keeps messages whole. */
  static int[] pair() {
    try (var arena = Arena.ofConfined()) {
      var ends = arena.allocate(8, 4);
      Errors.check(
          Sys.call(SOCKETPAIR, AF_UNIX, SOCK_SEQPACKET | Sys.O_CLOEXEC, 0, ends.address(), 0, 0),
          "make a socket to the holder");
      return new int[] {ends.get(ValueLayout.JAVA_INT, 0), ends.get(ValueLayout.JAVA_INT, 4)};
    }
  }

  static int send(int socket, String text, int... descriptors) {
    try (var arena = Arena.ofConfined()) {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      var payload = arena.allocate(Math.max(1, bytes.length));
      MemorySegment.copy(bytes, 0, payload, ValueLayout.JAVA_BYTE, 0, bytes.length);
      var control = arena.allocate(CMSG_HEADER + 4L * MOST_DESCRIPTORS, 8);
      var header = header(arena, payload, bytes.length, control);
      if (descriptors.length == 0) {
        header.set(ValueLayout.JAVA_LONG, 32, 0);
        header.set(ValueLayout.JAVA_LONG, 40, 0);
      } else {
        control.set(ValueLayout.JAVA_LONG, 0, CMSG_HEADER + 4L * descriptors.length);
        control.set(ValueLayout.JAVA_INT, 8, SOL_SOCKET);
        control.set(ValueLayout.JAVA_INT, 12, SCM_RIGHTS);
        for (var i = 0; i < descriptors.length; i++) {
          control.set(ValueLayout.JAVA_INT, CMSG_HEADER + 4L * i, descriptors[i]);
        }
        header.set(ValueLayout.JAVA_LONG, 40, (CMSG_HEADER + 4L * descriptors.length + 7) & ~7L);
      }
      for (; ; ) {
        var sent = Sys.call(SENDMSG, socket, header.address(), MSG_NOSIGNAL, 0, 0, 0);
        if (sent != -Sys.EINTR) {
          return sent;
        }
      }
    }
  }

  /** Waits for a message; {@link Message#END} when the other side has gone. */
  static Message receive(int socket) {
    try (var arena = Arena.ofConfined()) {
      var payload = arena.allocate(MOST);
      var control = arena.allocate(CMSG_HEADER + 4L * MOST_DESCRIPTORS, 8);
      var header = header(arena, payload, MOST, control);
      for (; ; ) {
        var count = Sys.call(RECVMSG, socket, header.address(), MSG_CMSG_CLOEXEC, 0, 0, 0);
        if (count == -Sys.EINTR) {
          continue;
        }
        if (count <= 0) {
          return Message.END;
        }
        var bytes = new byte[count];
        MemorySegment.copy(payload, ValueLayout.JAVA_BYTE, 0, bytes, 0, count);
        return new Message(new String(bytes, StandardCharsets.UTF_8), descriptors(header, control));
      }
    }
  }

  private static MemorySegment header(
      Arena arena, MemorySegment payload, int length, MemorySegment control) {
    var vector = arena.allocate(16, 8);
    vector.set(ValueLayout.JAVA_LONG, 0, payload.address());
    vector.set(ValueLayout.JAVA_LONG, 8, length);
    var header = arena.allocate(MSGHDR, 8);
    header.set(ValueLayout.JAVA_LONG, 16, vector.address());
    header.set(ValueLayout.JAVA_LONG, 24, 1);
    header.set(ValueLayout.JAVA_LONG, 32, control.address());
    header.set(ValueLayout.JAVA_LONG, 40, control.byteSize());
    return header;
  }

  private static List<Integer> descriptors(MemorySegment header, MemorySegment control) {
    var all = new ArrayList<Integer>();
    if (header.get(ValueLayout.JAVA_LONG, 40) >= CMSG_HEADER
        && control.get(ValueLayout.JAVA_INT, 12) == SCM_RIGHTS) {
      var end = control.get(ValueLayout.JAVA_LONG, 0);
      for (var at = (long) CMSG_HEADER; at + 4 <= end; at += 4) {
        all.add(control.get(ValueLayout.JAVA_INT, at));
      }
    }
    return all;
  }

  /** Makes every descriptor from a number on close when this process becomes another program. */
  static void closeAllAtExec(int from) {
    Sys.call(SYSCALL, NR_CLOSE_RANGE, from, 0xffffffffL, CLOSE_RANGE_CLOEXEC, 0, 0);
  }

  /** Keeps a descriptor open when this process becomes another program. */
  static void keepAtExec(int descriptor) {
    Sys.call(FCNTL, descriptor, F_SETFD, 0, 0, 0, 0);
  }

  static void closeAtExec(int descriptor) {
    Sys.call(FCNTL, descriptor, F_SETFD, FD_CLOEXEC, 0, 0, 0);
  }

  /** A file in memory with no name outside this process. */
  static int memoryFile(String name) {
    try (var arena = Arena.ofConfined()) {
      return Errors.check(
          Sys.call(MEMFD_CREATE, Sys.text(arena, name).address(), MFD_CLOEXEC, 0, 0, 0, 0),
          "make a file in memory");
    }
  }

  static void write(int descriptor, String text) {
    try (var arena = Arena.ofConfined()) {
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      var memory = arena.allocate(Math.max(1, bytes.length));
      MemorySegment.copy(bytes, 0, memory, ValueLayout.JAVA_BYTE, 0, bytes.length);
      for (var at = 0; at < bytes.length; ) {
        at +=
            Errors.check(
                Sys.write(descriptor, memory.address() + at, bytes.length - at), "write to memory");
      }
    }
  }

  /** Becomes another program with this one's environment; returns only when that fails. */
  static int exec(List<String> command) {
    try (var arena = Arena.ofConfined()) {
      var environment = new ArrayList<String>();
      System.getenv().forEach((name, value) -> environment.add(name + "=" + value));
      return Sys.call(
          EXECVE,
          Sys.text(arena, command.getFirst()).address(),
          Launcher.strings(arena, command).address(),
          Launcher.strings(arena, environment).address(),
          0,
          0,
          0);
    }
  }

  /**
   * Locks a file for as long as any process has the descriptor open, through copies and exec.
   *
   * @return the descriptor; negative when somebody else has the lock
   */
  static int lock(String file) {
    var descriptor = Sys.open(file, Sys.O_RDWR | Sys.O_CLOEXEC);
    if (descriptor < 0) {
      return descriptor;
    }
    var result = Sys.call(FLOCK, descriptor, LOCK_EX_NB, 0, 0, 0, 0);
    if (result < 0) {
      Sys.close(descriptor);
    }
    return result < 0 ? result : descriptor;
  }

  /** Waits until nobody has a file locked. */
  static void awaitUnlocked(String file) {
    var descriptor = Sys.open(file, Sys.O_RDWR | Sys.O_CLOEXEC);
    if (descriptor >= 0) {
      while (Sys.call(FLOCK, descriptor, LOCK_SH, 0, 0, 0, 0) == -Sys.EINTR) {
        // a signal came, and the file is still locked
      }
      Sys.close(descriptor);
    }
  }

  /** Leaves the terminal and the session this process was started in. */
  static void leaveSession() {
    Sys.call(SETSID, 0, 0, 0, 0, 0, 0);
  }
}
