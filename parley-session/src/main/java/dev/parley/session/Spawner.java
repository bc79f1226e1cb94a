package dev.parley.session;

import dev.parley.pty.Pty;
import dev.parley.pty.PtyException;
import dev.parley.pty.Ptys;
import dev.parley.pty.Sink;
import dev.parley.pty.Spawn;
import dev.parley.pty.Total;
import dev.parley.pty.Wrapping;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Network;
import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Surroundings;
import dev.parley.session.remote.Places;
import dev.parley.session.remote.transport.Transport;
import dev.parley.session.sandbox.Proxies;
import dev.parley.session.sandbox.Sandboxes;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Starts the children of sessions: on this host, or at the far end of a transport. */
final class Spawner {
  private final Ptys ptys;
  private final Sandboxes sandboxes;
  private final RefusedHosts refusedHosts = new RefusedHosts();
  private final Proxies proxies;

  /**
   * @param home of Parley's own, which no sandboxed child sees
   */
  Spawner(Ptys ptys, Optional<Path> home) {
    this.ptys = ptys;
    this.sandboxes = new Sandboxes(home.stream().toList(), ShellFiles::file);
    this.proxies =
        new Proxies(
            () -> home.map(place -> place.resolve("proxies")).orElseGet(ShellFiles::proxies),
            refusedHosts::tell);
  }

  RefusedHosts refusedHosts() {
    return refusedHosts;
  }

  /** Goes on with what sessions have that an earlier process started. */
  void takeUp(Collection<Session> living) {
    proxies.resume(
        living.stream().map(session -> session.id().value()).collect(Collectors.toSet()));
  }

  /** A session is over; called while its lock is held. */
  void over(Session session) {
    if (session.launch().sandbox().isConfined()) {
      Thread.startVirtualThread(
          () -> {
            proxies.close(session.id().value());
            Sandboxes.over(session.id().value());
          });
    }
  }

  /** No session is started any more; those that live keep what they have. */
  void close() {
    proxies.close();
  }

  Pty start(
      Launch launch,
      ShellIntegration shell,
      SessionId id,
      Optional<Transport> transport,
      Sink sink) {
    try {
      if (transport.isEmpty()) {
        var pty = startHere(launch, shell, id, sink);
        ptys.keep(id.value(), pty);
        return pty;
      }
      return Places.start(
          transport.get(),
          launch,
          id,
          shell.nonce(),
          sink,
          (command, words) -> {
            // What the launch brings along is for the far side, not for the client here.
            var client = launch.in(Surroundings.current().directory());
            var pty =
                spawn(
                    client,
                    command,
                    environment(Launch.of(command), shell, id),
                    Wrapping.NONE,
                    words);
            ptys.keep(id.value(), pty);
            return pty;
          });
    } catch (PtyException refused) {
      throw Keyboard.refusal(refused);
    }
  }

  private Pty spawn(
      Launch launch,
      List<String> command,
      Map<String, String> environment,
      Wrapping wrapping,
      Sink sink) {
    return ptys.start(
        new Spawn(
            command,
            environment,
            launch.directory(),
            launch.columns(),
            launch.rows(),
            launch.limits(),
            wrapping,
            total(launch)),
        sink);
  }

  /** People are one client: nobody tells them apart. */
  private static Total total(Launch launch) {
    var totals = launch.totals();
    return new Total(
        launch.starter().orElse("people"),
        totals.memory(),
        totals.processes(),
        totals.cpuPercent());
  }

  /** Starts a child of this host that is kept by nobody. */
  Pty startHere(Launch launch, ShellIntegration shell, SessionId id, Sink sink) {
    var proxy =
        launch.sandbox().network() instanceof Network.Hosts hosts
            ? Optional.of(proxies.open(id.value(), hosts))
            : Optional.<Path>empty();
    try {
      var wrapping =
          sandboxes.around(
              id.value(),
              launch.sandbox(),
              launch.directory(),
              shell.files(),
              shell.taken(),
              proxy);
      return spawn(launch, shell.command(), environment(launch, shell, id), wrapping, sink);
    } catch (RuntimeException | Error failed) {
      proxies.close(id.value());
      throw failed;
    }
  }

  /** Ours, as a terminal would set it up, with the caller's on top. */
  private static Map<String, String> environment(
      Launch launch, ShellIntegration shell, SessionId id) {
    var all = new HashMap<>(Surroundings.current().environment());
    Sandboxes.confine(launch.sandbox(), all);
    // The size is the terminal's to tell; a shell that inherits these believes them.
    all.remove("COLUMNS");
    all.remove("LINES");
    all.put("TERM", "xterm-256color");
    all.put("COLORTERM", "truecolor");
    all.put("TERM_PROGRAM", "parley");
    all.put("PARLEY_SESSION", id.value());
    if (launch.sandbox().network() instanceof Network.Hosts hosts) {
      all.putAll(Proxies.environment(hosts));
    }
    all.putAll(shell.environment());
    all.putAll(launch.environment());
    return all;
  }
}
