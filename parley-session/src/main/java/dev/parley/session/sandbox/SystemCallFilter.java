package dev.parley.session.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;

/**
 * The system calls that are refused in a sandbox, as the program of a kernel filter (classic BPF).
 * Namespaces keep a child from the host's files and processes; this keeps it from what they do not
 * cover: typing into its own terminal from behind, keyrings, and parts of the kernel that no
 * terminal program needs and that attacks come through.
 */
final class SystemCallFilter {
  private static final int LOAD = 0x20;
  private static final int IF_EQUAL = 0x15;
  private static final int IF_AT_LEAST = 0x35;
  private static final int IF_ANY_BIT = 0x45;
  private static final int RETURN = 0x06;

  // Offsets in struct seccomp_data. The low half of an argument stands first, and only it counts:
  // the kernel ignores the upper half of an ioctl's number and of a domain.
  private static final int NUMBER = 0;
  private static final int ARCHITECTURE = 4;
  private static final int FIRST_ARGUMENT = 16;
  private static final int SECOND_ARGUMENT = 24;

  private static final int ALLOW = 0x7fff0000;
  private static final int FAIL = 0x50000;
  private static final int EPERM = 1;
  private static final int ENOSYS = 38;
  private static final int EOPNOTSUPP = 95;
  private static final int EAFNOSUPPORT = 97;

  /** The calls with files that parley-inside decides on. */
  private static final int ASK = 0x7fc00000;

  /**
   * Typing into the terminal from behind (TIOCSTI, TIOCLINUX), and what files are beside their
   * permissions (FS_IOC_SETFLAGS, FS_IOC_FSSETXATTR), which needs no right to write to one.
   */
  private static final List<Integer> IOCTLS =
      List.of(0x5412, 0x541C, 0x40086602, 0x40046602, 0x401C5820);

  private static final int UNIX = 1;
  private static final int IPV4 = 2;
  private static final int IPV6 = 10;
  private static final int NETLINK = 16;
  private static final int SETPRIORITY_X64 = 141;
  private static final int SETPRIORITY_ARM64 = 140;
  private static final int CLONE_NEWUSER = 0x10000000;
  private static final int X32 = 0x40000000;

  private final ByteArrayOutputStream program = new ByteArrayOutputStream();

  private SystemCallFilter() {}

  /** The filter for this host's kind of processor; empty where we have none. */
  static Optional<byte[]> forThisHost() {
    return Numbers.ofThisHost()
        .map(
            numbers -> {
              var filter = new SystemCallFilter();
              filter.begin(numbers);
              // Netlink is what programs ask for the host's addresses.
              filter.sockets(numbers, UNIX, IPV4, IPV6, NETLINK);
              return filter.end();
            });
  }

  /**
   * The filter for a sandbox that shares all namespaces with the host. Unix sockets are not there,
   * because Landlock keeps nobody from connecting to one that has a path.
   */
  static Optional<byte[]> withoutNamespaces(boolean network) {
    return Numbers.ofThisHost()
        .map(
            numbers -> {
              var filter = new SystemCallFilter();
              filter.begin(numbers);
              filter.alone(numbers.alone());
              if (network) {
                filter.sockets(numbers, IPV4, IPV6, NETLINK);
              } else {
                filter.sockets(numbers);
              }
              return filter.end();
            });
  }

  private void alone(Numbers.Alone numbers) {
    each(numbers.files(), ASK);
    each(numbers.attributes(), FAIL | EOPNOTSUPP);
    each(numbers.shared(), FAIL | ENOSYS);
    for (var number : numbers.processes()) { // its own limits are its own business
      branch(IF_EQUAL, number, 0, 4);
      step(LOAD, FIRST_ARGUMENT);
      branch(IF_EQUAL, 0, 1, 0);
      step(RETURN, FAIL | EPERM);
      step(RETURN, ALLOW);
    }
    for (var number : numbers.priorities()) {
      branch(IF_EQUAL, number, 0, 6);
      step(LOAD, FIRST_ARGUMENT);
      branch(IF_EQUAL, number == SETPRIORITY_X64 || number == SETPRIORITY_ARM64 ? 2 : 3, 2, 0);
      step(LOAD, SECOND_ARGUMENT);
      branch(IF_EQUAL, 0, 1, 0);
      step(RETURN, FAIL | EPERM);
      step(RETURN, ALLOW);
    }
  }

  private void each(List<Integer> numbers, int outcome) {
    for (var number : numbers) {
      branch(IF_EQUAL, number, 0, 1);
      step(RETURN, outcome);
    }
  }

  private void begin(Numbers numbers) {
    // A program for another processor would use other numbers, and get past all of this.
    step(LOAD, ARCHITECTURE);
    branch(IF_EQUAL, numbers.architecture(), 1, 0);
    step(RETURN, FAIL | ENOSYS);
    step(LOAD, NUMBER);
    branch(IF_AT_LEAST, X32, 0, 1);
    step(RETURN, FAIL | ENOSYS);
    each(numbers.refused(), FAIL | EPERM);
    // Programs fall back to what can be looked into, or to what they did before it was there.
    each(numbers.unknown(), FAIL | ENOSYS);
    branch(IF_EQUAL, numbers.ioctl(), 0, IOCTLS.size() + 3);
    step(LOAD, SECOND_ARGUMENT);
    for (var i = 0; i < IOCTLS.size(); i++) {
      branch(IF_EQUAL, IOCTLS.get(i), IOCTLS.size() - i, 0);
    }
    step(RETURN, ALLOW);
    step(RETURN, FAIL | EPERM);
    for (var number : numbers.namespaces()) {
      branch(IF_EQUAL, number, 0, 4);
      step(LOAD, FIRST_ARGUMENT);
      branch(IF_ANY_BIT, CLONE_NEWUSER, 0, 1);
      step(RETURN, FAIL | EPERM);
      step(RETURN, ALLOW);
    }
  }

  private void sockets(Numbers numbers, int... families) {
    branch(IF_EQUAL, numbers.socket(), 0, families.length + 3);
    step(LOAD, FIRST_ARGUMENT);
    for (var i = 0; i < families.length; i++) {
      branch(IF_EQUAL, families[i], families.length - i, 0);
    }
    step(RETURN, FAIL | EAFNOSUPPORT);
    step(RETURN, ALLOW);
  }

  private byte[] end() {
    step(RETURN, ALLOW);
    return program.toByteArray();
  }

  private void step(int code, int value) {
    branch(code, value, 0, 0);
  }

  private void branch(int code, int value, int ifTrue, int ifFalse) {
    program.writeBytes(
        ByteBuffer.allocate(8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putShort((short) code)
            .put((byte) ifTrue)
            .put((byte) ifFalse)
            .putInt(value)
            .array());
  }
}
