package dev.parley.server.calls;

import dev.parley.server.access.Caller;
import dev.parley.session.SessionState;
import dev.parley.session.StateWatch;
import dev.parley.session.launch.SessionId;
import java.util.function.Consumer;

/** A session that somebody watches and may type at, on this node or on another. */
public interface LiveSession extends AutoCloseable {
  /** As who watches would name it. */
  SessionId id();

  /** As a list shows it, where it was last seen. */
  SessionEntry entry();

  /** What it does now; of one that has just ended, how. */
  SessionState state();

  /** The screen as it is now. */
  Sighting look(int linesAbove);

  /** The same, which many who watch share for a moment. */
  Sighting glance();

  /** What it prints from an offset on. */
  LiveOutput output(long from);

  /** Calls back whenever the session stands differently; the callback must return at once. */
  StateWatch.Listening listen(Runnable changed);

  /**
   * Somebody comes to the keyboard, and stays until closed.
   *
   * @param control is told when this window gets the floor and when it is taken away; it must
   *     return at once
   */
  AtKeyboard sitDown(Caller caller, Consumer<Boolean> control);

  /** Nobody watches any more. */
  @Override
  void close();

  /**
   * A screen at one moment.
   *
   * @param offset what it shows was printed before this
   * @param paint the bytes that make a terminal show it
   * @param firstOffset the oldest output that is kept
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Sighting(
      long offset, int columns, int rows, byte[] paint, long firstOffset, long lastOffset) {}
}
