package dev.parley.bench.hostile;

import dev.parley.bench.Options;
import dev.parley.bench.Report;
import dev.parley.bench.http.Daemon;
import dev.parley.bench.http.Delays;
import dev.parley.client.DaemonCommand;
import dev.parley.server.access.Role;
import dev.parley.server.access.Tokens;
import java.io.FileOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Honest callers alone, and beside hostile ones: how long they wait, which threads of the daemon
 * live, and what memory it has. The hostile ones are a process of their own that gets a processor
 * when nobody else wants one, and the honest ones, where that is allowed, have the daemon's, so
 * that what the honest notice is the daemon's doing and not a busy machine's. The kernel shares
 * processors among sessions (setsid) first and looks at nice values only within one, so each has a
 * session of its own.
 *
 * <p>Two processors are busy with attackers alone, whatever they attack. So they also attack a
 * server that does nothing but turn them away, while the honest ones go about their business with
 * the daemon: what the honest notice of that is the machine's doing.
 *
 * <p>Options: {@code --minutes N} under attack (5), {@code --alone N} seconds before it (30),
 * {@code --each N} for seconds of each kind of attack by itself instead, {@code --write}.
 */
public final class HostileBench {
  private static final Duration BETWEEN = Duration.ofMillis(40);
  private static final double MOST = 3;

  /** The control group of the attackers. */
  private static final String GROUP = "parley-hostile";

  /** What the holder gives the daemon. */
  private static final String AS_THE_DAEMON = "-10";

  /** Until most of what the honest need is compiled. */
  private static final Duration WARM_UP = Duration.ofSeconds(20);

  private final Daemon daemon;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final String url;
  private final List<Honest> honest = new ArrayList<>();

  /** Something an honest caller does again and again. */
  private interface Act {
    void run() throws Exception;
  }

  private record Honest(String name, Act act) {}

  private HostileBench(Daemon daemon) {
    this.daemon = daemon;
    this.url = daemon.url();
    var rest = daemon.startSession("cat");
    var local = daemon.startSession("cat");
    var look = daemon.startSession("cat");
    var token = daemon.token();
    var watcher = new Tokens(daemon.folder()).make("honest", Role.WATCH, false, Optional.empty());
    honest.add(
        new Honest("a turn over REST", () -> post("/v1/sessions/" + rest + "/input", token)));
    honest.add(new Honest("a turn over the socket", () -> daemon.turn(local, "hello")));
    honest.add(new Honest("one session over REST", () -> get("/v1/sessions/" + look, token)));
    honest.add(new Honest("the list over REST, may watch", () -> get("/v1/sessions", watcher)));
  }

  public static void main(String[] options) throws Exception {
    var report = Report.of("hostile", "Honest callers beside hostile ones");
    var seconds = Options.number(options, "--alone", 30);
    var minutes = Options.number(options, "--minutes", 5);
    important(AS_THE_DAEMON);
    Runtime.getRuntime().addShutdownHook(new Thread(() -> important("0")));
    try (var daemon = Daemon.start(DaemonCommand.HEAP.toArray(String[]::new))) {
      var bench = new HostileBench(daemon);
      bench.during(WARM_UP);
      var alone = bench.during(Duration.ofSeconds(seconds));
      var pid = daemon.pid();
      var threads = threads(pid);
      var before = daemon.resident();
      if (Arrays.asList(options).contains("--each")) {
        bench.each(report, alone, Duration.ofSeconds(Options.number(options, "--each", 15)));
        report.finish(options);
        return;
      }
      Map<String, Delays> elsewhere;
      try (var other = Elsewhere.start();
          var _ = Attack.start(daemon, other.url(), "")) {
        elsewhere = bench.during(Duration.ofSeconds(seconds));
      }
      Map<String, Delays> attacked;
      String tried;
      long most;
      double busy;
      double attackersBusy;
      try (var attack = Attack.start(daemon, daemon.url(), "")) {
        var spent = daemon.processorTime();
        attacked = bench.during(Duration.ofMinutes(minutes));
        busy = (daemon.processorTime() - spent) / (60.0 * minutes);
        attackersBusy = attack.processorTime() / (60.0 * minutes);
        most = daemon.resident();
        tried = attack.summary();
      }
      var after = bench.during(Duration.ofSeconds(seconds));
      bench.tell(report, alone, elsewhere, attacked, after);
      var lost = new TreeSet<>(threads);
      lost.removeAll(threads(daemon.pid()));
      report.header("of the daemon", "before", "after");
      report.row("process", "" + pid, daemon.pid() == pid ? "the same" : "another: it ended");
      report.row(
          "its own threads", "" + threads.size(), lost.isEmpty() ? "all live" : "lost " + lost);
      report.row(
          "memory, MiB",
          "" + before,
          "%d under attack, %d after".formatted(most, daemon.resident()));
      report.text(
          String.format(
              Locale.ROOT,
              "%d minutes under attack, heap as shipped (%s). The daemon kept %.2f processors busy, the attackers %.2f. Honest callers act 25 times a second each; times are in ms. Attackers: %s.",
              minutes,
              String.join(" ", DaemonCommand.HEAP),
              busy,
              attackersBusy,
              tried));
    }
    report.finish(options);
  }

