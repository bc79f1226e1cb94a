package dev.parley.session.remote.ssh;

import dev.parley.pty.Exit;
import dev.parley.session.remote.transport.Companion;
import dev.parley.session.remote.transport.ShellQuoting;
import dev.parley.session.remote.transport.Transport;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/** A session's part in a shared connection. */
final class SshTransport implements Transport {
  /** What ssh ends with when it was not the far program that ended. */
  private static final int FAILED = 255;

  private final SshConnection connection;
  private final boolean persists;
  private final Supplier<Transport> again;
  private final AtomicBoolean given = new AtomicBoolean();

  SshTransport(SshConnection connection, boolean persists, Supplier<Transport> again) {
    this.connection = connection;
    this.persists = persists;
    this.again = again;
    connection.take();
  }

  @Override
  public List<String> terminal(String script) {
    return connection.terminal(ShellQuoting.line(script));
  }

  @Override
  public ProcessBuilder channel(String script) {
    return connection.channel(ShellQuoting.line(script));
  }

  @Override
  public Companion companion(String script, Companion.Listener listener) throws IOException {
    return connection.companions().start(script, listener);
  }

  @Override
  public boolean lost(Exit exit) {
    // A far program may end with the same number; then the connection is still there.
    return exit instanceof Exit.Code(var code) && code == FAILED && !connection.alive();
  }

  @Override
  public boolean persists() {
    return persists;
  }

  @Override
  public Transport reopened() {
    return again.get();
  }

  @Override
  public String name() {
    return "ssh";
  }

  @Override
  public void done() {
    if (given.compareAndSet(false, true)) {
      connection.giveBack();
    }
  }
}
