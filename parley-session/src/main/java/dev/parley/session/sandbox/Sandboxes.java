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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

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

  /** Names the file of bubblewrap in place of the one on the path. */
  private static final String BWRAP_SETTING = "parley.bwrap";

  /** The ways to confine a child, the one that holds the most first. */
  public static final List<String> ENGINES = List.of(Bubblewrap.NAME, Landlock.NAME);

  private static final int PATIENCE_SECONDS = 10;
  private static final String WORKS = "";

  private final List<Path> ours;
  private final OwnFiles files;
  private final Map<Trial, String> trials = new ConcurrentHashMap<>();

  private record Trial(String engine, SandboxProfile profile) {}

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
   * @param session whose child it is; {@link #over} is called when it has ended
   * @param readable files of ours that it needs all the same
   * @param taken files of ours that it reads and empties
   * @param proxy the folder with the socket of its proxy, for a profile with a list of hosts
   * @throws Refusal when this host cannot enforce the profile, or it does not fit the directory
   */
  public Wrapping around(
      String session,
      SandboxProfile profile,
      Path directory,
      List<Path> readable,
      List<Path> taken,
      Optional<Path> proxy) {
    if (!profile.isConfined()) {
      return Wrapping.NONE;
    }
    var workspace = real(directory);
    var temporary = TemporaryFolder.of(session);
    var inside = new Inside(profile, workspace, hidden(profile), readable, taken, proxy, temporary);
    check(inside);
    var engine = engineFor(inside);
    return new Confinement(
        (path, arguments) -> {
          checkSeen(inside, path);
          return engine.command(inside, path, arguments);
        },
        // Without a network of its own, what listens on the host's abstract sockets is in reach.
        engine instanceof Bubblewrap && profile.network().equals(Network.Whole.HOST),
        engine.name());
  }

  /** Clears up behind the child of a session, where what stood around it was killed. */
  public static void over(String session) {
    TemporaryFolder.remove(session);
  }

  /** The first engine that holds the profile here. */
  private Engine engineFor(Inside inside) {
    var refused = new ArrayList<String>();
    for (var name : ENGINES) {
      var engine = engine(name);
      var why = engine.map(one -> held(one, inside)).orElseGet(() -> Optional.of(missing(name)));
      if (why.isEmpty()) {
        return engine.orElseThrow();
      }
      refused.add("%s: %s".formatted(name, why.get()));
    }
    throw cannot(inside.profile(), String.join("; ", refused));
  }

  /** Why an engine does not hold a profile; tried once where it does. */
  private Optional<String> held(Engine engine, Inside inside) {
    var known = engine.cannot(inside);
    if (known.isPresent()) {
      return known;
    }
    var key = new Trial(engine.name(), inside.profile());
    var refused = trials.computeIfAbsent(key, _ -> trial(engine, inside));
    if (refused.equals(WORKS)) {
      return Optional.empty();
    }
    trials.remove(key); // what was missing may be installed meanwhile
    return Optional.of(refused);
  }

  /**
   * Tries a profile in a folder with one of the engines; empty when it is enforced, else why not.
   */
  public Optional<String> tried(SandboxProfile profile, String engine, Path directory) {
    try {
      var inside =
          new Inside(
              profile,
              real(directory),
              hidden(profile),
              List.of(),
              List.of(),
              Optional.empty(),
              TemporaryFolder.of("trial-" + UUID.randomUUID()));
      return engine(engine)
          .map(one -> held(one, inside))
          .orElseGet(() -> Optional.of(missing(engine)));
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

  private Optional<Engine> engine(String name) {
    var inner = InnerProgram.find();
    return switch (name) {
      case Bubblewrap.NAME ->
          program()
              .flatMap(
                  bwrap ->
                      SystemCallFilter.forThisHost()
                          .map(
                              filter ->
                                  new Bubblewrap(
                                      bwrap,
                                      files.made("calls.bpf", filter),
                                      files.made("empty", new byte[0]),
                                      inner)));
      case Landlock.NAME ->
          inner.flatMap(
              own ->
                  SystemCallFilter.withoutNamespaces(true)
                      .map(
                          filter ->
                              new Landlock(
                                  own,
                                  files.made("calls-net.bpf", filter),
                                  files.made(
                                      "calls-alone.bpf",
                                      SystemCallFilter.withoutNamespaces(false).orElseThrow()))));
      default -> throw new IllegalArgumentException("There is no engine " + name);
    };
  }

  private static String missing(String engine) {
    if (Numbers.ofThisHost().isEmpty()) {
      return "Parley has no filter of system calls for this processor";
    }
    return engine.equals(Bubblewrap.NAME)
        ? "there is no bwrap on this host"
        : "there is no parley-inside, which applies it";
  }

  private static Optional<Path> program() {
    var named = System.getProperty(BWRAP_SETTING);
    var places =
        named == null
            ? Arrays.stream(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":", -1))
                .filter(folder -> folder.startsWith("/"))
                .map(folder -> Path.of(folder, "bwrap"))
            : Stream.of(Path.of(named));
    return places.filter(file -> Files.isRegularFile(file) && Files.isExecutable(file)).findFirst();
  }

  /** Runs {@code true} inside; empty when that went well, else what was said. */
  private static String trial(Engine engine, Inside inside) {
    try {
      var process =
          new ProcessBuilder(engine.command(inside, "/bin/true", List.of("true")))
              .directory(inside.directory().toFile())
              .redirectErrorStream(true)
              .start();
      process.getOutputStream().close();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        return "it did not end within %d s".formatted(PATIENCE_SECONDS);
      }
      if (process.exitValue() == 0) {
        return WORKS;
      }
      var said =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return said.isEmpty() ? "it ended with " + process.exitValue() : said;
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
