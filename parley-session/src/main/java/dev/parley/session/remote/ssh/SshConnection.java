package dev.parley.session.remote.ssh;

import dev.parley.session.launch.Target;
import dev.parley.session.remote.transport.HostCommand;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One connection to a host, made once and shared by many sessions. An ssh process in the background
 * has it, and takes requests at a socket in a folder that only we may enter; so it lives on when
 * this process ends.
 */
final class SshConnection {
  /** What a server allows on one connection unless its administrator says otherwise. */
  private static final int USUAL_CHANNELS = 10;

  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Target.Ssh target;
  private final Path socket;
  private final AtomicInteger sessions = new AtomicInteger();
  private final Companions companions = new Companions(this);
  private volatile boolean full;
  private volatile @Nullable SshConversation talk;

  SshConnection(Target.Ssh target, Path socket) {
    this.target = target;
    this.socket = socket;
  }

  Path socket() {
    return socket;
  }

  /** Whether somebody answers at the socket. */
  boolean alive() {
    if (!Files.exists(socket)) {
      return false;
    }
    try (var channel = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
      return channel.isConnected();
    } catch (IOException gone) {
      return false;
    }
  }

  /** The command that runs a line over there on a terminal. */
  List<String> terminal(String line) {
    return new SshCommand(target).run(socket, true, line);
  }

  /** What runs a line over there with its standard streams. */
  ProcessBuilder channel(String line) {
    return HostCommand.of(new SshCommand(target).run(socket, false, line));
  }

  /** What looks at the terminals of its sessions. */
  Companions companions() {
    return companions;
  }

  /** Whether sessions have a part in it. */
  boolean isUsed() {
    return sessions.get() > 0;
  }

  /** Whether the server may refuse another channel on this connection. */
  boolean mayBeFull() {
    var used = sessions.get();
    return used + companions.channels(used) >= USUAL_CHANNELS;
  }

  /** The server has refused a channel; there is room again when one is given back. */
  boolean full() {
    return full;
  }

  /** Tries whether the server allows another channel. */
  boolean takesAnother() {
    try {
      full = !HostCommand.run(channel("exit 0"), "", PATIENCE).done();
      return !full;
    } catch (IOException gone) {
      return false;
    }
  }

  void take() {
    sessions.incrementAndGet();
  }

  void giveBack() {
    if (sessions.decrementAndGet() == 0) {
      companions.unused();
    }
    full = false;
  }

  /**
   * Keeps the terminal on which the connection was made. What helps to carry it, such as the ssh to
   * a host on the way, still has it, and would be ended with it.
   */
  void keep(SshConversation login) {
    talk = login;
  }

  /** Ends the connection, and whatever still uses it. */
  void close() {
    companions.close();
    exit();
    var login = talk;
    if (login != null) {
      login.end("disconnect");
    }
    try {
      Files.deleteIfExists(socket);
    } catch (IOException gone) {
      // Then there is nothing left to remove.
    }
  }

  private void exit() {
    try {
      var unused =
          HostCommand.run(HostCommand.of(new SshCommand(target).exit(socket)), "", PATIENCE);
    } catch (IOException gone) {
      // Then there is nobody to ask.
    }
  }
}
