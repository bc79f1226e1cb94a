package dev.parley.pty.finding;

import java.util.List;

/**
 * What one look at a child has shown, thread by thread, for a person who doubts the finding.
 *
 * @param finding what was concluded from it
 * @param processes everyone who was looked at, in that order
 */
public record Account(Finding finding, List<Looked> processes) {
  public Account {
    processes = List.copyOf(processes);
  }

  /**
   * A process that was looked at.
   *
   * @param name its short name
   * @param otherSession whether it belongs to another session than the terminal
   * @param processorMillis the processor time all its threads have used so far; -1 when unknown
   */
  public record Looked(
      long pid, String name, boolean otherSession, long processorMillis, List<Task> threads) {
    public Looked {
      threads = List.copyOf(threads);
    }
  }

  /**
   * One thread of it.
   *
   * @param doing where it was: {@code running}, or the call it is blocked in and what that call
   *     waits for, such as {@code poll: terminal, kernel:socket, 100 ms at most}
   */
  public record Task(long tid, String doing) {}
}
