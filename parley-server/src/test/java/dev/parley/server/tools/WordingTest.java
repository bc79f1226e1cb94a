package dev.parley.server.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.mcp.Era;
import dev.parley.server.mcp.StreamClient;
import dev.parley.server.mcp.Tool;
import dev.parley.session.Sessions;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Wording;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What each toolset advises. */
@Timeout(60)
class WordingTest {
  private static final String FINGERPRINT = "SHA256:" + "k".repeat(43);
  private static final Advice ACCEPT =
      new Advice.AcceptHostKey("ssh://ada@example.org:22?fingerprint=" + FINGERPRINT);
  private static final Pattern NAME = Pattern.compile("[a-z]+(?:_[a-z]+)+");

  private static Set<String> names(Toolset... toolsets) {
    try (var sessions = Sessions.inProcess()) {
      return Arrays.stream(toolsets)
          .flatMap(toolset -> toolset.tools(Engine.alone(sessions, ClientOptions.PROGRAM)).stream())
          .map(Tool::name)
          .collect(Collectors.toSet());
    }
  }

  private static Wording wording(Toolset toolset) {
    return switch (toolset) {
      case PARLEY -> ParleyWording.WORDING;
      case TRICODE -> ToolsetWording.TRICODE;
      case UNIFIED_EXEC -> ToolsetWording.UNIFIED_EXEC;
      case TERMINAL -> ToolsetWording.TERMINAL;
    };
  }

  @ParameterizedTest
  @EnumSource
  void aToolsetAdvisesNoToolItDoesNotHave(Toolset toolset) {
    var all = names(Toolset.values());
    var advice = new ArrayList<Advice>(List.of(Advice.Step.values()));
    advice.add(new Advice.ReadFrom(7));
    advice.add(ACCEPT);

    var advised =
        advice.stream()
            .map(wording(toolset)::of)
            .flatMap(text -> NAME.matcher(text).results().map(found -> found.group()))
            .filter(all::contains)
            .collect(Collectors.toSet());

    assertThat(advised).isNotEmpty().isSubsetOf(names(toolset));
  }

  @Test
  void theTerminalToolsetTakesAFingerprintBehindTheHost() {
    assertThat(ToolsetWording.TERMINAL.of(ACCEPT))
        .endsWith("give the host example.org?fingerprint=" + FINGERPRINT);
  }

  @ParameterizedTest
  @CsvSource({
    "PARLEY, session_read, session, session_list",
    "TRICODE, read_output, session_id, list_sessions",
    "UNIFIED_EXEC, write_stdin, session_id, list_pty_sessions",
    "TERMINAL, terminal_close_session_tool, session_id, terminal_list_sessions_tool"
  })
  void whoAsksForNoSessionIsToldHowToListThem(
      Toolset toolset, String tool, String field, String list) throws Exception {
    try (var sessions = Sessions.inProcess();
        var client =
            StreamClient.of(Era.STATEFUL, AgentServer.of(sessions, Set.of(toolset), "1"))) {
      var answer = client.call(tool, "{\"%s\": \"nobody\"}".formatted(field));

      assertThat(answer.path("content").path(0).path("text").asString())
          .contains("List the sessions with " + list);
    }
  }
}
