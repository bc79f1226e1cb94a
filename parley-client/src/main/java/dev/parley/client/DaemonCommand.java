package dev.parley.client;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * How the daemon is started: a holder, which starts it and starts it again. The holder is the small
 * program that the launcher came with, or a JVM where there is none.
 *
 * @param daemon the daemon's command line
 * @param holder the holder's command line up to its arguments
 */
public record DaemonCommand(List<String> holder, List<String> daemon) {
  private static final String HOLDER = "dev.parley.pty.Holder";

  /**
   * By itself the JVM takes a share of the machine's memory and fills that with garbage before it
   * collects any. A daemon has some 20 MB alive, and a fifth of a gigabyte with all sessions it may
   * have and long scrollbacks in each. Where that does not do, it ends: a daemon that has lost
   * threads to a lack of memory serves nobody, and the holder starts the next.
   */
  public static final List<String> HEAP =
      List.of("-Xms24m", "-Xmx512m", "-XX:+ExitOnOutOfMemoryError");

  public DaemonCommand {
    holder = List.copyOf(holder);
    daemon = List.copyOf(daemon);
  }

  /** The same with more options for the daemon's JVM. */
  public DaemonCommand with(List<String> options) {
    var more = new ArrayList<>(daemon);
    more.addAll(1, options);
    return new DaemonCommand(holder, more);
  }

  /** The same with another main class. */
  public DaemonCommand startedBy(Class<?> main) {
    var line = new ArrayList<>(daemon);
    line.set(line.indexOf("-cp") + 2, main.getName());
    return new DaemonCommand(holder, line);
  }

  /**
   * The java that runs this process, with its flags and class path, and other arguments to its main
   * class.
   */
  public static DaemonCommand likeThisProcess(String... arguments) {
    var own = ownCommandLine();
    var classPath = own.indexOf("-cp");
    if (classPath < 0 || classPath + 2 >= own.size()) {
      throw new ClientException(
          ClientException.Code.NO_DAEMON,
          "This program was not started in a way that a daemon could be",
          "Start the daemon with ./parley");
    }
    var daemon = like(own.subList(0, classPath + 3), arguments);
    var holder = System.getProperty("parley.holder", "");
    return Files.isExecutable(Path.of(holder)) && !holder.isEmpty()
        ? new DaemonCommand(List.of(holder), daemon)
        : of(own.get(classPath + 1), daemon);
  }

  /** A daemon's command line, from that of a command or of another daemon. */
  static List<String> like(List<String> own, String... arguments) {
    var daemon = new ArrayList<>(own);
    daemon.set(0, java());
    // It stays, so it deserves the compiler that takes its time.
    daemon.remove("-XX:TieredStopAtLevel=1");
    daemon.removeAll(HEAP);
    daemon.addAll(1, HEAP);
    daemon.addAll(List.of(arguments));
    return daemon;
  }

  /** A daemon's command line, and a holder from a class path. */
  public static DaemonCommand of(String classPath, List<String> daemon) {
    return new DaemonCommand(
        List.of(
            java(),
            "-Xmx16m",
            "-Xss512k",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            classPath,
            HOLDER),
        daemon);
  }

  /** The whole command line of a holder for a home. */
  public List<String> line(Home home) {
    var line = new ArrayList<>(holder);
    line.add(home.lock().toString());
    line.addAll(daemon);
    return line;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static List<String> ownCommandLine() {
    try {
      // Not everything there need be text: the arguments of a command may be any bytes.
      var line = Files.readAllBytes(Path.of("/proc/self/cmdline"));
      return Arrays.asList(new String(line, StandardCharsets.UTF_8).split("\0"));
    } catch (IOException elsewhere) {
      return List.of();
    }
  }

  /** Starts a holder and leaves it alone. One that is not needed ends by itself. */
  void start(Home home) throws IOException {
    var log = home.logs().resolve("holder.log").toFile();
    var builder =
        new ProcessBuilder(line(home))
            .directory(Path.of("/").toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
            .redirectError(ProcessBuilder.Redirect.appendTo(log));
    if (home.runtime().equals(home.state())) {
      builder.environment().put("PARLEY_HOME", home.state().toString());
    }
    builder.start();
  }
}
