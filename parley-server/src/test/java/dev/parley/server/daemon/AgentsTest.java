package dev.parley.server.daemon;

import static dev.parley.server.daemon.RunningDaemon.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.Connection;
import dev.parley.client.Hello;
import dev.parley.server.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Which sessions an agent finds: its own and people's, unless it is told of all. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
final class AgentsTest {
  @TempDir Path folder;
  private RunningDaemon daemon;

  @BeforeEach
  void start() {
    daemon = new RunningDaemon(folder);
    assertThat(daemon.pid()).isPositive();
  }

  @AfterEach
  void end() {
    daemon.close();
  }

  /** An agent at the daemon's socket. */
  private final class Agent implements AutoCloseable {
    private final Connection connection;
    private final BufferedReader in;
    private int last;

    Agent(String name, String tools, String options) throws IOException {
      var hello =
          Hello.to("mcp", RunningDaemon.VERSION)
              .with("tools", tools)
              .with("options", options)
              .line();
      connection = Connection.connect(daemon.home, hello).orElseThrow();
      in = new BufferedReader(new InputStreamReader(connection.in(), StandardCharsets.UTF_8));
      var params = Json.object().put("protocolVersion", "2025-11-25");
      params.putObject("capabilities");
      params.putObject("clientInfo").put("name", name).put("version", "1");
      ask("initialize", params);
    }

    JsonNode ask(String method, ObjectNode params) throws IOException {
      var message = Json.object().put("jsonrpc", "2.0").put("id", ++last).put("method", method);
      message.set("params", params);
      connection.out().write((Json.text(message) + "\n").getBytes(StandardCharsets.UTF_8));
      connection.out().flush();
      for (var line = in.readLine(); line != null; line = in.readLine()) {
        var answer = Json.parse(line);
        if (answer.path("id").asInt(-1) == last) {
          return answer;
        }
      }
      throw new IOException("The daemon hung up");
    }

    String tool(String name, ObjectNode arguments) throws IOException {
      var params = Json.object().put("name", name);
      params.set("arguments", arguments);
      return Json.text((ObjectNode) ask("tools/call", params));
    }

    String start(String name) throws IOException {
      var answer = tool("session_start", json().put("command", "exec cat").put("name", name));
      assertThat(answer).contains("waiting");
      return find(name);
    }

    @Override
    public void close() {
      connection.close();
    }
  }

  /** A person sees all. */
  private String find(String name) {
    for (var one : daemon.ask("session_list", json()).path("sessions")) {
      if (one.path("name").asString("").equals(name)) {
        return one.path("session").asString();
      }
    }
    throw new AssertionError("There is no session " + name);
  }

  @Test
  void anAgentFindsItsOwnSessionsAndThoseOfPeople() throws IOException {
    daemon.call("session_start", json().put("command", "exec cat").put("name", "of-a-person"));
    try (var ada = new Agent("ada", "all", "");
        var bob = new Agent("bob", "all", "");
        var all = new Agent("bob", "parley", "sessions=all")) {
      var theirs = ada.start("of-ada");
      bob.start("of-bob");

      for (var list : new String[] {"session_list", "terminal_list_sessions_tool"}) {
        assertThat(bob.tool(list, json())).doesNotContain("of-ada").doesNotContain(theirs);
      }
      assertThat(bob.tool("session_list", json())).contains("of-bob", "of-a-person");
      assertThat(bob.tool("session_read", json().put("session", theirs)))
          .contains("There is no session");
      assertThat(bob.tool("session_read", json().put("session", "of-ada")))
          .contains("There is no session");
      assertThat(bob.tool("session_close", json().put("session", theirs)))
          .contains("There is no session");
      assertThat(bob.tool("read_output", json().put("session_id", theirs).put("timeout", 0)))
          .doesNotContain("\"output\"");
      assertThat(Json.text((ObjectNode) bob.ask("resources/list", json())))
          .contains("of-bob", "of-a-person")
          .doesNotContain("of-ada");
      var read = json().put("uri", "parley://sessions/" + theirs + "/screen");
      assertThat(bob.ask("resources/read", read).has("error")).isTrue();
      assertThat(bob.ask("resources/subscribe", read).has("error")).isTrue();

      assertThat(all.tool("session_list", json())).contains("of-ada", "of-bob", "of-a-person");
      assertThat(all.tool("session_read", json().put("session", "of-ada").put("timeout_ms", 0)))
          .doesNotContain("There is no session");
      try (var again = new Agent("ada", "parley", "")) {
        assertThat(again.tool("session_list", json())).contains("of-ada", "of-a-person");
      }
    }
  }

  @Test
  void anAgentFindsItsOwnAfterARestart() throws IOException {
    try (var ada = new Agent("ada", "parley", "")) {
      ada.start("of-ada");
    }
    RunningDaemon.kill(daemon.pid());
    assertThat(find("of-ada")).isNotEmpty();
    try (var ada = new Agent("ada", "parley", "");
        var bob = new Agent("bob", "parley", "")) {
      assertThat(ada.tool("session_list", json())).contains("of-ada");
      assertThat(bob.tool("session_list", json())).doesNotContain("of-ada");
    }
  }
}