  /** How important this session is to the kernel; an ordinary user cannot make it more so. */
  private static void important(String nice) {
    try (var file = new FileOutputStream("/proc/self/autogroup")) {
      file.write(nice.getBytes(StandardCharsets.US_ASCII));
    } catch (IOException notAllowed) {
      System.err.println("The honest callers are as important as everything else here");
    }
  }

  private void tell(
      Report report,
      Map<String, Delays> alone,
      Map<String, Delays> elsewhere,
      Map<String, Delays> attacked,
      Map<String, Delays> after) {
    report.header(
        "honest",
        "alone p50 / p99",
        "attackers elsewhere p50 / p99",
        "under attack p50 / p99",
        "after p50 / p99",
        "p99 ratio",
        "must");
    for (var one : alone.keySet()) {
      var quiet = alone.getOrDefault(one, new Delays());
      var loud = attacked.getOrDefault(one, new Delays());
      report.row(
          one,
          shown(quiet),
          shown(elsewhere.getOrDefault(one, new Delays())),
          "%s (%d)".formatted(shown(loud), loud.count()),
          shown(after.getOrDefault(one, new Delays())),
          String.format(Locale.ROOT, "%.2f", loud.percentile(99) / quiet.percentile(99)),
          String.format(Locale.ROOT, "≤ %.0f", MOST));
    }
    report.text("");
  }

  /** One kind of attack after the other, to see which of them is noticed. */
  private void each(Report report, Map<String, Delays> alone, Duration time) throws Exception {
    var caller = honest.getFirst().name();
    report.header(
        "attack", caller + ", p50 / p99", "p99 ratio", "processors: daemon, attackers", "tried");
    var quiet = alone.getOrDefault(caller, new Delays());
    report.row("none", shown(quiet), "1", "", "");
    for (var kind : Attackers.KINDS) {
      try (var attack = Attack.start(daemon, daemon.url(), kind)) {
        during(Duration.ofSeconds(2)); // the attackers start
        var spent = daemon.processorTime();
        var theirs = attack.processorTime();
        var delays = during(time).getOrDefault(caller, new Delays());
        var seconds = time.toMillis() / 1e3;
        report.row(
            kind,
            shown(delays),
            String.format(Locale.ROOT, "%.2f", delays.percentile(99) / quiet.percentile(99)),
            String.format(
                Locale.ROOT,
                "%.2f, %.2f",
                (daemon.processorTime() - spent) / seconds,
                (attack.processorTime() - theirs) / seconds),
            attack.summary());
      }
    }
  }

  private static String shown(Delays delays) {
    return String.format(Locale.ROOT, "%.2f / %.2f", delays.percentile(50), delays.percentile(99));
  }

  /** What each honest caller waits for, while all of them go about their business. */
  private Map<String, Delays> during(Duration time) throws InterruptedException {
    var measured = new LinkedHashMap<String, Delays>();
    var callers = new ArrayList<Thread>();
    var end = System.nanoTime() + time.toNanos();
    for (var one : honest) {
      var delays = new Delays();
      measured.put(one.name(), delays);
      callers.add(Thread.ofPlatform().start(() -> again(one.act(), delays, end)));
    }
    for (var caller : callers) {
      caller.join();
    }
    return measured;
  }

