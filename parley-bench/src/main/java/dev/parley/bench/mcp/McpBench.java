package dev.parley.bench.mcp;

import dev.parley.bench.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Turns through MCP against peers, which take turns round by round. Options: {@code --write}, and
 * {@code --peers FOLDER} for a folder with a {@code node_modules} that has Desktop Commander in it:
 *
 * <pre>
 *  echo '{"overrides": {"typedarray.prototype.slice": "1.0.5"}}' > package.json
 *  npm install --ignore-scripts @wonderwhy-er/desktop-commander@0.2.52
 * </pre>
 */
public final class McpBench {
  private static final int ROUNDS = 5;
  private static final int TURNS = 40;
  private static final Path ROOT = Path.of("").toAbsolutePath();

  private final Report report = Report.of("mcp", "Turns through MCP");
  private final Path home;
  private final Optional<Path> modules;

  private McpBench(Path home, List<String> options) {
    this.home = home;
    var at = options.indexOf("--peers");
    modules =
        at < 0
            ? Optional.empty()
            : Optional.of(Path.of(options.get(at + 1), "node_modules")).filter(Files::isDirectory);
  }

  public static void main(String[] options) throws IOException, InterruptedException {
    var home = Files.createTempDirectory("parley-bench");
    var bench = new McpBench(home, List.of(options));
    bench.report.header("what", "Parley", "Desktop Commander", "tmux, polled", "ratio", "target");
    bench.startUp();
    bench.turns();
    bench.hardPrompts();
    bench.claims();
    bench.report.text(
        """
        Times are medians over %d rounds in which the servers take turns, measured by the client at the other end of the \
        pipe. Desktop Commander 0.2.52 is called with `interact_with_process` and its own defaults. tmux is no MCP server: it \
        is driven by `send-keys` and `capture-pane` in a loop without a pause, until the last line is the prompt the script \
        was told; the ratio is against Desktop Commander where it was measured."""
            .formatted(ROUNDS));
    bench.stopDaemon();
    bench.report.finish(options);
  }

  private Contestant parley(String... options) {
    return new Contestant.Parley(ROOT, home, options);
  }

  private void stopDaemon() throws IOException, InterruptedException {
    var stop = new ProcessBuilder(ROOT.resolve("parley").toString(), "stop").inheritIO();
    stop.environment().putAll(Map.of("PARLEY_NO_BUILD", "1", "PARLEY_HOME", home.toString()));
    var unused = stop.start().waitFor();
  }

  private Optional<Contestant> commander() {
    return modules.map(Contestant.DesktopCommander::new);
  }

  // --- start-up -------------------------------------------------------------------------------

  private void startUp() {
    var ours = new double[ROUNDS];
    var alone = new double[ROUNDS];
    var theirs = new double[ROUNDS];
    parley().close(); // the daemon is there from now on
    for (var round = 0; round < ROUNDS; round++) {
      ours[round] = timeToOpen(() -> parley());
      alone[round] = timeToOpen(() -> parley("--in-process"));
      if (modules.isPresent()) {
        theirs[round] = timeToOpen(() -> commander().orElseThrow());
      }
    }
    row(
        "start to the answer to `initialize`, daemon running",
        ours,
        theirs,
        new double[0],
        "≤ 400 ms");
    row(
        "start to the answer to `initialize`, engine in the same process",
        alone,
        theirs,
        new double[0],
        "≤ 900 ms");
  }

  private static double timeToOpen(Supplier<Contestant> open) {
    var started = System.nanoTime();
    try (var _ = open.get()) {
      return millis(started);
    }
  }

  // --- turns ----------------------------------------------------------------------------------

  private void turns() {
    try (var parley = parley();
        var tmux = new Contestant.Tmux(">>>")) {
      var commander = commander();
      tmux.start("python3 -q");
      // Let the server compile what one that has run for a while has compiled.
      for (var turn = 0; turn < 2000; turn++) {
        parley.trivial();
      }
      trivial(parley, commander, tmux);
      parley.start("python3 -q");
      commander.ifPresent(peer -> peer.start("python3 -i -q"));
      for (var turn = 0; turn < 500; turn++) {
        parley.say("1+1");
      }
      python(parley, commander, tmux);
      commander.ifPresent(Contestant::close);
    }
  }

