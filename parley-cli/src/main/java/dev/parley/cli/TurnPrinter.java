package dev.parley.cli;

import dev.parley.client.RemoteStanding;
import dev.parley.client.RemoteTurn;
import dev.parley.client.RemoteWhy;
import java.time.Duration;
import java.util.ArrayList;

/** Prints a turn: what the program said on stdout, and where things stand on stderr. */
final class TurnPrinter {
  private TurnPrinter() {}

  /**
   * Prints a turn.
   *
   * @return the exit code: a wait that ran out says so, unless nobody wanted to wait
   */
  static int print(RemoteTurn turn, Answering answering, Duration timeout) {
    return print(turn, text(turn), answering, timeout);
  }

  /** Prints the lines that were found and nothing beside them, such as a prompt. */
  static int printMatches(RemoteTurn turn, Answering answering, Duration timeout) {
    return print(turn, turn.output(), answering, timeout);
  }

  private static int print(RemoteTurn turn, String text, Answering answering, Duration timeout) {
    if (answering.json) {
      answering.json(turn.json());
    } else {
      // A pipe gets what was printed as it is; a terminal would obey what is strange in it.
      answering.out.print(answering.seat.hasTerminalOut() ? Printable.text(text) : text);
      answering.out.flush();
      answering.remark(standing(turn));
    }
    return switch (turn.why()) {
      case TIMEOUT -> timeout.isZero() ? ExitCode.DONE : ExitCode.TIMED_OUT;
      case GUARD -> ExitCode.FAILED;
      default -> ExitCode.DONE;
    };
  }

  private static String text(RemoteTurn turn) {
    var text = new StringBuilder();
    if (turn.screen().isPresent()) {
      turn.screen().get().forEach(line -> text.append(line).append('\n'));
      return text.toString();
    }
    text.append(turn.output());
    var prompt = turn.prompt();
    // The prompt is no part of the output, but a person looks for it.
    if (!prompt.isEmpty() && !text.toString().endsWith(prompt)) {
      text.append(prompt);
    }
    if (!text.isEmpty() && text.charAt(text.length() - 1) != '\n') {
      text.append('\n');
    }
    return text.toString();
  }

  /** The state in a few words: {@code waiting · python3 · session k3f9}. */
  static String standing(RemoteTurn turn) {
    var words = new ArrayList<String>();
    words.add(state(turn));
    turn.endedBy().ifPresent(words::add);
    switch (turn.why()) {
      case TIMEOUT -> words.add("the wait ran out");
      case GUARD -> words.add("the guard did not hold, nothing was typed");
      case MATCH -> words.add("matched " + turn.match().orElse(""));
      default -> {}
    }
    turn.foreground().map(ProgramName::of).ifPresent(words::add);
    if (turn.why() == RemoteWhy.COMMAND) {
      turn.commandExitCode().ifPresent(code -> words.add("last command exited with " + code));
    }
    words.add("session " + named(turn));
    words.add("offset " + turn.to());
    return String.join(" · ", words);
  }

  static String state(RemoteStanding standing) {
    var state = standing.state().wire();
    if (standing.signal().isPresent()) {
      return state + " by " + standing.signal().get();
    }
    return standing.exitCode().isPresent() ? state + " " + standing.exitCode().getAsInt() : state;
  }

  /** The name where there is one, and else the id: what a person would type next. */
  static String named(RemoteStanding standing) {
    var id = standing.session();
    // Of another node the node belongs to the name too.
    var node = id.substring(0, id.indexOf('/') + 1);
    return standing.name().map(name -> node + name).orElse(id);
  }
}
