package dev.parley.session.remote;

import dev.parley.pty.Pty;
import dev.parley.pty.Sink;
import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.container.Containers;
import dev.parley.session.remote.far.FarLaunch;
import dev.parley.session.remote.far.FarPty;
import dev.parley.session.remote.ssh.SocketFolder;
import dev.parley.session.remote.ssh.SshConnections;
import dev.parley.session.remote.ssh.SshConversation;
import dev.parley.session.remote.transport.Transport;
import dev.parley.session.time.TimeSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;

/** The places beyond this host where sessions run, and the ways there that are open. */
public final class Places implements AutoCloseable {
  private final SshConnections connections;

  /**
   * Places that are reached when they are first asked for.
   *
   * @param folder where connections are found again by the next process; empty where there is none
   * @param conversations starts a program of this host to talk to, which nobody else sees
   */
  public Places(Optional<Path> folder, SshConversation.Starter conversations) {
    this.connections = new SshConnections(new SocketFolder(folder), conversations);
  }

  /**
   * Opens a transport to a target; empty for this host. It takes no longer than the credentials
   * allow, ends when the thread is interrupted, and leaves nothing behind when it fails.
   *
   * @throws Refusal when none can be opened
   */
  public Optional<Transport> open(Target target, SessionId id, Credentials credentials) {
    return switch (target) {
      case Target.Local _ -> Optional.empty();
      case Target.Ssh ssh -> Optional.of(connections.open(ssh, credentials));
      case Target.Container container -> Optional.of(Containers.open(container, id));
      case Target.Image image -> Optional.of(Containers.open(image, id));
      case Target.Pod pod -> Optional.of(Containers.open(pod, id));
    };
  }

  /**
   * Starts a launch at the far end of a transport.
   *
   * @param spawn starts a command of this host on a terminal
   */
  public static Pty start(
      Transport transport,
      Launch launch,
      SessionId id,
      String nonce,
      Sink sink,
      BiFunction<List<String>, Sink, Pty> spawn) {
    var far = new FarLaunch(launch, id, nonce, nonce);
    var script =
        launch.target() instanceof Target.Ssh ssh && transport.persists()
            ? far.kept(ssh.persist())
            : far.script();
    return new FarPty(
        transport,
        id.value(),
        nonce,
        sink,
        words -> spawn.apply(transport.terminal(script), words),
        (again, words) -> spawn.apply(again.terminal(far.rejoined()), words),
        TimeSource.system());
  }

  /** Takes up a child that an earlier process started, over a transport that may be gone. */
  public Pty adopt(
      Launch launch, SessionId id, String nonce, Sink sink, Function<Sink, Pty> adoption) {
    return switch (launch.target()) {
      case Target.Local _ -> adoption.apply(sink);
      case Target.Ssh ssh ->
          FarPty.adopted(
              connections.resume(ssh), id.value(), nonce, sink, adoption, TimeSource.system());
      case Target.Container _, Target.Image _, Target.Pod _ ->
          FarPty.adopted(
              Containers.resume(launch.target(), id),
              id.value(),
              nonce,
              sink,
              adoption,
              TimeSource.system());
    };
  }

  /** Ends every connection. */
  @Override
  public void close() {
    connections.close();
  }
}