  /** Each makes its calls in a row, as a client does, and then it is the next one's turn. */
  private void trivial(Contestant parley, Optional<Contestant> commander, Contestant tmux) {
    var ours = new ArrayList<Double>();
    var theirs = new ArrayList<Double>();
    var polled = new ArrayList<Double>();
    for (var round = 0; round < ROUNDS; round++) {
      for (var turn = 0; turn < TURNS; turn++) {
        ours.add(time(parley::trivial));
      }
      for (var turn = 0; turn < TURNS / ROUNDS; turn++) {
        commander.ifPresent(peer -> theirs.add(time(peer::trivial)));
        polled.add(time(tmux::trivial));
      }
    }
    row(
        "a call that lists the sessions, of which there are none",
        array(ours),
        array(theirs),
        array(polled),
        "≤ 0.3 ms");
  }

  private void python(Contestant parley, Optional<Contestant> commander, Contestant tmux) {
    var ours = new ArrayList<Double>();
    var theirs = new ArrayList<Double>();
    var polled = new ArrayList<Double>();
    for (var round = 0; round < ROUNDS; round++) {
      for (var turn = 0; turn < TURNS; turn++) {
        ours.add(timeOfTurn(parley, round * TURNS + turn));
      }
      for (var turn = 0; turn < TURNS / ROUNDS; turn++) {
        var number = round * TURNS + turn;
        commander.ifPresent(peer -> theirs.add(timeOfTurn(peer, number)));
        polled.add(timeOfTurn(tmux, number));
      }
    }
    row(
        "a turn with python, prompt known to all",
        array(ours),
        array(theirs),
        array(polled),
        "≤ 2 ms, ≥ 25×");
  }

  private static double timeOfTurn(Contestant contestant, int number) {
    var answer = Integer.toString(2000 + number);
    return time(() -> check(contestant.say("2000+" + number), answer));
  }

  private static void check(String answer, String expected) {
    if (!answer.contains(expected)) {
      throw new AssertionError("expected %s in: %s".formatted(expected, answer));
    }
  }

  // --- prompts that are in nobody's list ------------------------------------------------------

  private void hardPrompts() {
    hard("a turn with `cat`, no prompt at all", "cat", "hello");
    hard(
        "a turn with a prompt of the program's own",
        "python3 -c \"while True: print(input('What next, then: '))\"",
        "hello");
  }

  private void hard(String what, String command, String line) {
    try (var parley = parley()) {
      var commander = commander();
      parley.start(command);
      commander.ifPresent(peer -> peer.start(command));
      for (var turn = 0; turn < 200; turn++) {
        parley.say(line);
      }
      var ours = new ArrayList<Double>();
      var theirs = new ArrayList<Double>();
      for (var turn = 0; turn < 3; turn++) {
        ours.add(time(() -> check(parley.say(line), line)));
        commander.ifPresent(peer -> theirs.add(time(() -> peer.say(line))));
      }
      row(what, array(ours), array(theirs), new double[0], "right at once");
      commander.ifPresent(Contestant::close);
    }
  }

  // --- what they say about a program ----------------------------------------------------------

  private void claims() {
    claim(
        "says of a password prompt",
        "python3 -c \"import getpass; getpass.getpass('Key: ')\"",
        "secret");
    claim("says of `cat`", "cat", "waiting");
    claim(
        "says of a program that prints `>>> ` and sleeps",
        "printf '>>> '; exec sleep 60",
        "working");
  }

  private void claim(String what, String command, String truth) {
    try (var parley = parley()) {
      var ours = parley.claim(command);
      var theirs =
          commander()
              .map(
                  peer -> {
                    try (peer) {
                      return peer.claim(command);
                    }
                  })
              .orElse("–");
      report.row(what, ours, theirs, "cannot say", "–", truth);
    }
  }

  // --- figures --------------------------------------------------------------------------------

  private void row(String what, double[] ours, double[] theirs, double[] polled, String target) {
    var ratio = theirs.length > 0 ? median(theirs) / median(ours) : Double.NaN;
    report.row(
        what,
        shown(ours),
        modules.isPresent() ? shown(theirs) : "not installed",
        shown(polled),
        Double.isNaN(ratio) || ratio == 0 ? "–" : String.format(Locale.ROOT, "%.1f×", ratio),
        target);
  }

  private static String shown(double[] times) {
    return times.length == 0 ? "–" : String.format(Locale.ROOT, "%.2f ms", median(times));
  }

  private static double median(double[] values) {
    var sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double time(Runnable act) {
    var started = System.nanoTime();
    act.run();
    return millis(started);
  }

  private static double millis(long started) {
    return (System.nanoTime() - started) / 1e6;
  }
}
