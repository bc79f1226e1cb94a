package dev.parley.pty;

/** An engine that starts children on pseudo-terminals and moves their bytes on one thread. */
public interface Ptys extends AutoCloseable {

  /**
   * Starts a child.
   *
   * @throws PtyException with a sentence that says what is wrong; nothing was started then
   */
  Pty start(Spawn spawn, Sink sink);

  /** Ends every child and the thread that served them. */
  @Override
  void close();
}
