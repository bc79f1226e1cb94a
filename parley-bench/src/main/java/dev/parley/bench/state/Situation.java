package dev.parley.bench.state;

import dev.parley.session.Input;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A real program, how to bring it to a point, and the state it is in there.
 *
 * @param set which part of the corpus it belongs to
 * @param group the program, as the report's table names it
 * @param shell a shell to start with Parley's marks; empty for everything else
 * @param script what {@code /bin/sh} is to run; empty when a shell is started
 * @param files what lies in its directory
 * @param needs programs without which it cannot be tried
 * @param bystander whether a process without a terminal sits in an io_uring meanwhile
 * @param unknowable why the state cannot be known from outside; counted as wrong all the same
 */
record Situation(
    Set set,
    String group,
    String name,
    String shell,
    String script,
    Map<String, String> files,
    List<String> needs,
    List<Step> steps,
    Expected expected,
    boolean quick,
    boolean bystander,
    String unknowable) {

  /** The parts of the corpus. */
  enum Set {
    /** Seen while the rules were first made. */
    FIRST,
    /** Written later, and seen since. */
    LATER,
    /** Written later, and not looked at while rules are made: only its sums are printed. */
    ASIDE
  }

  /** The state a situation is in. */
  enum Expected {
    WORKING,
    WAITING,
    SECRET,
    READY,
    EXITED;

    /** The state as it travels: {@code waiting}. */
    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the program wants something typed. */
    boolean wantsInput() {
      return this == WAITING || this == SECRET || this == READY;
    }
  }

  /** One thing to do on the way. */
  sealed interface Step {
    /** This text is printed, after what was typed last. */
    record Sees(String text) implements Step {}

    /** This text is on the screen. */
    record Shows(String text) implements Step {}

    /** Types as soon as the program wants input. */
    record Types(Input input) implements Step {}

    /** Types without waiting for anything. */
    record TypesAhead(Input input) implements Step {}
  }

  String title() {
    return group + ": " + name;
  }

  /** Whether the situation mentions a variable, such as the port of a server it talks to. */
  boolean uses(String variable) {
    return script.contains("$" + variable)
        || files.values().stream().anyMatch(text -> text.contains(variable));
  }
}
