package dev.parley.session.remote.ssh;

import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Target;
import dev.parley.session.remote.transport.ShellQuoting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The argument vectors of ssh. No shell of this host ever sees them; the one string for the far
 * shell is made by {@link ShellQuoting}.
 */
final class SshCommand {
  /** A connection nobody uses any more is kept this long, for the next session. */
  private static final Duration PERSIST = Duration.ofMinutes(2);

  /** A server that says nothing to so many questions, so far apart, is gone. */
  private static final int ALIVE_COUNT = 3;

  private final Target.Ssh target;

  SshCommand(Target.Ssh target) {
    this.target = target;
  }

  /**
   * Makes a connection that others share, and goes into the background with it. It is to outlive
   * the terminal it was started on: so it does not heed the hang-up, which may come before it has
   * got away, and the marker of everything on that terminal is taken out of its environment.
   */
  List<String> login(Path socket, Credentials credentials) {
    var command =
        new ArrayList<>(
            List.of(
                "/bin/sh",
                "-c",
                "trap '' HUP; exec \"$@\"",
                "login",
                "env",
                "-u",
                "PARLEY_SID",
                "ssh"));
    command.addAll(configuration());
    command.addAll(
        options(
            "ControlMaster=yes",
            "ControlPath=" + escaped(socket),
            "ControlPersist=" + PERSIST.toSeconds(),
            "ServerAliveInterval=" + Long.getLong("parley.ssh.alive_s", 5),
            "ServerAliveCountMax=" + ALIVE_COUNT,
            "ConnectTimeout=" + Math.max(1, credentials.within().toSeconds()),
            "ConnectionAttempts=1",
            "StrictHostKeyChecking=ask",
            "NumberOfPasswordPrompts=1",
            "ForwardX11=no",
            "PermitLocalCommand=no",
            "LogLevel=INFO"));
    credentials
        .keyFile()
        .ifPresent(
            key -> {
              command.addAll(List.of("-i", key.toString()));
              command.addAll(options("IdentitiesOnly=yes"));
              if (credentials.password().isPresent()) {
                // What a host may ask in words of its own could look like the question for the key.
                command.addAll(options("PreferredAuthentications=publickey"));
                command.addAll(
                    options("PasswordAuthentication=no", "KbdInteractiveAuthentication=no"));
              }
            });
    if (credentials.password().isPresent() && credentials.keyFile().isEmpty()) {
      // Whoever brings a password means it; keys of an agent would use up the tries.
      command.addAll(options("PreferredAuthentications=keyboard-interactive,password"));
    }
    command.addAll(List.of("-N", "-T"));
    command.addAll(destination());
    return command;
  }

  /** Runs a line on the far side over a shared connection, with or without a terminal. */
  List<String> run(Path socket, boolean terminal, String line) {
    var command = new ArrayList<>(shared(socket));
    command.addAll(terminal ? List.of("-tt", "-e", "none") : List.of("-T"));
    command.addAll(destination());
    command.add(line);
    return command;
  }

  /** Ends a shared connection. */
  List<String> exit(Path socket) {
    var command = new ArrayList<>(shared(socket));
    command.addAll(List.of("-O", "exit"));
    command.addAll(destination());
    return command;
  }

  /** Prints what ssh makes of its configuration for this host. */
  List<String> effective() {
    var command = new ArrayList<>(List.of("ssh", "-G"));
    command.addAll(configuration());
    command.addAll(destination());
    return command;
  }

  private List<String> shared(Path socket) {
    var command = new ArrayList<>(List.of("ssh"));
    command.addAll(configuration());
    command.addAll(
        options(
            "ControlMaster=no",
            "ControlPath=" + escaped(socket),
            // Without this ssh would make a connection of its own when the shared one is gone.
            "ProxyJump=none",
            "ProxyCommand=false",
            "PermitLocalCommand=no",
            "LogLevel=ERROR"));
    return command;
  }

  private List<String> destination() {
    var words = new ArrayList<String>();
    target.port().ifPresent(port -> words.addAll(List.of("-p", "" + port)));
    if (!target.user().isEmpty()) {
      words.addAll(List.of("-l", target.user()));
    }
    words.addAll(List.of("--", target.host()));
    return words;
  }

  private static List<String> configuration() {
    return Optional.ofNullable(
            System.getProperty("parley.ssh.config", System.getenv("PARLEY_SSH_CONFIG")))
        .map(file -> List.of("-F", file))
        .orElse(List.of());
  }

  private static List<String> options(String... options) {
    var words = new ArrayList<String>();
    for (var option : options) {
      words.addAll(List.of("-o", option));
    }
    return words;
  }

  /** Percent signs are ssh's own in a path, and a blank would end it. */
  private static String escaped(Path path) {
    return "\"" + path.toString().replace("%", "%%") + "\"";
  }
}
