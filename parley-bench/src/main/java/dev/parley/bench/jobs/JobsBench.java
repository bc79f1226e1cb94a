package dev.parley.bench.jobs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Whole jobs through Parley and its peers. Options:
 *
 * <pre>
 *  --only NAME,…    only these jobs
 *  --with PEER,…    only these peers: parley, tmux, pexpect, commander, …
 *  --peers FOLDER   has a node_modules with the peers of npm in it
 *  --lanes N        so many peers at once; 5 unless said otherwise
 *  --show           print every call and its answer
 *  --write          put tables and plots into docs
 * </pre>
 *
 * Peers of npm are installed by {@code parley-bench/peers}; one that is not there is left out.
 */
public final class JobsBench {
  private static final long LONGEST_SECONDS = 120;

  private final List<String> options;
  private final World world;
  private final Player player;

  private JobsBench(List<String> options, World world) {
    this.options = options;
    this.world = world;
    player = new Player(world, options.contains("--show"), Duration.ofSeconds(2));
  }

  public static void main(String[] options) throws Exception {
    try (var world = new World(Files.createTempDirectory("jobs"))) {
      new JobsBench(List.of(options), world).run();
    }
  }

  private void run() throws IOException, InterruptedException {
    var wanted = words("--only");
    var jobs = new ArrayList<Job>();
    for (var job : Jobs.all()) {
      var missing = Jobs.missing(job);
      if (!wanted.isEmpty() && !wanted.contains(job.name())) {
        continue;
      }
      if (missing.isEmpty()) {
        jobs.add(job);
      } else {
        System.err.println("left out: " + job.name() + ", which needs " + missing);
      }
    }
    var results = new LinkedHashMap<String, List<Result>>();
    var about = new LinkedHashMap<String, Table.About>();
    var lanes = Executors.newFixedThreadPool(number("--lanes", 5));
    var running = new LinkedHashMap<String, Future<List<Result>>>();
    for (var entry : peers().entrySet()) {
      running.put(entry.getKey(), lanes.submit(() -> all(jobs, entry.getValue(), about)));
    }
    lanes.shutdown();
    for (var entry : running.entrySet()) {
      try {
        results.put(entry.getKey(), entry.getValue().get());
      } catch (ExecutionException failed) {
        System.err.println("left out: " + entry.getKey() + ": " + failed.getCause());
      }
    }
    results.values().removeIf(List::isEmpty);
    if (results.isEmpty()) {
      System.err.println("nothing was played");
      return;
    }
    new Table(jobs, about, results.values().stream().toList())
        .publish(options.toArray(new String[0]));
  }

  /** One peer through all jobs. */
  private List<Result> all(
      List<Job> jobs, Function<World, Peer> maker, Map<String, Table.About> about)
      throws IOException {
    var results = new ArrayList<Result>();
    var peer = maker.apply(world);
    synchronized (about) {
      about.put(peer.name(), new Table.About(peer.version(), peer.toolTokens()));
    }
    try (var watchdog = Executors.newSingleThreadScheduledExecutor()) {
      for (var job : jobs) {
        var playing = peer;
        // A server that never answers ends with its pipe.
        var limit = watchdog.schedule(playing::close, LONGEST_SECONDS, TimeUnit.SECONDS);
        var result = player.play(job, peer);
        results.add(result);
        System.err.printf(
            "%-24s %-12s %s %3d calls %6.1f s %6d + %6d tokens %s%n",
            result.peer(),
            result.job(),
            result.done() ? "done  " : "FAILED",
            result.calls(),
            result.seconds(),
            result.asked(),
            result.answered(),
            result.complaint().replace('\n', ' '));
        if (!limit.cancel(false) || result.broken()) {
          peer.close();
          peer = maker.apply(world);
        }
      }
      watchdog.shutdownNow();
    } finally {
      peer.close();
    }
    return results;
  }

  private Map<String, Function<World, Peer>> peers() {
    var peers = new LinkedHashMap<String, Function<World, Peer>>();
    peers.put("parley", ParleyPeer::new);
    peers.put("tmux", TmuxPeer::new);
    peers.put("pexpect", PexpectPeer::new);
    var modules =
        value("--peers")
            .map(Path::of)
            .orElse(Path.of(System.getProperty("user.home"), ".cache", "parley-jobs"))
            .resolve("node_modules");
    peers.put("commander", world -> new DesktopCommander(world, modules));
    peers.put("terminalcp", world -> new TerminalCp(world, modules));
    peers.put("shell-server", world -> new ShellServer(world, modules));
    peers.put("interactive", world -> new InteractiveTerminal(world, modules));
    peers.put("terminal-use", world -> new TerminalUse(world, modules));
    peers.put("tmux-mcp", world -> new TmuxMcp(world, modules));
    peers.put("terminal-mcp", world -> new TerminalMcp(world, modules));
    var wanted = words("--with");
    if (!wanted.isEmpty()) {
      peers.keySet().retainAll(wanted);
    }
    return peers;
  }

  private List<String> words(String option) {
    return value(option).map(value -> List.of(value.split(","))).orElse(List.of());
  }

  private int number(String option, int otherwise) {
    return value(option).map(Integer::parseInt).orElse(otherwise);
  }

  private Optional<String> value(String option) {
    var at = options.indexOf(option);
    return at < 0 || at + 1 >= options.size() ? Optional.empty() : Optional.of(options.get(at + 1));
  }
}
