package dev.parley.session.sandbox;

import dev.parley.pty.Wrapping;
import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.SandboxProfile.Writing;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Confines children. A profile is tried on this host before the first child gets it; where it
 * cannot be enforced the child is refused, and never started without it.
 */
public final class Sandboxes {
  /** Variables that lead to, or are, something that a sandbox hides. */
  private static final List<String> DROPPED =
      List.of(
          "SSH_AUTH_SOCK",
          "SSH_AGENT_PID",
          "GPG_AGENT_INFO",
          "DBUS_*",
          "XDG_RUNTIME_DIR",
          "DISPLAY",
          "WAYLAND_DISPLAY",
          "XAUTHORITY",
          "DOCKER_HOST",
          "CONTAINER_HOST",
          "KUBECONFIG",
          "TMUX",
          "STY",
          "PARLEY_*",
          "AWS_*",
          "*_TOKEN",
          "*_SECRET",
          "*_SECRET_KEY",
          "*_PASSWORD",
          "*_API_KEY",
          "*_CREDENTIALS");

  private static final int PATIENCE_SECONDS = 10;
  private static final String WORKS = "";

  private final List<Path> ours;
  private final OwnFiles files;
  private final Map<SandboxProfile, String> trials = new ConcurrentHashMap<>();

  /** Makes a file of ours with this content, and says where it is. */
  @FunctionalInterface
  public interface OwnFiles {
    Path made(String name, byte[] content);
  }

  /**
   * @param ours folders of Parley's own, which no child may see
   */
  public Sandboxes(List<Path> ours, OwnFiles files) {
    this.ours = List.copyOf(ours);
    this.files = files;
  }

  /**
   * What puts a child into its sandbox.
   *
   * @param readable files of ours that it needs all the same
   * @param taken files of ours that it reads and empties
   * @param proxy the folder with the socket of its proxy, for a profile with a list of hosts
   * @throws Refusal when this host cannot enforce the profile, or it does not fit the directory
   */
  public Wrapping around(
      SandboxProfile profile,
      Path directory,
      List<Path> readable,
      List<Path> taken,
      Optional<Path> proxy) {
    if (!profile.isConfined()) {
      return Wrapping.NONE;
    }
    var workspace = real(directory);
    var inside = new Inside(profile, workspace, hidden(profile), readable, taken, proxy);
    check(inside);
    var bubblewrap = bubblewrap();
    if (proxy.isPresent() && !bubblewrap.hasBridge()) {
      throw cannot(profile, "there is no parley-inside, which carries connections to the proxy");
    }
    var refused = trials.computeIfAbsent(profile, one -> trial(bubblewrap, inside));
    if (!refused.equals(WORKS)) {
      trials.remove(profile); // what was missing may be installed meanwhile
      throw cannot(profile, refused);
    }
    Wrapping wrapping =
        (path, arguments) -> {
          checkSeen(inside, path);
          return bubblewrap.command(inside, path, arguments);
        };
    // Without a network of its own, what listens on the host's abstract sockets is in reach.
    return profile.network().equals(Network.Whole.HOST) ? wrapping.scoped() : wrapping;
  }

  /** Tries a profile in a folder; empty when this host enforces it, else why it does not. */
  public Optional<String> tried(SandboxProfile profile, Path directory) {
    try {
      var inside =
          new Inside(
              profile, real(directory), hidden(profile), List.of(), List.of(), Optional.empty());
      var refused = trial(bubblewrap(), inside);
      return refused.equals(WORKS) ? Optional.empty() : Optional.of(refused);
    } catch (Refusal refused) {
      return Optional.of(String.valueOf(refused.getMessage()));
    }
  }

  /** Whether there is something to carry connections out of a sandbox to its proxy. */
  public static boolean hasBridge() {
    return InnerProgram.find().isPresent();
  }

  /** What is left of an environment inside. */
  public static void confine(SandboxProfile profile, Map<String, String> environment) {
    if (profile.isConfined()) {
      environment
          .keySet()
          .removeIf(
              name ->
                  isIn(profile.dropped(), name)
                      || (isIn(DROPPED, name) && !isIn(profile.passed(), name)));
    }
  }

  private static boolean isIn(Collection<String> patterns, String name) {
    return patterns.stream().anyMatch(pattern -> matches(pattern, name));
  }

