package dev.parley.session;

import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * A program that tries to get out of every profile with every engine, as the user who runs it, and
 * prints what came of each attempt: {@code engine|profile|section|name|outcome}.
 */
final class EscapeRun {
  /** An address of this host that no sandbox without its network has. */
  private static String address() throws IOException {
    return NetworkInterface.networkInterfaces()
        .flatMap(NetworkInterface::inetAddresses)
        .filter(one -> one instanceof Inet4Address && !one.isLoopbackAddress())
        .map(InetAddress::getHostAddress)
        .findFirst()
        .orElse("no address");
  }

  private static final Duration LONG = Duration.ofMinutes(3);
  private static final String WORD = "sesame-" + ProcessHandle.current().pid();
  private static final String PYTHON = "/usr/bin/python3";

  private final Path scripts;
  private final Path home;
  private final Path tmp;

  private EscapeRun(Path scripts, Path home, Path tmp) {
    this.scripts = scripts;
    this.home = home;
    this.tmp = tmp;
  }

  /**
   * Tries.
   *
   * @param arguments the folder with the scripts, and an empty folder that is no place for
   *     temporary files
   */
  public static void main(String[] arguments) throws Exception {
    var homes = 0;
    for (var engine : SandboxTrial.engines()) {
      if (engine.equals("landlock")) {
        System.setProperty("parley.bwrap", "/there/is/none");
      }
      for (var profile : SandboxProfile.names()) {
        if (SandboxProfile.named(profile).isConfined()) {
          var home = Files.createDirectory(Path.of(arguments[1], "" + homes++));
          System.setProperty("user.home", home.toString());
          var tmp = Files.createTempDirectory("escape");
          new EscapeRun(Path.of(arguments[0]), home, tmp).attempt(engine, profile);
        }
      }
    }
    System.exit(0);
  }

  private void attempt(String engine, String profile) throws Exception {
    var workspace = Files.createDirectories(home.resolve("work/project"));
    var state = Files.createDirectories(home.resolve("state"));
    // Landlock cannot protect a repository in a folder that can be written, and refuses it.
    var hasGit = !(engine.equals("landlock") && profile.startsWith("workspace"));
    if (hasGit) {
      git(workspace);
      git(Files.createDirectories(workspace.resolve("lib/deep")));
    }
    var outside = Files.writeString(home.resolve("outside.txt"), "as it was\n");
    var mode = Files.getPosixFilePermissions(outside);
    var modified = Files.getLastModifiedTime(outside);
    var secret = Files.createDirectories(home.resolve(".ssh")).resolve("id_ed25519");
    Files.writeString(secret, WORD);
    Files.writeString(home.resolve(".bash_history"), WORD);
    var token = Files.writeString(state.resolve("token"), WORD);
    var builder =
        new ProcessBuilder(
            PYTHON,
            scripts.resolve("outside.py").toString(),
            WORD,
            tmp.resolve("socket").toString(),
            home.resolve("work/agent.sock").toString(),
            state.resolve("parley.sock").toString());
    builder.environment().put("PARLEY_ATTEMPT", WORD);
    var host = builder.redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (var said =
            new BufferedReader(
                new InputStreamReader(host.getInputStream(), StandardCharsets.UTF_8));
        var sessions = Sessions.inFolder(state.resolve("sessions"), Sessions.Bounds.DEFAULT)) {
      var facts = said.readLine();
      var priority = priority(host.pid());
      var more =
          "\"workspace\":\"%s\",\"outside\":\"%s\",\"secret\":\"%s\",\"token\":\"%s\",\"history\":\"%s\",\"hidden\":\"%s\",\"disk\":\"%s\",\"cgroup\":\"%s\",\"address\":\"%s\""
              .formatted(
                  workspace,
                  outside,
                  secret,
                  token,
                  home.resolve(".bash_history"),
                  secret.getParent(),
                  disk(),
                  "/sys/fs/cgroup",
                  address());
      var script = Files.copy(scripts.resolve("attempts.py"), workspace.resolve("attempts.py"));
      var allowed = String.join(",", allowed(profile)) + (hasGit ? "" : ",git");
      var session =
          sessions.start(
              Launch.of(
                      PYTHON,
                      script.toString(),
                      facts.substring(0, facts.length() - 1) + "," + more + "}",
                      allowed)
                  .in(workspace)
                  .sandboxed(SandboxProfile.named(profile)));
      var before = "%s|%s|".formatted(session.keepers().sandbox().orElse("nothing"), profile);
      var turn = session.await(Expectation.exit().within(LONG), View.everything(), 0);
      turn.output()
          .lines()
          .filter(line -> line.startsWith("attempt|"))
          .forEach(line -> System.out.println(before + line.replace("attempt|", "")));
      if (!turn.output().contains("attempts over")) {
        System.out.println(before + "all|the attempts came to their end|ESCAPED " + turn.output());
      }
      seen(before, "the process outside lives", host.isAlive());
      seen(before, "its priority is as it was", priority(host.pid()).equals(priority));
      if (!profile.equals("offline")) {
        seen(before, "the file is as it was", Files.readString(outside).equals("as it was\n"));
        seen(before, "its mode is as it was", Files.getPosixFilePermissions(outside).equals(mode));
        seen(before, "so are its times", Files.getLastModifiedTime(outside).equals(modified));
        seen(before, "and what is beside it", beside(outside) == 1);
      }
      seen(before, "the secret is as it was", Files.readString(secret).equals(WORD));
      seen(before, "the token is as it was", Files.readString(token).equals(WORD));
    } finally {
      host.destroy();
      host.waitFor();
    }
  }

  private static void seen(String before, String what, boolean isSo) {
    System.out.println(before + "seen outside|" + what + "|" + (isSo ? "held" : "ESCAPED"));
  }

  private static String priority(long pid) throws IOException {
    var stat = Files.readString(Path.of("/proc", "" + pid, "stat"));
    return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ")).get(16);
  }

  private static long beside(Path file) throws IOException {
    try (var files = Files.list(file.getParent())) {
      return files.filter(one -> one.getFileName().toString().startsWith("outside")).count();
    }
  }

  /** What a profile is there to allow. */
  private static Set<String> allowed(String profile) {
    return switch (profile) {
      case "offline" -> Set.of("write", "git");
      case "workspace+net" -> Set.of("net");
      default -> Set.of();
    };
  }

  private static void git(Path folder) throws Exception {
    var made =
        new ProcessBuilder("git", "init", "-q", "--template=", folder.toString())
            .inheritIO()
            .start();
    if (made.waitFor() != 0) {
      throw new IllegalStateException("git init failed");
    }
  }

  private static String disk() throws IOException {
    try (var devices = Files.list(Path.of("/dev"))) {
      return devices
          .map(Path::toString)
          .filter(name -> name.matches("/dev/([sv]d[a-z]|nvme\\d+n\\d+)"))
          .findFirst()
          .orElse("/dev/vda");
    }
  }
}
