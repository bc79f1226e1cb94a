package dev.parley.session.remote.ssh;

import dev.parley.session.remote.transport.Companion;
import dev.parley.session.remote.transport.ProcessCompanion;
import dev.parley.session.remote.transport.ShellQuoting;
import dev.parley.session.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The scripts that look at the terminals of a connection's sessions. To start one takes as long as
 * to start the user's shell there, and a channel; so one does it for all sessions where the far
 * side has bash, and each session has its own where not.
 */
final class Companions {
  /** A script that nobody needs would keep the connection open for ever. */
  private static final Duration UNUSED = Duration.ofMinutes(2);

  private final SshConnection connection;
  private @Nullable SharedCompanion shared; // guarded by this
  private boolean oneEach; // guarded by this
  private boolean closed; // guarded by this

  Companions(SshConnection connection) {
    this.connection = connection;
  }

  /** How many channels of the connection they have with so many sessions. */
  synchronized int channels(int sessions) {
    return oneEach ? sessions : 1;
  }

  /** One for a session. It may wait until the first of the connection has begun. */
  Companion start(String script, Companion.Listener listener) throws IOException {
    var all = shared(script);
    if (all != null && all.takesSeveral()) {
      return all.open(listener);
    }
    if (all != null && !all.isOver()) {
      noneForAll(all);
    }
    return own(script, listener);
  }

  private synchronized @Nullable SharedCompanion shared(String script) throws IOException {
    if (oneEach || closed) {
      return null;
    }
    var all = shared;
    if (all == null || all.isOver()) {
      all = new SharedCompanion();
      shared = all;
      all.begin(own("parley_several=1; export parley_several\n" + script, all));
    }
    return all;
  }

  /** The far side's shell cannot look for several. */
  private synchronized void noneForAll(SharedCompanion all) {
    oneEach = true;
    shared = null;
    all.close();
  }

  private Companion own(String script, Companion.Listener listener) throws IOException {
    return ProcessCompanion.start(connection.channel(ShellQuoting.line(script)), listener);
  }

  /** No session has a part in the connection now; what is there is ended if none comes. */
  void unused() {
    Thread.startVirtualThread(
        () -> {
          TimeSource.system().pause(UNUSED);
          if (!connection.isUsed()) {
            drop();
          }
        });
  }

  private synchronized void drop() {
    var all = shared;
    shared = null;
    if (all != null) {
      all.close();
    }
  }

  /** Ends what there is; nothing is started for all from now on. */
  synchronized void close() {
    closed = true;
    drop();
  }
}
