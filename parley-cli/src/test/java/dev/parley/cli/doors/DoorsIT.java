package dev.parley.cli.doors;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Holds every conversation through every door of the built command and one daemon. */
@Timeout(300)
final class DoorsIT {
  @TempDir static Path folder;

  private static final Map<String, Door> DOORS = new LinkedHashMap<>();
  private static Command parley;
  private static Path workspace;
  private static Http http;

  @BeforeAll
  static void open() throws Exception {
    folder = folder.toRealPath();
    parley = new Command(folder.resolve("home"));
    var command = new CommandDoor(parley);
    DOORS.put("Java", new JavaDoor());
    DOORS.put("command", command);
    DOORS.put("MCP over stdio", new McpDoor(new Pipe(parley), command));
    http = Http.of(parley);
    DOORS.put("Java through the daemon", new RemoteJavaDoor(folder.resolve("home")));
    var rest = new RestDoor(http);
    DOORS.put("MCP over HTTP", new McpDoor(new HttpCarrier(http), rest));
    DOORS.put("REST", rest);
    workspace = Files.createDirectory(folder.resolve("workspace"));
    DOORS.put("REST, in a workspace", new SandboxedDoor(rest, "workspace", workspace));
  }

  @AfterAll
  static void close() {
    DOORS.values().forEach(Door::close);
    parley.run(List.of("stop"));
  }

  @TestFactory
  Stream<DynamicNode> everyDoor() {
    return EveryDoor.holds(DOORS, workspace);
  }

  @Test
  void whatIsTypedIntoTheStreamComesBackAtTheOffsetsThatRestReads() {
    var rest = new RestDoor(http);
    var stage = new Stage(rest);
    stage.program("cat").says("input waiting");
    try (var stream = new LiveStream(http, stage.session(), 0)) {
      stream.say("{\"type\":\"floor\",\"take\":true}");
      stream.type("over the wire\n");
      var bytes = stream.until("over the wire\r\nover the wire\r\n");
      stage.say("mine").says("refused held_by_human");
      var raw = stage.read("from", 0, "view", "raw", "timeout_ms", 0);
      assertThat(raw.text("output")).isEqualTo(bytes);
      assertThat(raw.number("to")).isEqualTo(stream.offset());
    }
    stage.read("until", List.of("floor"));
    stage.say("mine").says("input waiting «mine⏎»");
    stage.clear();
  }
}
