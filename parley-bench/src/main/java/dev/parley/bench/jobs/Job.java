package dev.parley.bench.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * One job: what is there before, what is typed, and what must be there afterwards.
 *
 * @param needs programs without which it cannot be played
 */
record Job(
    String name, String title, List<String> needs, Work prepare, List<Step> steps, Work judge) {

  /** Something done in the folder of a job. A judge throws {@link NotDone}. */
  @FunctionalInterface
  interface Work {
    void in(Workplace place) throws Exception;
  }

  /** What is wrong with what a job has left behind. */
  static final class NotDone extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;

    NotDone(String reason) {
      super(reason);
      this.reason = reason;
    }

    String reason() {
      return reason;
    }
  }

  Job {
    needs = List.copyOf(needs);
    steps = List.copyOf(steps);
  }

  static Script named(String name, String title) {
    return new Script(name, title);
  }

  /** A job while it is written down. Steps are for the session named last; the first is "a". */
  static final class Script {
    private final String name;
    private final String title;
    private List<String> needs = List.of();
    private Work prepare = _ -> {};
    private final List<Step> steps = new ArrayList<>();
    private String session = "a";

    private Script(String name, String title) {
      this.name = name;
      this.title = title;
    }

    Script needs(String... programs) {
      needs = List.of(programs);
      return this;
    }

    Script prepare(Work work) {
      prepare = work;
      return this;
    }

    /** The following steps are for this session. */
    Script in(String session) {
      this.session = session;
      return this;
    }

    Script start(String command, Until until) {
      steps.add(new Step.Start(session, command, until));
      return this;
    }

    /** Starts an ordinary shell. */
    Script shell() {
      return start("", Until.shell());
    }

    /** Types a command into a shell and waits until it is back. */
    Script command(String text) {
      return line(text, Until.shell());
    }

    Script line(String text, Until until) {
      return type(Typing.line(text), until);
    }

    Script keys(Until until, String... names) {
      return type(Typing.keys(names), until);
    }

    Script type(Typing typing, Until until) {
      steps.add(new Step.Type(session, typing, until));
      return this;
    }

    Script await(Until until) {
      steps.add(new Step.Await(session, until));
      return this;
    }

    Script note(String value, String pattern) {
      steps.add(new Step.Note(session, value, Pattern.compile(pattern)));
      return this;
    }

    Script exitCode(String value) {
      steps.add(new Step.ExitCode(session, value));
      return this;
    }

    Job judge(Work judge) {
      return new Job(name, title, needs, prepare, steps, judge);
    }
  }
}
