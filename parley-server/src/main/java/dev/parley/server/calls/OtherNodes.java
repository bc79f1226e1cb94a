package dev.parley.server.calls;

import dev.parley.server.access.Caller;
import dev.parley.server.policy.Party;
import dev.parley.server.view.Export;
import java.util.List;

/**
 * The sessions of the other nodes of a fleet. The same calls as those on sessions of this process,
 * with the same replies; the ids in them name the node. A call that another node does not answer is
 * a {@link dev.parley.session.refusal.Refusal}: {@code unreachable} when nothing was done, {@code
 * unknown_outcome} when it may have been.
 */
public interface OtherNodes {

  /** The name of this node. */
  String self();

  /**
   * Where a program may be started, this node included.
   *
   * @param here starts it on this node
   */
  TurnReply start(Asking asking, Party party, StartCall call, Here here);

  /** Starts a program on this node. */
  @FunctionalInterface
  interface Here {
    TurnReply start(StartCall call);
  }

  /**
   * Types into a session.
   *
   * @param call names the session as the node knows it
   */
  TurnReply send(Asking asking, String node, SendCall call);

  /** Reads sessions of one node. */
  TurnReply read(Asking asking, String node, ReadCall call);

  CloseReply close(Asking asking, String node, CloseCall call);

  AskReply ask(Asking asking, String node, AskCall call);

  Export.Made show(Asking asking, String node, ShowCall call);

  /** One session as a list shows it. */
  SessionEntry find(Asking asking, String node, String session);

  /** A session that somebody watches and may type at. */
  LiveSession live(Asking asking, String node, String session);

  /** The keyboard of a session for a single act. */
  AtKeyboard keyboard(Caller caller, String node, String session);

  /**
   * Follows the sessions of all other nodes.
   *
   * @param changed is called when they have changed; it must return at once
   */
  Following follow(Asking asking, Runnable changed);

  /** The sessions of other nodes as they change, until closed. */
  interface Following extends AutoCloseable {
    /** All of them; one that has not changed is the same object as before. */
    List<SessionEntry> entries();

    @Override
    void close();
  }

  /** The sessions of all other nodes; of those that do not answer what was last known. */
  SessionList list(Asking asking, ListCall call);
}
