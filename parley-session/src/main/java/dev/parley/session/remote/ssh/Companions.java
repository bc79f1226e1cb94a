package dev.parley.session.remote.ssh;

import dev.parley.session.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The scripts that look at the terminals of a connection's sessions. To start one takes as long as
 * to start a shell, so one more than is needed is kept ready for the session that comes next.
 */
final class Companions {
  /** A script that nobody needs would keep the connection open for ever. */
  private static final Duration UNUSED = Duration.ofMinutes(2);

  /** With more channels in use, a spare one would take the place of a session. */
  private static final int ROOM = SshConnection.USUAL_CHANNELS - 4;

  private final SshConnection connection;
  private @Nullable Process spare;
  private String line = "";
  private boolean closed;

  Companions(SshConnection connection) {
    this.connection = connection;
  }

  /** One that is ready, or else one that is being started. */
  Process take(String script) throws IOException {
    var ready = takeSpare(script);
    return ready != null && ready.isAlive() ? ready : start(script);
  }

  private synchronized @Nullable Process takeSpare(String script) {
    var ready = spare;
    var same = line.equals(script);
    line = script;
    if (same) {
      spare = null;
      return ready;
    }
    return null;
  }

  /** Starts one for the next session, if there is none and the connection has room. */
  void prepare() {
    Thread.startVirtualThread(this::fill);
  }

  private synchronized void fill() {
    var ready = spare;
    if (closed
        || line.isEmpty()
        || connection.channels() > ROOM
        || (ready != null && ready.isAlive())) {
      return;
    }
    try {
      spare = start(line);
    } catch (IOException failed) {
      // The next session starts its own, and says what is wrong.
    }
  }

  private Process start(String script) throws IOException {
    return connection
        .channel(script)
        .redirectErrorStream(false)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  /** No session has a part in the connection now; what is ready is ended if none comes. */
  void unused() {
    Thread.startVirtualThread(
        () -> {
          TimeSource.system().pause(UNUSED);
          if (connection.channels() <= 0) {
            drop();
          }
        });
  }

  private synchronized void drop() {
    var ready = spare;
    spare = null;
    if (ready != null) {
      ready.destroy();
    }
  }

  /** Ends what is ready; nothing is kept ready from now on. */
  synchronized void close() {
    closed = true;
    drop();
  }
}
