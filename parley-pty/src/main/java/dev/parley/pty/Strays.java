package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes that sessions of an earlier daemon have left behind, found anywhere on this host by the
 * marker in their environment.
 */
public final class Strays {

  private Strays() {}

  /** Kills everything that carries a marker, also what appears meanwhile; says how many. */
  public static int end(String marker) {
    var ended = 0;
    for (var all = of(marker, 0); !all.isEmpty(); all = of(marker, 0)) {
      for (var one : all) {
        var pidfd = one.open();
        if (pidfd >= 0) {
          if (Sys.pidfdSignal(pidfd, Signal.KILL.number()) >= 0) {
            ended++;
            Sys.awaitReadable(pidfd, 1000);
          }
          Sys.close(pidfd);
        }
      }
    }
    return ended;
  }

  /** What carries a marker and lives, except one process. */
  static List<Member> of(String marker, int except) {
    var found = new ArrayList<Member>();
    for (var name : Text.names("/proc")) {
      if (Character.isDigit(name.charAt(0))) {
        var pid = Integer.parseInt(name);
        if (pid != except && Marker.isCarried(pid, marker)) {
          Member.of(pid).filter(member -> !member.ended()).ifPresent(found::add);
        }
      }
    }
    return found;
  }
}
