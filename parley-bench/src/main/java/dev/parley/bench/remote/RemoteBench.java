package dev.parley.bench.remote;

import dev.parley.bench.Options;
import dev.parley.bench.Report;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Target;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Turns and opening times on the far side of an ssh connection to this host, beside plain ssh
 * driven by expect, which is told every prompt.
 *
 * <p>Options: {@code --turns N} (1000), {@code --opens N} (20), {@code --write}.
 */
public final class RemoteBench {
  private static final Duration LONG = Duration.ofSeconds(30);

  private final Path folder;
  private final int port;

  private RemoteBench(Path folder, int port) {
    this.folder = folder;
    this.port = port;
  }

  public static void main(String[] options) throws IOException {
    var folder = Files.createTempDirectory("parley-remote-");
    var bench = new RemoteBench(folder, freePort());
    bench.keys();
    var server = bench.server();
    try {
      var report = Report.of("remote", "Another host: turns and opening, over ssh");
      bench.turns(report, Options.number(options, "--turns", 1000));
      bench.opens(report, Options.number(options, "--opens", 20));
      report.finish(options);
    } finally {
      server.descendants().forEach(ProcessHandle::destroy);
      server.destroy();
      try (var files = Files.walk(folder)) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
  }

  // --- turns ----------------------------------------------------------------------------------

  private void turns(Report report, int count) throws IOException {
    report.text(
        "`1+1` to python3 over ssh to this host, %d turns, p50 / p99 in ms. expect is told the prompt and stops at it; Parley is told nothing and says that the program waits, by the far kernel's word."
            .formatted(count));
    report.header("", "p50 / p99", "beyond plain ssh", "right");
    var plain = lines(expect("turns.exp", count, ssh("-tt", "python3 -q")));
    row(report, "plain ssh, expect, prompt known", plain, plain, count);
    var right = new int[1];
    var ours = parley(count, right);
    row(report, "Parley", ours, plain, right[0]);
  }

  private double[] parley(int count, int[] right) {
    try (var sessions = Sessions.inProcess();
        var session = sessions.start(Launch.of("python3", "-q").on(target()))) {
      session.await(Expectation.input().within(LONG));
      for (var warm = 0; warm < 200; warm++) {
        session.send(Input.line("1+1"), Expectation.turn().within(LONG));
      }
      var times = new double[count];
      for (var turn = 0; turn < count; turn++) {
        var start = System.nanoTime();
        var answer = session.send(Input.line("1+1"), Expectation.turn().within(LONG));
        times[turn] = (System.nanoTime() - start) / 1e3;
        if (answer.output().equals("2\n") && answer.state().wantsInput()) {
          right[0]++;
        }
      }
      return times;
    }
  }

  private static void row(Report report, String name, double[] times, double[] plain, int right) {
    report.row(
        name,
        both(times),
        String.format(Locale.ROOT, "%.1f ms", (at(times, 50) - at(plain, 50)) / 1e3),
        right + " of " + times.length);
  }

  // --- opening --------------------------------------------------------------------------------

  private void opens(Report report, int count) throws IOException {
    report.text(
        "From nothing to a shell's prompt, %d times, p50 / p99 in ms; *another* is a further session on the same host. The far account has no start-up files."
            .formatted(count));
    report.header("", "p50 / p99");
    var shell = "PS1='ready> ' exec bash --norc --noprofile -i";
    report.row(
        "plain ssh, expect: a connection each",
        both(lines(expect("open.exp", count, ssh("-tt", shell)))));
    var socket = folder.resolve("shared").toString();
    run(
        ssh(
            "-N",
            "-o",
            "ControlMaster=yes",
            "-o",
            "ControlPath=" + socket,
            "-o",
            "ControlPersist=60"));
    report.row(
        "plain ssh, expect: another on a shared connection",
        both(lines(expect("open.exp", count, ssh("-tt", "-o", "ControlPath=" + socket, shell)))));
    run(ssh("-o", "ControlPath=" + socket, "-O", "exit"));
    var first = new double[Math.min(count, 10)];
    for (var round = 0; round < first.length; round++) {
      try (var sessions = Sessions.inProcess()) {
        first[round] = opened(sessions);
      }
    }
    report.row("Parley: the first session", both(first));
    var another = new double[count];
    try (var sessions = Sessions.inProcess()) {
      var unused = opened(sessions);
      for (var round = 0; round < count; round++) {
        another[round] = opened(sessions);
        sessions.list().getLast().close();
      }
    }
    report.row("Parley: another session, at once", both(another));
    report.row("Parley: another session, a second later", both(later(Math.min(count, 10))));
  }

  /** By then the probe for the next session is ready. */
  private double[] later(int count) {
    var times = new double[count];
    try (var sessions = Sessions.inProcess()) {
      var unused = opened(sessions);
      for (var round = 0; round < count; round++) {
        LockSupport.parkNanos(Duration.ofSeconds(1).toNanos());
        times[round] = opened(sessions);
        sessions.list().getLast().close();
      }
    }
    return times;
  }

  private double opened(Sessions sessions) {
    var start = System.nanoTime();
    var session =
        sessions.start(
            Launch.of("env", "PS1=ready> ", "bash", "--norc", "--noprofile", "-i").on(target()));
    session.await(Expectation.turn().within(LONG));
    return (System.nanoTime() - start) / 1e3;
  }

  // --- the other host, which is this one ------------------------------------------------------

  private Target target() {
    return Target.parse("ssh://%s@127.0.0.1:%d".formatted(System.getProperty("user.name"), port));
  }

  private List<String> ssh(String... words) {
    var options = List.of(words).subList(0, words.length - 1);
    var last = words[words.length - 1];
    var place = List.of("-p", "" + port, "-l", System.getProperty("user.name"), "127.0.0.1");
    var command = new ArrayList<>(List.of("ssh", "-F", folder.resolve("config").toString()));
    var isOption = last.startsWith("-") || last.contains("Control") || last.equals("exit");
    command.addAll(options);
    if (isOption) {
      command.add(last);
    }
    command.addAll(place);
    if (!isOption) {
      command.add(last);
    }
    return command;
  }

  private void keys() throws IOException {
    for (var name : List.of("host", "key")) {
      run(List.of("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "" + folder.resolve(name)));
    }
    Files.copy(folder.resolve("key.pub"), folder.resolve("authorized"));
    Files.writeString(
        folder.resolve("config"),
        """
        Host *
          IdentityFile %s
          IdentitiesOnly yes
          IdentityAgent none
          UserKnownHostsFile %s
          LogLevel ERROR
        """
            .formatted(folder.resolve("key"), folder.resolve("known")));
    Files.writeString(
        folder.resolve("known"),
        "[127.0.0.1]:%d %s".formatted(port, Files.readString(folder.resolve("host.pub"))));
    System.setProperty("parley.ssh.config", folder.resolve("config").toString());
  }

  private Process server() throws IOException {
    if (System.getProperty("user.name").equals("root")) {
      Files.createDirectories(Path.of("/run/sshd"));
    }
    var command =
        new ArrayList<>(List.of("/usr/sbin/sshd", "-D", "-f", "/dev/null", "-p", "" + port));
    command.addAll(List.of("-h", folder.resolve("host").toString()));
    for (var option :
        List.of(
            "ListenAddress=127.0.0.1",
            "PidFile=none",
            "StrictModes=no",
            "PermitRootLogin=yes",
            "UsePAM=no",
            "PrintMotd=no",
            "MaxSessions=100",
            "MaxStartups=100",
            // The account's start-up files would be measured on both sides, and differ everywhere.
            "SetEnv=HOME=" + folder,
            "AuthorizedKeysFile=" + folder.resolve("authorized"))) {
      command.addAll(List.of("-o", option));
    }
    var server =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.DISCARD)
            .start();
    while (!answers()) {
      LockSupport.parkNanos(20_000_000);
    }
    return server;
  }

  private boolean answers() {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException notYet) {
      return false;
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  // --- tools ----------------------------------------------------------------------------------

  private String expect(String script, int count, List<String> command) throws IOException {
    var file = folder.resolve(script);
    if (!Files.exists(file)) {
      try (var source = RemoteBench.class.getResourceAsStream(script)) {
        if (source == null) {
          throw new IllegalStateException(script + " is not in the jar");
        }
        Files.copy(source, file);
      }
    }
    return run(
        Stream.concat(Stream.of("expect", file.toString(), "" + count), command.stream()).toList());
  }

  private static String run(List<String> command) throws IOException {
    var process = new ProcessBuilder(command).redirectError(Redirect.INHERIT).start();
    process.getOutputStream().close();
    var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.onExit().join().exitValue() != 0) {
      System.err.println(String.join(" ", command) + " ended with " + process.exitValue());
    }
    return output;
  }

  private static double[] lines(String output) {
    return output.lines().mapToDouble(Double::parseDouble).toArray();
  }

  private static double at(double[] times, int percent) {
    var sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)];
  }

  private static String both(double[] times) {
    return String.format(Locale.ROOT, "%.1f / %.1f", at(times, 50) / 1e3, at(times, 99) / 1e3);
  }
}
