package dev.parley.server.calls;

/**
 * Make a picture of a session's screen, or a file of all that is kept of it.
 *
 * @param session an id, the beginning of one, or a name
 * @param what the screen as it is now, or the history
 * @param format as {@code dev.parley.server.view.Export} names them
 */
public record ShowCall(String session, What what, String format) {

  /** What is shown. */
  public enum What {
    SCREEN,
    HISTORY
  }
}