  private static boolean matches(String pattern, String name) {
    if (pattern.startsWith("*")) {
      return name.endsWith(pattern.substring(1));
    }
    return pattern.endsWith("*")
        ? name.startsWith(pattern.substring(0, pattern.length() - 1))
        : name.equals(pattern);
  }

  private Set<Path> hidden(SandboxProfile profile) {
    var hidden = new LinkedHashSet<>(HiddenPaths.secrets());
    ours.forEach(path -> HiddenPaths.addReal(hidden, path));
    profile.hidden().forEach(path -> HiddenPaths.addReal(hidden, path));
    hidden.addAll(ListeningSockets.now());
    return hidden;
  }

  private static void check(Inside inside) {
    var workspace = inside.directory();
    for (var hidden : inside.hidden()) {
      if (workspace.startsWith(hidden)) {
        throw bad(
            "The sandbox %s hides the directory '%s'".formatted(inside.profile().name(), hidden));
      }
    }
    for (var writable : inside.profile().writable()) {
      if (!Files.exists(writable)) {
        throw new Refusal(
            Refusal.Code.BAD_INPUT,
            "The sandbox %s writes to '%s', which is not there"
                .formatted(inside.profile().name(), writable),
            "Make it, or take it out of the profile");
      }
    }
    if (inside.profile().writing() != Writing.WORKSPACE) {
      return;
    }
    if (HiddenPaths.homes().stream().anyMatch(home -> home.startsWith(workspace))) {
      throw bad(
          "A workspace is a folder of its own: '%s' holds a user's whole home, with what runs at"
                  .formatted(workspace)
              + " the next login");
    }
    for (var folder : List.of("/proc", "/sys", "/dev")) {
      if (workspace.startsWith(folder)) {
        throw bad("'%s' cannot be a workspace".formatted(workspace));
      }
    }
  }

  /** A program that is there outside and hidden inside would end with a riddle. */
  private static void checkSeen(Inside inside, String path) {
    var file = real(inside.directory().resolve(path));
    var covered =
        inside.profile().writing() != Writing.ANYWHERE
            && Bubblewrap.isScratch(file)
            && !inside.isBelowWorkspace(file)
            && inside.readable().stream().noneMatch(file::startsWith);
    if (covered || inside.hidden().stream().anyMatch(file::startsWith)) {
      throw bad("The sandbox %s hides '%s'".formatted(inside.profile().name(), path));
    }
  }

  private Bubblewrap bubblewrap() {
    var program =
        Arrays.stream(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":", -1))
            .filter(folder -> folder.startsWith("/"))
            .map(folder -> Path.of(folder, "bwrap"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.UNSUPPORTED_HERE,
                        "There is no bwrap on this host to confine a session with",
                        "Install bubblewrap; nothing is started unconfined in place of it"));
    var filter =
        SystemCallFilter.forThisHost()
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.UNSUPPORTED_HERE,
                        "Parley has no filter of system calls for this processor",
                        "Start without a sandbox, in a container"));
    return new Bubblewrap(
        program,
        files.made("calls.bpf", filter),
        files.made("empty", new byte[0]),
        InnerProgram.find());
  }

  /** Runs {@code true} inside; empty when that went well, else what was said. */
  private static String trial(Bubblewrap bubblewrap, Inside inside) {
    try {
      var process =
          new ProcessBuilder(bubblewrap.command(inside, "/bin/true", List.of("true")))
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "bwrap did not end within %d s".formatted(PATIENCE_SECONDS);
      }
      if (process.exitValue() == 0) {
        return WORKS;
      }
      var said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return said.isEmpty() ? "bwrap ended with " + process.exitValue() : said;
    } catch (IOException failed) {
      return String.valueOf(failed.getMessage());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return "it was interrupted";
    }
  }

  static Path real(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException gone) {
      return path.toAbsolutePath().normalize(); // the start says what is wrong with it
    }
  }

  private static Refusal bad(String sentence) {
    return new Refusal(
        Refusal.Code.BAD_INPUT, sentence, "Choose another directory, or another sandbox");
  }

  private static Refusal cannot(SandboxProfile profile, String why) {
    return new Refusal(
        Refusal.Code.UNSUPPORTED_HERE,
        "This host cannot enforce the sandbox %s: %s".formatted(profile.name(), why),
        "Nothing is started unconfined in place of it");
  }
}
