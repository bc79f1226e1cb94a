package dev.parley.session.remote;

import dev.parley.session.launch.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * An OpenSSH server on a loopback port, run as an ordinary user with keys that are thrown away.
 *
 * <p>When the tests run as root the user is made for them and removed again, and a server that is
 * to check passwords runs as root, because nobody else may.
 */
final class SshServer implements AutoCloseable {
  static final String PASSWORD = "correct horse 77";

  private final Account account;
  private final Path folder;
  private final int port;
  private final Process process;

  /** The user to log in as, and the client's files. */
  static final class Account implements AutoCloseable {
    final String user;
    final Path folder;
    final boolean made;

    Account() throws IOException {
      made = System.getProperty("user.name").equals("root");
      folder = Files.createTempDirectory("parley-sshd");
      user = made ? "parley" + ProcessHandle.current().pid() : System.getProperty("user.name");
      Files.createDirectories(folder.resolve("home"));
      run("chmod", "-R", "755", folder.toString());
      if (made) {
        run("useradd", "-M", "-d", folder.resolve("home").toString(), "-s", "/bin/bash", user);
        run("chown", "-R", user, folder.resolve("home").toString());
        var change = new ProcessBuilder("chpasswd").start();
        try (var in = change.getOutputStream()) {
          in.write((user + ":" + PASSWORD + "\n").getBytes(StandardCharsets.UTF_8));
        }
        if (change.onExit().join().exitValue() != 0) {
          throw new IOException("chpasswd failed");
        }
      }
      keygen("key", "");
      keygen("locked", PASSWORD);
      keygen("stranger", "");
      keygen("host", "");
      keygen("other-host", "");
      Files.writeString(
          folder.resolve("authorized"),
          Files.readString(folder.resolve("key.pub"))
              + Files.readString(folder.resolve("locked.pub")));
      config("");
      System.setProperty("parley.ssh.config", folder.resolve("config").toString());
    }

    private void keygen(String name, String passphrase) throws IOException {
      var file = folder.resolve(name).toString();
      run("ssh-keygen", "-q", "-t", "ed25519", "-N", passphrase, "-f", file);
    }

    Path key(String name) {
      return folder.resolve(name);
    }

    /** The client's configuration; {@code more} comes first, and so wins. */
    void config(String more) throws IOException {
      Files.writeString(
          folder.resolve("config"),
          more
              + """

              Host *
                UserKnownHostsFile %s
                GlobalKnownHostsFile /dev/null
                IdentitiesOnly yes
                IdentityAgent none
              """
                  .formatted(folder.resolve("known"))
              + (more.contains("IdentityFile")
                  ? ""
                  : "  IdentityFile %s\n".formatted(folder.resolve("key"))));
    }

    void forgetHosts() throws IOException {
      Files.deleteIfExists(folder.resolve("known"));
    }

    void know(int port, String key) throws IOException {
      var line =
          "[127.0.0.1]:%d %s".formatted(port, Files.readString(folder.resolve(key + ".pub")));
      Files.writeString(
          folder.resolve("known"),
          (Files.exists(folder.resolve("known")) ? Files.readString(folder.resolve("known")) : "")
              + line);
    }

    String fingerprint(String key) throws IOException {
      return run("ssh-keygen", "-lf", folder.resolve(key + ".pub").toString()).split(" ")[1];
    }

    @Override
    public void close() throws IOException {
      System.clearProperty("parley.ssh.config");
      if (made) {
        run("userdel", "-f", user);
      }
      run("rm", "-rf", folder.toString());
    }
  }

  private SshServer(Account account, int port, Process process) {
    this.account = account;
    this.folder = account.folder;
    this.port = port;
    this.process = process;
  }

  /** A server that takes keys. */
  static SshServer start(Account account, String... options) throws Exception {
    return start(account, freePort(), false, options);
  }

  static SshServer start(Account account, int port, boolean privileged, String... options)
      throws Exception {
    var command = new ArrayList<String>();
    if (account.made) {
      run("chown", account.user, account.folder.resolve("host").toString());
      run("chown", account.user, account.folder.resolve("other-host").toString());
      if (!privileged) {
        var id = run("id", "-u", account.user).strip();
        // Terminals belong to the group tty; where they are not made so, only root could change it.
        command.addAll(List.of("setpriv", "--reuid=" + id, "--regid=tty", "--clear-groups", "--"));
      } else {
        run("mkdir", "-p", "/run/sshd");
      }
    }
    command.addAll(List.of("/usr/sbin/sshd", "-D", "-e", "-f", "/dev/null", "-p", "" + port));
    if (List.of(options).stream().noneMatch(option -> option.startsWith("HostKey="))) {
      command.addAll(List.of("-h", account.folder.resolve("host").toString()));
    }
    var all = new ArrayList<>(List.of(options));
    all.addAll(
        List.of(
            "ListenAddress=127.0.0.1",
            "PidFile=none",
            "StrictModes=no",
            "UsePAM=no",
            "PrintMotd=no",
            "PasswordAuthentication=no",
            "KbdInteractiveAuthentication=no",
            "MaxStartups=100",
            "MaxSessions=200",
            "AuthorizedKeysFile=" + account.folder.resolve("authorized")));
    all.forEach(option -> command.addAll(List.of("-o", option)));
    var process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(account.folder.resolve("log-" + port).toFile())
            .start();
    var deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!answers(port)) {
      if (System.nanoTime() > deadline || !process.isAlive()) {
        throw new IllegalStateException(
            "sshd did not come up: " + Files.readString(account.folder.resolve("log-" + port)));
      }
      LockSupport.parkNanos(10_000_000);
    }
    return new SshServer(account, port, process);
  }

  /** A server that takes passwords; needs root. */
  static SshServer withPasswords(Account account) throws Exception {
    return start(account, freePort(), true, "PasswordAuthentication=yes");
  }

  /** A server that asks question by question, as PAM has it; needs root. */
  static SshServer withQuestions(Account account) throws Exception {
    return start(account, freePort(), true, "UsePAM=yes", "KbdInteractiveAuthentication=yes");
  }

  int port() {
    return port;
  }

  String log() throws IOException {
    return Files.readString(folder.resolve("log-" + port));
  }

  /** Where to log in. */
  Target.Ssh target() {
    return (Target.Ssh) Target.parse("ssh://%s@127.0.0.1:%d".formatted(account.user, port));
  }

  /** The server and its connections, but not what runs on the terminals they carry. */
  void signal(String signal) throws IOException {
    var command = new ArrayList<>(List.of("kill", "-" + signal));
    process
        .descendants()
        .filter(one -> one.info().command().orElse("").endsWith("sshd"))
        .forEach(one -> command.add("" + one.pid()));
    command.add("" + process.pid());
    run(command.toArray(String[]::new));
  }

  @Override
  public void close() throws IOException {
    if (process.isAlive()) {
      signal("CONT");
      signal("KILL");
    }
    process.onExit().join();
  }

  static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean answers(int port) {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  static String run(String... command) throws IOException {
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0 && !command[0].equals("kill")) {
      throw new IOException(String.join(" ", command) + ": " + output);
    }
    return output;
  }
}
