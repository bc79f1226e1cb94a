package dev.parley.pty;

import java.util.List;

/** Puts a program that was found behind another one, such as one that confines it. */
@FunctionalInterface
public interface Wrapping {
  /** The program as it is. */
  Wrapping NONE = (path, arguments) -> List.of();

  /**
   * The command to run in place of the program.
   *
   * @param path the program's file, absolute or from the child's directory
   * @param arguments as the program sees them, its own name first
   * @return the command, its program as an absolute path; empty to run the program as it is
   */
  List<String> around(String path, List<String> arguments);

  /** Whether it is also kept from abstract sockets and from signalling others, by Landlock. */
  default boolean isScoped() {
    return false;
  }

  /** What confines the program, as people call it; empty when nothing does. */
  default String keeper() {
    return "";
  }
}
