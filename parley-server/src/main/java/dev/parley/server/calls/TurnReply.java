package dev.parley.server.calls;

import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Turn;
import dev.parley.session.View;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Advice;
import java.util.List;
import java.util.Optional;

/**
 * A turn, and what is shown of it.
 *
 * @param output what is shown of the output; the turn's own unless it was filtered
 * @param hint the turn's own unless there is something more important to say
 * @param others the other sessions that were waited on
 */
public record TurnReply(
    Turn turn, View.Kind view, String output, Optional<Advice> hint, List<Other> others) {
  public TurnReply {
    others = List.copyOf(others);
  }

  /** A session that was waited on and was not the first to be ready. */
  public record Other(SessionId session, Optional<String> name, SessionState state) {
    static Other of(Session session) {
      return new Other(session.id(), session.name(), session.state());
    }
  }

  static TurnReply of(Turn turn, View.Kind view) {
    return new TurnReply(turn, view, turn.output(), turn.hint(), List.of());
  }

  TurnReply showing(String filtered) {
    return new TurnReply(turn, view, filtered, hint, others);
  }

  TurnReply hinting(String moreImportant) {
    return new TurnReply(turn, view, output, Optional.of(new Advice.Plain(moreImportant)), others);
  }

  /** The same without a hint. */
  public TurnReply withoutHint() {
    return new TurnReply(turn, view, output, Optional.empty(), others);
  }

  TurnReply beside(List<Other> rest) {
    return new TurnReply(turn, view, output, hint, rest);
  }

  /** Whether the screen says more than the output. */
  public boolean showsScreen() {
    return view == View.Kind.SCREEN || (turn.fullscreen() && view == View.Kind.TEXT);
  }
}
