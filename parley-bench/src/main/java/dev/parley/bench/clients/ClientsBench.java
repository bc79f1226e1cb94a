package dev.parley.bench.clients;

import dev.parley.bench.Report;
import dev.parley.bench.agents.AgentProgram;
import dev.parley.bench.agents.Asked;
import dev.parley.bench.agents.ModelServer;
import dev.parley.bench.agents.Reply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * Plays one conversation with Parley's tools through each coding agent, set up by {@code parley
 * config}, and tells what of each answer reaches the model. {@code parley-bench/programs} installs
 * them. Options: {@code --only claude,codex}, {@code --log} keeps the requests and what was
 * printed.
 */
public final class ClientsBench {
  private static final Path ROOT = Path.of("").toAbsolutePath();
  private static final int MOST_NAPS = 10;

  /** Behind the name of a client whose server is told to send text and fields. */
  private static final String BOTH = "-both";

  private static final Pattern SEARCH = Pattern.compile("(?i)tool_?search");
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  /** A conversation of one client: what its model heard of each call, and when it wanted it. */
  private static final class Talk {
    private final Map<Step, Heard> heard = new EnumMap<>(Step.class);
    private List<String> tools = List.of();
    private long wanted;
    private int before;
    private int naps;
    private boolean searched;
    private final List<Step> steps;

    Talk(List<Step> steps) {
      this.steps = steps;
    }

    /** Whether the tools are there; clients connect to their servers while they begin to talk. */
    synchronized boolean isReady(Asked asked) {
      tools = asked.tools();
      if (offered() > 0 || naps == MOST_NAPS) {
        return true;
      }
      naps++;
      return false;
    }

    /** The tool by which a client lets its model find others; every second time it is tried. */
    synchronized Optional<String> search() {
      var found = tools.stream().filter(name -> SEARCH.matcher(name).find()).findFirst();
      searched |= found.isPresent();
      return naps % 2 == 0 ? found : Optional.empty();
    }

    synchronized String found() {
      return offered() + (searched ? ", once searched for" : "");
    }

    /** Takes what came since the last call, and returns which call is next. */
    synchronized Optional<Step> next(Asked asked) {
      var results = asked.results().size() - naps;
      var since = asked.since();
      if (results > 0) {
        // Pictures may come in a message of their own, behind the result.
        heard.put(
            steps.get(Math.min(results, steps.size()) - 1),
            Heard.of(since.subList(Math.min(before, since.size()), since.size()), elapsed()));
      }
      before = since.size();
      wanted = System.nanoTime();
      return results < steps.size() ? Optional.of(steps.get(results)) : Optional.empty();
    }

    private double elapsed() {
      return (System.nanoTime() - wanted) / 1e9;
    }

    synchronized Optional<Heard> heard(Step step) {
      return Optional.ofNullable(heard.get(step));
    }

    synchronized long offered() {
      return tools.stream().filter(name -> name.contains("session_")).count();
    }
  }

  private final Map<String, Talk> talks = new ConcurrentHashMap<>();
  private final Map<String, Map<String, String>> variables = new ConcurrentHashMap<>();
  private final ModelServer server;
  private final Path folder;

  private ClientsBench(Path folder, boolean log) throws IOException {
    this.folder = folder;
    server =
        new ModelServer(
            this::reply, log ? Optional.of(folder.resolve("requests")) : Optional.empty());
  }

  private Reply reply(Asked asked) {
    var talk = talk(asked.program());
    if (!talk.isReady(asked)) {
      return talk.search().map(ClientsBench::search).orElseGet(() -> nap(asked.program()));
    }
    var next = talk.next(asked);
    if (next.equals(Optional.of(Step.ASK))) {
      Thread.startVirtualThread(() -> typeSecret(asked.program()));
    }
    return next.<Reply>map(
            step -> new Reply.Call(Duration.ZERO, step.toolAmong(asked.tools()), step.arguments()))
        .orElseGet(() -> Reply.say("That is all."));
  }

  private static Reply search(String tool) {
    var names = Stream.of(Step.values()).map(step -> step.toolAmong(List.of())).distinct().toList();
    var arguments = JsonMapper.builder().build().createObjectNode();
    arguments.put("query", "select:" + String.join(",", names));
    return new Reply.Call(Duration.ZERO, tool, arguments);
  }

  /** The person: types the password as soon as it is asked for. */
  private void typeSecret(String name) {
    var own = folder.resolve(name);
    var parley = ROOT.resolve("parley").toString();
    var script =
        "for i in $(seq 100); do %1$s list --json | grep -q '\"asked\"' && break; sleep 0.3; done; echo %2$s | %1$s secret talk"
            .formatted(parley, Step.SECRET);
    try {
      run(
          List.of("sh", "-c", script),
          variables.getOrDefault(name, Map.of()),
          own.resolve("project"),
          own.resolve("typed"));
    } catch (IOException | InterruptedException failed) {
      System.err.println("The person could not type: " + failed);
    }
  }

