package dev.parley.session.sandbox;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
  private static final int EAFNOSUPPORT = 97;

  private static final int TIOCSTI = 0x5412;
  private static final int TIOCLINUX = 0x541C;
  private static final int CLONE_NEWUSER = 0x10000000;
  private static final int X32 = 0x40000000;

  private final ByteArrayOutputStream program = new ByteArrayOutputStream();

  private SystemCallFilter() {}

  /** The filter for this host's kind of processor; empty where we have none. */
  static Optional<byte[]> forThisHost() {
    return Numbers.ofThisHost().map(numbers -> new SystemCallFilter().made(numbers));
  }

  private byte[] made(Numbers numbers) {
    // A program for another processor would use other numbers, and get past all of this.
    step(LOAD, ARCHITECTURE);
    branch(IF_EQUAL, numbers.architecture(), 1, 0);
    step(RETURN, FAIL | ENOSYS);
    step(LOAD, NUMBER);
    branch(IF_AT_LEAST, X32, 0, 1);
    step(RETURN, FAIL | ENOSYS);
    for (var number : numbers.refused()) {
      branch(IF_EQUAL, number, 0, 1);
      step(RETURN, FAIL | EPERM);
    }
    // Programs fall back to what can be looked into, or to what they did before it was there.
    for (var number : numbers.unknown()) {
      branch(IF_EQUAL, number, 0, 1);
      step(RETURN, FAIL | ENOSYS);
    }
    branch(IF_EQUAL, numbers.ioctl(), 0, 5);
    step(LOAD, SECOND_ARGUMENT);
    branch(IF_EQUAL, TIOCSTI, 1, 0);
    branch(IF_EQUAL, TIOCLINUX, 0, 1);
    step(RETURN, FAIL | EPERM);
    step(RETURN, ALLOW);
    for (var number : numbers.namespaces()) {
      branch(IF_EQUAL, number, 0, 4);
      step(LOAD, FIRST_ARGUMENT);
      branch(IF_ANY_BIT, CLONE_NEWUSER, 0, 1);
      step(RETURN, FAIL | EPERM);
      step(RETURN, ALLOW);
    }
    // Unix, IPv4, IPv6, and netlink, which programs ask for the host's addresses.
    branch(IF_EQUAL, numbers.socket(), 0, 6);
    step(LOAD, FIRST_ARGUMENT);
    branch(IF_EQUAL, 1, 4, 0);
    branch(IF_EQUAL, 2, 3, 0);
    branch(IF_EQUAL, 10, 2, 0);
    branch(IF_EQUAL, 16, 1, 0);
    step(RETURN, FAIL | EAFNOSUPPORT);
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
