package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.lang.foreign.ValueLayout;

/**
 * How a terminal treats input, in full.
 *
 * @param local the flags of {@code c_lflag}
 * @param interrupt the key that becomes SIGINT
 * @param quit the key that becomes SIGQUIT
 * @param suspend the key that becomes SIGTSTP
 */
record Termios(int local, byte interrupt, byte quit, byte suspend) {
  private static final int TCSETS = 0x5402;

  /** Reads them through the master, which answers for the child's side. */
  static Termios of(int master) {
    var scratch = Sys.Scratch.take();
    try {
      var memory = scratch.memory;
      Errors.check(Sys.ioctl(master, Sys.TCGETS, memory.address()), "read the terminal's modes");
      return new Termios(
          memory.get(ValueLayout.JAVA_INT, Sys.TERMIOS_LFLAG),
          memory.get(ValueLayout.JAVA_BYTE, Sys.TERMIOS_CC + Sys.VINTR),
          memory.get(ValueLayout.JAVA_BYTE, Sys.TERMIOS_CC + Sys.VQUIT),
          memory.get(ValueLayout.JAVA_BYTE, Sys.TERMIOS_CC + Sys.VSUSP));
    } finally {
      scratch.giveBack();
    }
  }

  /** Switches the echo off, as the child's side would. */
  static void echoOff(int master) {
    var scratch = Sys.Scratch.take();
    try {
      var memory = scratch.memory;
      Errors.check(Sys.ioctl(master, Sys.TCGETS, memory.address()), "read the terminal's modes");
      var local = memory.get(ValueLayout.JAVA_INT, Sys.TERMIOS_LFLAG);
      memory.set(ValueLayout.JAVA_INT, Sys.TERMIOS_LFLAG, local & ~Sys.ECHO);
      Errors.check(Sys.ioctl(master, TCSETS, memory.address()), "set the terminal's modes");
    } finally {
      scratch.giveBack();
    }
  }

  boolean canonical() {
    return (local & Sys.ICANON) != 0;
  }

  Modes modes() {
    return new Modes(canonical(), (local & Sys.ECHO) != 0, (local & Sys.ISIG) != 0);
  }

  /** Whether this key becomes a signal and, as usual, throws away input that was not read. */
  boolean interrupts(byte key) {
    return (local & Sys.ISIG) != 0
        && (local & Sys.NOFLSH) == 0
        && key != 0
        && (key == interrupt || key == quit || key == suspend);
  }
}
