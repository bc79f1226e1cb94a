package dev.parley.cli;

import dev.parley.client.DaemonCommand;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import dev.parley.client.RemoteSessions;
import java.util.Optional;

/** The ways from a command to this user's daemon. */
final class ToDaemon {
  private ToDaemon() {}

  /** To the daemon, started if there is none. */
  static ParleyClient open() {
    return from(
        inside().orElseGet(() -> ParleyClient.starting(Home.ofUser(), Parley.VERSION, command())));
  }

  /** The daemon's sessions; the daemon is started if there is none. */
  static RemoteSessions sessions() {
    return RemoteSessions.over(open());
  }

  /** To a daemon that runs; refused when there is none. */
  static ParleyClient running() {
    return from(inside().orElseGet(() -> ParleyClient.to(Home.ofUser(), Parley.VERSION)));
  }

  private static Optional<ParleyClient> inside() {
    return Seat.current()
        .calls()
        .map(calls -> ParleyClient.inside(Home.ofUser(), Parley.VERSION, calls));
  }

  /** Sessions start where the command sits. */
  private static ParleyClient from(ParleyClient client) {
    var seat = Seat.current();
    return client.from(seat.directory(), seat.environment());
  }

  static DaemonCommand command() {
    return DaemonCommand.likeThisProcess("daemon").startedBy(DaemonProcess.class);
  }
}
