package dev.parley.session.remote;

import dev.parley.pty.Exit;
import java.time.Duration;
import java.util.List;

/** The way to a far side that is open: how something is run there, and how it ends. */
public interface Way {

  /** The command of this host that starts a script there on a terminal. */
  List<String> terminal(String script);

  /** The command of this host that runs a script there with its standard streams. */
  List<String> channel(String script);

  /** Whether a child that ended like this did so because the way is gone, and not by itself. */
  boolean lost(Exit exit);

  /** What the evidence calls it: {@code ssh}. */
  String name();

  /** Ends what would outlive the child; called when that has ended. */
  default void end(Duration within) {}

  /** The session does not need it any more. */
  void done();
}