  private static void again(Act act, Delays delays, long end) {
    try {
      while (System.nanoTime() < end) {
        var began = System.nanoTime();
        act.run();
        delays.add(System.nanoTime() - began);
        Thread.sleep(BETWEEN);
      }
    } catch (Exception failed) {
      throw new IllegalStateException("An honest caller was turned away", failed);
    }
  }

  private void get(String path, String token) throws Exception {
    check(token, HttpRequest.newBuilder(URI.create(url + path)).GET());
  }

  private void post(String path, String token) throws Exception {
    check(
        token,
        HttpRequest.newBuilder(URI.create(url + path))
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString("{\"text\":\"hello\"}")));
  }

  private void check(String token, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    var answer =
        http.send(
            request.header("Authorization", "Bearer " + token).build(),
            HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) {
      throw new IOException(answer.statusCode() + " " + answer.body());
    }
  }

  /** The names of the threads that the daemon cannot do without. */
  private static Set<String> threads(long pid) throws IOException {
    var names = new TreeSet<String>();
    try (Stream<Path> tasks = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (var task : tasks.toList()) {
        var name = Files.readString(task.resolve("comm")).strip();
        if (name.startsWith("parley-")) {
          names.add(name);
        }
      }
    }
    return names;
  }

  /** The process of the attackers. */
  private record Attack(Process process, Daemon daemon, List<String> sessions)
      implements AutoCloseable {
    /**
     * Runs a command when nothing else wants a processor: in a group for idle time where we may
     * make one, else with the least share there is.
     */
    private static final String LAST =
        """
        group=/sys/fs/cgroup/cpu; [ -d $group ] || group=/sys/fs/cgroup
        group=$group/%s
        { mkdir -p $group && echo 1 >$group/cpu.idle && echo $$ >$group/cgroup.procs ||
          echo 19 >/proc/self/autogroup; } 2>/dev/null
        exec nice -n 19 "$@"
        """
            .formatted(GROUP);

    static Attack start(Daemon daemon, String url, String only) throws IOException {
      var tokens = new Tokens(daemon.folder());
      tokens.revoke("hostile");
      var long3 =
          daemon.startSession("sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' a; exec cat");
      var floods = only.isEmpty() || only.equals("stream");
      var flood =
          daemon.startSession(
              "sh", "-c", LAST, "sh", floods ? "yes" : "cat", floods ? "hostile" : "-");
      var process =
          new ProcessBuilder(
                  "setsid",
                  "sh",
                  "-c",
                  LAST,
                  "sh",
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  Attackers.class.getName(),
                  url,
                  tokens.of(Role.WATCH),
                  tokens.make("hostile", Role.TYPE, true, Optional.empty()),
                  long3,
                  flood,
                  url.equals(daemon.url()) ? daemon.folder().toString() : "nowhere",
                  only)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      var begun = process.getInputStream().read(); // the first letter of it is enough
      if (begun < 0) {
        throw new IOException("The attackers did not begin");
      }
      return new Attack(process, daemon, List.of(long3, flood));
    }

    /** The processor time they have used, in seconds. */
    double processorTime() {
      return process.info().totalCpuDuration().map(Duration::toMillis).orElse(0L) / 1e3;
    }

    /** Ends them, and says what they have tried. */
    String summary() throws IOException {
      process.getOutputStream().close();
      var told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return told.lines().skip(1).reduce("", (_, last) -> last); // the first says that they began
    }

    @Override
    public void close() {
      process.destroyForcibly();
      sessions.forEach(daemon::end);
      for (var parent : List.of("/sys/fs/cgroup/cpu", "/sys/fs/cgroup")) {
        Path.of(parent, GROUP).toFile().delete(); // fails while the last of them are ending
      }
    }
  }

  /** The process of a server that turns everybody away. */
  private record Elsewhere(Process process, String url) implements AutoCloseable {
    static Elsewhere start() throws IOException {
      var process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  TurningAway.class.getName())
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      return new Elsewhere(process, process.inputReader().readLine());
    }

    @Override
    public void close() {
      process.destroyForcibly();
    }
  }
}
