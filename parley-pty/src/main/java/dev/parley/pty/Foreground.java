package dev.parley.pty;

import java.util.List;

/**
 * The program in front of a terminal.
 *
 * @param pid the leader of the foreground group, or a living member of it
 * @param name its short name, such as {@code python3}
 * @param command its arguments, the program first; empty when the kernel will not say
 * @param directory where it works; empty when the kernel will not say
 */
public record Foreground(long pid, String name, List<String> command, String directory) {
  public Foreground {
    command = List.copyOf(command);
  }
}
