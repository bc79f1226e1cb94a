package dev.parley.server.calls;

import dev.parley.session.Watch;
import java.time.Duration;
import java.util.Optional;

/**
 * What a session prints, from an offset on, as it comes; for one reader. A reader that is too slow
 * loses the oldest bytes and is told how many.
 */
public interface LiveOutput extends AutoCloseable {
  /**
   * The next piece; empty when the time is up, when somebody called {@link #wake}, or when the
   * session is over and all was read.
   */
  Optional<Watch.Piece> next(Duration timeout);

  /** Makes the present or the next {@link #next} return; for news of another kind. */
  void wake();

  /** Does nothing until somebody calls {@link #wake} or the time is up. */
  void pause(Duration longest);

  /** How many bytes there are that have not been read. */
  long behind();

  /** Goes on from another offset. */
  void skipTo(long offset);

  /** Whether the session is over and everything has been read. */
  boolean over();

  @Override
  void close();
}
