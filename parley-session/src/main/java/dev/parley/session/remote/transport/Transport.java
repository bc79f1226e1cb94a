package dev.parley.session.remote.transport;

import dev.parley.pty.Exit;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.util.List;

/** An open connection to a far side: how something is run there, and how it ends. */
public interface Transport {

  /** The command of this host that starts a script there on a terminal. */
  List<String> terminal(String script);

  /** What of this host runs a script there with its standard streams. */
  ProcessBuilder channel(String script);

  /**
   * Starts a script there that is talked to by lines, and says nothing of its own accord but that
   * it is ready. One that looks after other sessions too may be given; it may take a while to know.
   */
  default Companion companion(String script, Companion.Listener listener) throws IOException {
    return ProcessCompanion.start(channel(script), listener);
  }

  /** Whether the far side is only there once the child has been started. */
  default boolean beginsWithTheChild() {
    return false;
  }

  /**
   * Whether a child that ended like this did so because the connection is gone, and not by itself.
   */
  boolean lost(Exit exit);

  /** What the evidence calls it: {@code ssh}. */
  String name();

  /**
   * Ends what would outlive the client of this host.
   *
   * @param looked whether the probe has ended the processes there already
   */
  default void end(boolean looked) {}

  /**
   * Whether the child lives on over there when the connection is lost, and can be reached again.
   */
  default boolean persists() {
    return false;
  }

  /**
   * Opens the connection again after it was lost.
   *
   * @throws Refusal when that does not work, for now
   */
  default Transport reopened() {
    throw new Refusal(Refusal.Code.UNREACHABLE, "The connection cannot be opened again");
  }

  /** The session does not need it any more. */
  void done();
}
