package dev.parley.bench.jobs;

import java.util.regex.Pattern;

/**
 * One step of a job. Texts may have {@code ${name}} in them, which stands for a value of the {@link
 * Workplace}: one made in its preparation, or one that was read off the terminal before.
 */
sealed interface Step {
  String session();

  /** Start a program in a terminal of its own, in the job's folder; none is an ordinary shell. */
  record Start(String session, String command, Until until) implements Step {}

  /** Type into it. */
  record Type(String session, Typing typing, Until until) implements Step {}

  /** Only wait. */
  record Await(String session, Until until) implements Step {}

  /**
   * Read a value off the terminal: the pattern's first group. It is free when the answers of the
   * last step to this session had it in them, and costs a further look otherwise.
   */
  record Note(String session, String name, Pattern pattern) implements Step {}

  /** Learn how the last command of a shell ended. */
  record ExitCode(String session, String name) implements Step {}
}