  /** What is said with a client; with both forms of an answer, one call says enough. */
  private Talk talk(String name) {
    return talks.computeIfAbsent(
        name, _ -> new Talk(name.endsWith(BOTH) ? List.of(Step.START) : List.of(Step.values())));
  }

  /** Time passes for a model when it calls something that takes some. */
  private static Reply nap(String name) {
    var program =
        AgentProgram.clients().stream()
            .filter(one -> name.startsWith(one.name()))
            .findFirst()
            .orElseThrow();
    var arguments = program.toolArguments();
    var field = arguments.has("cmd") ? "cmd" : "command";
    arguments.retain(field, "description").put(field, "sleep 1");
    return new Reply.Call(Duration.ZERO, program.tool(), arguments);
  }

  public static void main(String[] arguments) throws IOException, InterruptedException {
    var options = List.of(arguments);
    var folder = Files.createTempDirectory(Path.of("/var/tmp"), "parley-clients");
    var bench = new ClientsBench(folder, options.contains("--log"));
    var only = options.indexOf("--only");
    var chosen = only < 0 ? List.<String>of() : List.of(options.get(only + 1).split(","));
    var report =
        Report.of("clients", "Clients")
            .header(
                "client",
                "tools",
                "of both forms",
                "60,000 tokens",
                "image",
                "a person asked",
                "75 s wait");
    for (var program : AgentProgram.clients()) {
      if (program.isInstalled() && (chosen.isEmpty() || chosen.contains(program.name()))) {
        bench.play(program, "");
        bench.play(program, BOTH);
        bench.row(report, program);
      }
    }
    report.finish(arguments);
    bench.server.close();
    System.err.println("kept in " + folder);
    System.exit(0);
  }

  private void row(Report report, AgentProgram program) throws IOException {
    var talk = talk(program.name());
    report.row(
        program.name() + " " + program.version(),
        talk.found(),
        talk(program.name() + BOTH).heard(Step.START).map(Heard::form).orElse("–"),
        talk.heard(Step.LARGE).map(Heard::size).orElse("–"),
        talk.heard(Step.IMAGE).map(heard -> heard.image().toString()).orElse("–"),
        talk.heard(Step.ASK).map(Heard::person).orElse("–"),
        talk.heard(Step.LONG).map(Heard::patience).orElse("–"));
  }

  private void play(AgentProgram program, String variant) throws IOException, InterruptedException {
    var name = program.name() + variant;
    var own = folder.resolve(name);
    var home = Files.createDirectories(own.resolve("home"));
    var project = Files.createDirectories(own.resolve("project"));
    var given = program.prepare(home, project, server.address(name));
    variables.put(name, given);
    var parley = ROOT.resolve("parley").toString();
    if (program.isConfigured()) {
      run(
          List.of(parley, "config", program.name(), "--install"),
          given,
          project,
          own.resolve("installed"));
    }
    change(program.settings(home), variant.isEmpty() ? "" : "\"--answers\", \"both\", ");
    run(List.of(parley, "list"), given, project, own.resolve("listed"));
    var command = new ArrayList<>(program.command());
    command.addAll(program.alone("please [[talk]]"));
    run(command, given, project, own.resolve("printed"));
    run(List.of(parley, "stop"), given, project, own.resolve("stopped"));
  }

  /** What was installed is told to wait for longer, and perhaps to answer in both forms. */
  private static void change(Path settings, String more) throws IOException {
    var longer = "\"mcp\", " + more + "\"--max-wait\", \"120\"$1";
    var text = Files.readString(settings).replaceFirst("\"mcp\"(\\s*\\])", longer);
    // Codex hands on none of its variables, and must not begin to build.
    var quiet =
        settings.toString().endsWith(".toml") ? "\nenv = { PARLEY_NO_BUILD = \"1\" }\n" : "";
    Files.writeString(settings, text + quiet);
  }

  private static void run(
      List<String> command, Map<String, String> variables, Path directory, Path printed)
      throws IOException, InterruptedException {
    var builder =
        new ProcessBuilder(command)
            .directory(directory.toFile())
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectErrorStream(true)
            .redirectOutput(printed.toFile());
    builder.environment().clear();
    builder.environment().putAll(variables);
    builder.environment().put("PARLEY_NO_BUILD", "1");
    var process = builder.start();
    if (!process.waitFor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
