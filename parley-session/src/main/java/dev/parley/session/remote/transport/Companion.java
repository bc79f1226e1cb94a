package dev.parley.session.remote.transport;

import java.io.IOException;

/** A script on the far side that one session talks to by lines. */
public interface Companion extends AutoCloseable {

  /** Hears what it says; called by the thread that reads, so it must return at once. */
  interface Listener {
    void said(String line);

    /** It says no more. */
    void ended();
  }

  void say(String line) throws IOException;

  /** Lets it end; nobody listens any more. */
  @Override
  void close();
}
