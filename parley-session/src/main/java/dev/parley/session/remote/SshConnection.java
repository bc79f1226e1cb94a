package dev.parley.session.remote;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/**
 * One connection to a host, made once and shared by many sessions. An ssh process in the background
 * has it, and takes requests at a socket in a folder that only we may enter; so it lives on when
 * this process ends.
 */
final class SshConnection {
  /** What a server allows on one connection unless its administrator says otherwise. */
  static final int USUAL_CHANNELS = 10;

  private static final Pattern PID = Pattern.compile("pid=(\\d+)");

  private final Target.Ssh target;
  private final Path socket;
  private final AtomicInteger channels = new AtomicInteger();
  private volatile boolean full;

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

  List<String> run(boolean terminal, String line) {
    return new SshCommand(target).run(socket, terminal, line);
  }

  /** Whether the server may refuse another channel on this connection. */
  boolean mayBeFull() {
    return channels.get() >= USUAL_CHANNELS - 1;
  }

  /** The server has refused a channel; there is room again when one is given back. */
  boolean full() {
    return full;
  }

  /** Tries whether the server allows another channel. */
  boolean takesAnother() {
    try {
      var trial =
          new ProcessBuilder(run(false, "exit 0"))
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      trial.getOutputStream().close();
      var taken = trial.waitFor(5, TimeUnit.SECONDS) && trial.exitValue() == 0;
      full = !taken;
      trial.destroy();
      return taken;
    } catch (IOException gone) {
      return false;
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  void take(int count) {
    channels.addAndGet(count);
  }

  void giveBack(int count) {
    channels.addAndGet(-count);
    full = false;
  }

  /**
   * Waits until the process that has the connection has left the session it was started in; what is
   * found there at the end of the login is ended with it.
   */
  void awaitDetached(long session) {
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(2);
    while (System.nanoTime() < deadline) {
      var found = PID.matcher(control("check"));
      if (found.find() && session(found.group(1)) != session) {
        return;
      }
    }
  }

  /** The session of a process; -1 where that cannot be told. */
  private static long session(String pid) {
    try {
      var stat = Files.readString(Path.of("/proc", pid, "stat"));
      return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[3]);
    } catch (IOException | RuntimeException elsewhere) {
      return -1;
    }
  }

  /** Ends the connection, and whatever still uses it. */
  void close() {
    var unused = control("exit");
    try {
      Files.deleteIfExists(socket);
    } catch (IOException gone) {
      // Then there is nothing left to remove.
    }
  }

  private String control(String what) {
    try {
      var asked =
          new ProcessBuilder(new SshCommand(target).control(socket, what))
              .redirectErrorStream(true)
              .start();
      asked.getOutputStream().close();
      var said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!asked.waitFor(5, TimeUnit.SECONDS)) {
        asked.destroyForcibly();
      }
      return said;
    } catch (IOException gone) {
      return "";
    } catch (InterruptedException ending) {
      Thread.currentThread().interrupt();
      return "";
    }
  }
}
