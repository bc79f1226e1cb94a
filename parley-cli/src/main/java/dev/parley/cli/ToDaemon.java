package dev.parley.cli;

import dev.parley.client.DaemonCommand;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;

/** The ways from a command to this user's daemon. */
final class ToDaemon {
  private ToDaemon() {}

  /** To the daemon, started if there is none. */
  static ParleyClient open() {
    return ParleyClient.starting(Home.ofUser(), Parley.VERSION, command());
  }

  /** To a daemon that runs; refused when there is none. */
  static ParleyClient running() {
    return ParleyClient.to(Home.ofUser(), Parley.VERSION);
  }

  static DaemonCommand command() {
    return DaemonCommand.likeThisProcess("daemon");
  }
}
