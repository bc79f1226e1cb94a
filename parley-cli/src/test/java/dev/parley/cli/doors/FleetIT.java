package dev.parley.cli.doors;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Three daemons, a broker between them, and what goes through the doors of one to the others. */
@Timeout(120)
final class FleetIT {
  @TempDir static Path folder;

  private static final Map<String, Door> DOORS = new LinkedHashMap<>();
  private static final Map<String, Command> NODES = new LinkedHashMap<>();
  private static Process broker;
  private static int port;
  private static CommandDoor command;

  @BeforeAll
  static void open() throws Exception {
    folder = folder.toRealPath();
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    broker = broker();
    for (var name : List.of("a", "b", "c")) {
      var node = new Command(folder.resolve(name));
      NODES.put(name, node);
      until(() -> join(node, name).code() == 0);
    }
    var a = node("a");
    until(() -> up() == 3);
    command = new CommandDoor(a);
    var rest = new RestDoor(Http.of(a));
    DOORS.put("command", new FarDoor(command, "b"));
    DOORS.put("MCP over stdio", new FarDoor(new McpDoor(new Pipe(a), command), "b"));
    DOORS.put("REST", new FarDoor(rest, "b"));
  }

  private static Process broker() throws IOException {
    return new ProcessBuilder("/usr/sbin/nats-server", "-a", "127.0.0.1", "-p", "" + port)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("broker.log").toFile())
        .start();
  }

  private static Command.Ran join(Command node, String name) {
    return node.run(
        List.of("join", "nats://127.0.0.1:" + port, "--node", name, "--label", "name=" + name));
  }

  @AfterAll
  static void close() {
    DOORS.values().forEach(Door::close);
    NODES.values().forEach(node -> node.run(List.of("stop")));
    broker.destroyForcibly();
  }

  private static void until(BooleanSupplier holds) {
    while (!holds.getAsBoolean()) {
      LockSupport.parkNanos(20_000_000);
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("The test is over");
      }
    }
  }

  private static Command node(String name) {
    return Objects.requireNonNull(NODES.get(name), name);
  }

  private static JsonNode json(String node, String... words) {
    return Door.JSON.readTree(node(node).run(List.of(words)).out());
  }

  private static long up() {
    return json("a", "nodes", "--json")
        .path("nodes")
        .valueStream()
        .filter(node -> node.path("state").asString().equals("up"))
        .count();
  }

  private static String state(String node) {
    return json("a", "nodes", "--json")
        .path("nodes")
        .valueStream()
        .filter(one -> one.path("node").asString().equals(node))
        .map(one -> one.path("state").asString())
        .findFirst()
        .orElse("");
  }

  private static void kill(String signal, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", signal, "" + pid).start().waitFor()).isZero();
  }

  // --- the same as through any door -----------------------------------------------------------

  @TestFactory
  Stream<DynamicNode> everyDoor() {
    return EveryDoor.holds(DOORS, folder);
  }

  // --- failures -------------------------------------------------------------------------------

  @Test
  void aKilledDaemonLosesNothingForWhoReadsFromAfar() throws Exception {
    var stage = new Stage(new FarDoor(command, "b"));
    stage.start("read -r x; for i in $(seq 1 40); do echo line $i; sleep 0.1; done; echo over");
    var before = json("b", "nodes", "--json");
    stage.say("go", "timeout_ms", 0);
    var read =
        CompletableFuture.supplyAsync(
            () -> stage.read("from", 0, "until", List.of("exit"), "timeout_ms", 30_000));
    kill("-KILL", json("b", "status", "--json").path("daemon").path("pid").asLong());
    var lines = read.get().text("output").lines().filter(line -> line.startsWith("line")).toList();
    assertThat(lines).hasSize(40).doesNotHaveDuplicates();
    assertThat(read.get().text("state")).isEqualTo("exited");
    until(() -> up() == 3);
    assertThat(epoch("b")).isEqualTo(epoch(before, "b"));
    stage.clear();
  }

  private static String epoch(String node) {
    return epoch(json("a", "nodes", "--json"), node);
  }

  private static String epoch(JsonNode fleet, String node) {
    return fleet
        .path("nodes")
        .valueStream()
        .filter(one -> one.path("node").asString().equals(node))
        .map(one -> one.path("epoch").asString())
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aKilledDaemonUnderAFloodLosesNothingForWhoWatchesFromAfar() throws Exception {
    var stage = new Stage(new FarDoor(command, "b"));
    stage.start("read -r x; for i in $(seq 1 60); do seq 1 3000; sleep 0.05; done; echo over");
    var watching = node("a").start("logs", "-f", stage.session());
    var watched =
        CompletableFuture.supplyAsync(
            () -> {
              try (var out = watching.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8);
              } catch (IOException gone) {
                throw new UncheckedIOException(gone);
              }
            });
    stage.say("go", "timeout_ms", 0);
    until(() -> stage.read("timeout_ms", 0).field("to").asLong() > 100_000);
    kill("-KILL", json("b", "status", "--json").path("daemon").path("pid").asLong());
    var lines = watched.get();
    assertThat(watching.waitFor()).isZero();
    var here = stage.session().substring(stage.session().indexOf('/') + 1);
    var http = Http.of(node("b"));
    var kept = http.send(http.request("/v1/sessions/" + here + "/export?format=raw").build());
    assertThat(kept.body()).hasSizeGreaterThan(800_000);
    assertThat(lines.equals(kept.body().replace("\r", ""))).isTrue();
    until(() -> up() == 3);
    stage.clear();
  }

  @Test
  void whoWatchesFromAfarGoesOnAfterItsOwnDaemonWasKilled() throws Exception {
    var stage = new Stage(new FarDoor(command, "b"));
    stage.start("read -r x; for i in $(seq 1 40); do echo line $i; sleep 0.1; done");
    until(() -> state("c").equals("up"));
    var watching = node("c").start("logs", "-f", stage.session());
    var watched = watching.inputReader();
    stage.say("go", "timeout_ms", 0);
    var lines = new ArrayList<String>();
    for (var line = watched.readLine(); line != null; line = watched.readLine()) {
      lines.add(line);
      if (line.equals("line 3")) {
        kill("-KILL", json("c", "status", "--json").path("daemon").path("pid").asLong());
      }
    }
    var all = IntStream.rangeClosed(1, 40).mapToObj(number -> "line " + number);
    assertThat(lines).containsExactlyElementsOf(Stream.concat(Stream.of("go"), all).toList());
    assertThat(watching.waitFor()).isZero();
    until(() -> up() == 3);
    stage.clear();
  }

  @Test
  void whoWatchesFromAfarHoldsOnWhenItsNextDaemonDoesNotKnowTheNode() throws Exception {
    var stage = new Stage(new FarDoor(command, "b"));
    stage.start("echo here; read -r x; echo over", "until", List.of("input"));
    until(() -> state("c").equals("up"));
    var watching = node("c").start("logs", "-f", stage.session());
    var watched = watching.inputReader();
    assertThat(watched.readLine()).isEqualTo("here");
    var away = json("b", "status", "--json").path("daemon").path("pid").asLong();
    kill("-STOP", away);
    kill("-KILL", json("c", "status", "--json").path("daemon").path("pid").asLong());
    until(() -> node("c").run(List.of("read", stage.session())).err().contains("no node 'b'"));
    kill("-CONT", away);
    until(() -> state("b").equals("up"));
    stage.say("go");
    assertThat(watched.lines()).containsExactly("go", "over");
    assertThat(watching.waitFor()).isZero();
    until(() -> up() == 3);
    stage.clear();
  }

  @Test
  void aNodeWhoseHolderDiedTooHasLostItsSessionsAndShowsTheirLastScreen() throws Exception {
    var stage = new Stage(new FarDoor(command, "c"));
    stage.program("cat").says("input waiting");
    stage.say("last words").says("input waiting «last words⏎»");
    until(() -> state("c").equals("up"));
    var before = epoch("c");
    assertThat(json("a", "list", "--fleet", "--json").path("sessions")).isNotEmpty();
    var status = json("c", "status", "--json");
    kill("-STOP", status.path("holder").path("pid").asLong()); // or it would start another daemon
    kill("-KILL", status.path("daemon").path("pid").asLong());
    kill("-KILL", status.path("holder").path("pid").asLong());
    until(() -> state("c").equals("unreachable"));
    stage.say("anybody").says("refused unreachable");
    assertThat(node("c").run(List.of("list")).code()).isZero(); // starts the next daemon
    until(() -> state("c").equals("up"));
    assertThat(epoch("c")).isNotEqualTo(before);
    var lost = stage.read("view", "screen", "timeout_ms", 0);
    assertThat(lost.text("state")).isEqualTo("lost");
    assertThat(lost.answer().toString()).contains("last words");
    stage.say("anybody").says("refused exited");
    stage.clear();
  }

  @Test
  void peopleAttachToASessionOfAnotherNode() {
    var far = new Stage(new FarDoor(command, "b"));
    // With a prompt in sight, who starts an attach is told at once that it waits.
    far.program("sh", "-c", "printf '> '; exec cat").says("input waiting ‹> ›");
    var near = new Stage(command);
    near.program(Command.PARLEY.toString(), "attach", far.session());
    near.say("hello from afar", "until", List.of("quiet"));
    until(
        () ->
            far.read("from", 0, "timeout_ms", 0)
                .text("output")
                .contains("hello from afar\nhello from afar"));
    assertThat(far.listed(true).text("floor")).isEqualTo("human");
    near.keys("C-]");
    near.read("until", List.of("exit"));
    until(() -> far.listed(true).text("floor").equals("agent"));
    near.clear();
    far.clear();
  }

  @Test
  void aWebSocketAndEventsReachOtherNodes() throws Exception {
    var far = new Stage(new FarDoor(command, "b"));
    far.program("cat").says("input waiting");
    var http = Http.of(node("a"));
    var address = far.session().replace("/", "%2F");
    var events =
        http.client()
            .send(
                http.request("/v1/events?fleet=true").build(), HttpResponse.BodyHandlers.ofLines())
            .body()
            .iterator();
    assertThat(events.next()).isEqualTo("event: sessions");
    assertThat(events.next()).contains(far.session()).contains("\"node\":\"b\"");
    try (var stream = new LiveStream(http, address, 0)) {
      stream.say("{\"type\":\"floor\",\"take\":true}");
      stream.type("over the wire\r");
      assertThat(stream.until("over the wire\r\nover the wire\r\n")).isNotEmpty();
      var line = events.next();
      while (!line.contains(far.session()) || !line.contains("\"floor\":\"human\"")) {
        line = events.next();
      }
    }
    var metrics = http.send(http.request("/metrics").build()).body();
    assertThat(metrics)
        .contains("parley_fleet_connected 1")
        .contains("parley_fleet_nodes{state=\"up\"} 3")
        .contains("parley_fleet_node_sessions{node=\"b\"}");
    var doctor = json("a", "doctor", "--json").path("capabilities");
    assertThat(
            doctor
                .valueStream()
                .filter(one -> one.path("name").asString().startsWith("fleet"))
                .map(one -> one.path("name").asString() + " " + one.path("ok").asBoolean()))
        .containsExactly("fleet broker true", "fleet nodes true", "fleet clocks true");
    far.clear();
  }

  @Test
  void aStoppedNodeIsUnreachableAndComesBackAsItWas() throws Exception {
    var stage = new Stage(new FarDoor(command, "c"));
    stage.program("cat").says("input waiting");
    var pid = json("c", "status", "--json").path("daemon").path("pid").asLong();
    assertThat(json("a", "list", "--fleet", "--json").path("sessions")).isNotEmpty();
    kill("-STOP", pid);
    try {
      stage.say("perhaps").says("refused unknown_outcome");
      until(() -> state("c").equals("unreachable"));
      stage.say("lost").says("refused unreachable");
      var list = json("a", "list", "--fleet", "--json");
      assertThat(list.path("unreachable").path(0).asString()).isEqualTo("c");
      assertThat(
              list.path("sessions")
                  .valueStream()
                  .filter(one -> one.path("node").asString().equals("c"))
                  .map(one -> one.path("state").asString()))
          .containsExactly("unreachable");
    } finally {
      kill("-CONT", pid);
    }
    until(() -> state("c").equals("up"));
    stage.say("back", "pattern", "back\\nback");
    var output = stage.read("from", 0).text("output");
    assertThat(output).isIn("back\nback\n", "perhaps\nperhaps\nback\nback\n");
    stage.clear();
  }

  @Test
  void aNodeThatDrainsTakesNothingNewAndGoesWhenItsLastSessionEnds() throws Exception {
    until(() -> state("c").equals("up"));
    var stage = new Stage(new FarDoor(command, "c"));
    stage.program("cat").says("input waiting");
    var leaving = node("c").start("leave", "--drain=1m");
    until(() -> state("c").equals("draining"));
    new Stage(new FarDoor(command, "c")).program("cat").says("refused limit");
    stage.say("still here").says("input waiting «still here⏎»");
    stage.keys("C-d").says("exit exited 0");
    assertThat(leaving.waitFor()).isZero();
    until(() -> state("c").isEmpty());
    assertThat(join(node("c"), "c").code()).isZero();
    until(() -> up() == 3);
    stage.clear();
  }

  @Test
  void theBrokerKilledAndBack() throws Exception {
    var stage = new Stage(new FarDoor(command, "b"));
    stage.program("cat").says("input waiting");
    var unused = broker.destroyForcibly().waitFor();
    until(() -> !json("a", "nodes", "--json").path("connected").asBoolean());
    stage.say("lost").says("refused unreachable");
    var near = new Stage(command);
    near.program("cat").says("input waiting");
    near.say("here").says("input waiting «here⏎»");
    broker = broker();
    until(() -> up() == 3);
    stage.say("back").says("input waiting «back⏎»");
    stage.read("from", 0).says("input waiting «back⏎back⏎»"); // echoed, and printed again
    stage.clear();
    near.clear();
  }

  @Test
  void theFleetStartsByLabel() {
    var started =
        new Stage.Seen(
            command.call(
                "session_start",
                Stage.object("target", "fleet:name=c", "command", "echo here I am")));
    started.says("exit exited 0 «here I am⏎»");
    assertThat(started.text("session")).startsWith("c/");
  }

  // --- a host on its own ----------------------------------------------------------------------

  @Test
  void aDaemonThatHasNotJoinedLoadsNothingOfTheFleetUntilItDoes() throws Exception {
    var alone = new Command(folder.resolve("alone"));
    alone.run(List.of("start", "--wait", "echo hello"));
    try {
      assertThat(alone.run(List.of("nodes")).err()).contains("in no fleet");
      var pid =
          Door.JSON
              .readTree(alone.run(List.of("status", "--json")).out())
              .path("daemon")
              .path("pid")
              .asLong();
      assertThat(loaded(pid)).contains("dev.parley.server.daemon.Daemon");
      assertThat(loaded(pid)).noneMatch(FleetIT::isFleet);
      assertThat(threads(pid)).noneMatch(name -> name.startsWith("parley-fleet"));
      assertThat(join(alone, "alone").code()).isZero();
      assertThat(loaded(pid)).anyMatch(FleetIT::isFleet);
      assertThat(threads(pid)).anyMatch(name -> name.startsWith("parley-fleet"));
      assertThat(alone.run(List.of("leave")).code()).isZero();
      until(() -> threads(pid).stream().noneMatch(name -> name.startsWith("parley-fleet")));
    } finally {
      alone.run(List.of("stop"));
    }
  }

  private static boolean isFleet(String name) {
    return name.startsWith("io.nats.") || name.startsWith("dev.parley.fleet.");
  }

  private static List<String> loaded(long pid) throws Exception {
    var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    var process = new ProcessBuilder(jcmd, "" + pid, "VM.class_hierarchy").start();
    try (var out = process.inputReader()) {
      return out.lines()
          .map(line -> line.replaceFirst("^[| -]*", "").replaceFirst("/.*", ""))
          .toList();
    }
  }

  private static List<String> threads(long pid) {
    try (var tasks = Files.list(Path.of("/proc", "" + pid, "task"))) {
      return tasks.map(FleetIT::name).toList();
    } catch (IOException gone) {
      return List.of();
    }
  }

  private static String name(Path task) {
    try {
      return Files.readString(task.resolve("comm")).strip();
    } catch (IOException ended) {
      return "";
    }
  }
}
