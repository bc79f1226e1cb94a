package dev.parley.server.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.mcp.Era;
import dev.parley.server.mcp.StreamClient;
import dev.parley.server.tools.AgentServer;
import dev.parley.server.tools.ClientOptions;
import dev.parley.server.tools.Toolset;
import dev.parley.session.Sessions;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every way for an agent to start something is under the policy. */
final class PolicyOfToolsetsTest {
  private static final Policy POLICY =
      PolicyReader.read(
          "{\"agents\": {\"most\": \"read-only\"}, \"toolsets\": {\"tricode\": {\"most\": \"offline\"}}}");

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      value = {
        "PARLEY, session_start, `{'command': 'touch /var/made-by-an-agent; echo over'}`",
        "UNIFIED_EXEC, unified_exec, `{'cmd': 'touch /var/made-by-an-agent; echo over', 'yield_time_ms': 20000}`",
        "TRICODE, run_command, `{'command': '(exec 3<>/dev/tcp/192.0.2.1/80); echo over'}`",
        "TERMINAL, terminal_auto_command_tool, `{'command': 'touch /var/made-by-an-agent; echo over'}`"
      })
  void whatAnAgentStartsIsConfined(Toolset toolset, String tool, String arguments)
      throws Exception {
    try (var sessions = Sessions.inProcess();
        var client =
            StreamClient.of(
                Era.STATEFUL,
                AgentServer.of(
                    sessions, Set.of(toolset), "1", ClientOptions.PROGRAM, () -> POLICY))) {
      var answer = client.call(tool, arguments.replace('\'', '"')).toString();

      assertThat(answer)
          .contains("over")
          .contains(toolset == Toolset.TRICODE ? "unreachable" : "Read-only file system");
    }
  }

  @ParameterizedTest
  @CsvSource({"none", "workspace"})
  void moreThanIsAllowedIsRefusedWithWhatIs(String profile) throws Exception {
    try (var sessions = Sessions.inProcess();
        var client =
            StreamClient.of(
                Era.STATEFUL,
                AgentServer.of(
                    sessions, Set.of(Toolset.PARLEY), "1", ClientOptions.PROGRAM, () -> POLICY))) {
      var answer =
          client
              .call(
                  "session_start", "{\"command\": \"id\", \"sandbox\": \"%s\"}".formatted(profile))
              .toString();

      assertThat(answer).contains("not_allowed").contains("Use read-only");
    }
  }
}
