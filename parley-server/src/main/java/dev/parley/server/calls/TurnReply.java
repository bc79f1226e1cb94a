package dev.parley.server.calls;

import dev.parley.session.Explanation;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Advice;
import dev.parley.terminal.Screen;
import java.util.List;
import java.util.Optional;

/**
 * A turn, and what is shown of it.
 *
 * @param output what is shown of the output; the turn's own unless it was filtered
 * @param hint the turn's own unless there is something more important to say
 * @param others the other sessions that were waited on
 * @param explanation why the session is said to be in its state, where that was asked for
 * @param started the process that was started in the session
 */
public record TurnReply(
    Turn turn,
    View.Kind view,
    String output,
    Optional<Advice> hint,
    List<Other> others,
    Optional<Explanation> explanation,
    long started) {
  public TurnReply {
    others = List.copyOf(others);
  }

  /** A session that was waited on and was not the first to be ready. */
  public record Other(SessionId session, Optional<String> name, SessionState state) {
    static Other of(Session session) {
      return new Other(session.id(), session.name(), session.state());
    }
  }

  static TurnReply of(Turn turn, View.Kind view, long started) {
    return new TurnReply(
        turn, view, turn.output(), turn.hint(), List.of(), Optional.empty(), started);
  }

  TurnReply showing(String filtered) {
    return new TurnReply(turn, view, filtered, hint, others, explanation, started);
  }

  TurnReply hinting(String moreImportant) {
    return new TurnReply(
        turn,
        view,
        output,
        Optional.of(new Advice.Plain(moreImportant)),
        others,
        explanation,
        started);
  }

  /** The same without a hint. */
  public TurnReply withoutHint() {
    return new TurnReply(turn, view, output, Optional.empty(), others, explanation, started);
  }

  TurnReply beside(List<Other> rest) {
    return new TurnReply(turn, view, output, hint, rest, explanation, started);
  }

  TurnReply explained(Explanation why) {
    return new TurnReply(turn, view, output, hint, others, Optional.of(why), started);
  }

  /** Whether the screen says more than the output. */
  public boolean showsScreen() {
    return asksForScreen() || (turn.fullscreen() && view == View.Kind.TEXT);
  }

  boolean asksForScreen() {
    return view == View.Kind.SCREEN;
  }

  /** Whether the state says why the call returned. */
  public boolean impliesWhy() {
    return switch (turn.why()) {
      case INPUT, COMMAND -> turn.state().wantsInput();
      case EXIT -> turn.state().over();
      case MATCH, QUIET, CHANGE, FLOOR, TIMEOUT, GUARD -> false;
    };
  }

  /**
   * The text that asks for input; empty where there is none. On a full screen that can only be the
   * last row: what is left of a cursor elsewhere is a piece of a drawing.
   */
  public String prompt() {
    var prompt = turn.state().prompt();
    return turn.fullscreen() && !isLastRow(turn.screen(), prompt) ? "" : prompt;
  }

  private static boolean isLastRow(Screen screen, String left) {
    var cursor = screen.cursor();
    return cursor.visible()
        && cursor.row() >= screen.text().lines().count() - 1
        && left.chars().noneMatch(each -> each >= 0x2500 && each < 0x25a0); // lines and blocks
  }
}
