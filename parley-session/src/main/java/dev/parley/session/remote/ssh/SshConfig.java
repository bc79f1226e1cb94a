package dev.parley.session.remote.ssh;

import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.transport.HostCommand;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What ssh makes of its configuration for one host: the name it really connects to, the user, and
 * the way there.
 */
record SshConfig(String host, String user, String jump) {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Asks ssh itself. */
  static SshConfig of(Target.Ssh target) {
    try {
      return of(
          HostCommand.run(HostCommand.of(new SshCommand(target).effective()), "", PATIENCE)
              .output());
    } catch (IOException missing) {
      throw noClient(missing);
    }
  }

  private static Refusal noClient(IOException missing) {
    var refusal = SshFailure.noClient();
    refusal.initCause(missing);
    return refusal;
  }

  static SshConfig of(String lines) {
    Map<String, String> values = new HashMap<>();
    lines
        .lines()
        .forEach(
            line -> {
              var space = line.indexOf(' ');
              if (space > 0) {
                values.putIfAbsent(
                    line.substring(0, space).toLowerCase(Locale.ROOT), line.substring(space + 1));
              }
            });
    var jump = values.getOrDefault("proxyjump", values.getOrDefault("proxycommand", "none"));
    return new SshConfig(
        values.getOrDefault("hostname", ""),
        values.getOrDefault("user", ""),
        jump.equals("none") ? "" : jump);
  }

  /**
   * Whether a prompt asks for the password of this user on this host. Where the way leads through
   * the same host as the same user, nobody can tell who asks, so that nothing is typed.
   */
  boolean isAskedFor(String prompt) {
    var who = user + "@" + host;
    var here = prompt.strip().equals(who + "'s password:") || prompt.startsWith("(" + who + ") ");
    return here && !jump.contains(host);
  }
}
