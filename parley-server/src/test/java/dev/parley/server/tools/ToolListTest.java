package dev.parley.server.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.server.mcp.Tool;
import dev.parley.session.Sessions;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the lists of tools cost, say and are documented as. */
class ToolListTest {
  private static final int CHARACTERS_A_TOKEN = 4;
  private static final Path PAGE = Path.of("..", "docs", "tools.md");

  private static List<Tool> tools(Toolset toolset) {
    try (var sessions = Sessions.inProcess()) {
      return toolset.tools(Engine.alone(sessions, ClientOptions.PROGRAM));
    }
  }

  @Test
  void theDefaultListCostsAnAgentNoMoreThan1900Tokens() {
    for (var answers : Answers.values()) {
      var list =
          tools(Toolset.PARLEY).stream()
              .map(answers::of)
              .map(tool -> tool.toJson().toString())
              .toList();

      assertThat(String.join(",", list).length() / CHARACTERS_A_TOKEN)
          .as(answers.wire())
          .isLessThanOrEqualTo(1900);
    }
  }

  @Test
  void everyParameterHasATypeAndNoOthersAreTaken() {
    for (var toolset : Toolset.values()) {
      for (var tool : tools(toolset)) {
        var schema = tool.inputSchema();
        assertThat(schema.path("additionalProperties").asBoolean(true)).as(tool.name()).isFalse();
        for (var parameter : schema.path("properties").properties()) {
          assertThat(parameter.getValue().has("type") || parameter.getValue().has("anyOf"))
              .as("%s.%s", tool.name(), parameter.getKey())
              .isTrue();
        }
      }
    }
  }

  @Test
  void everyToolSaysWhetherItOnlyReads() {
    for (var toolset : Toolset.values()) {
      for (var tool : tools(toolset)) {
        assertThat(tool.toJson().has("annotations")).as(tool.name()).isTrue();
      }
    }
  }

  @Test
  void toolsetsAreNamedAsTheyAreTyped() {
    assertThat(Toolset.named("all")).containsExactly(Toolset.values());
    assertThat(Toolset.named("unified-exec, parley"))
        .isEqualTo(Set.of(Toolset.PARLEY, Toolset.UNIFIED_EXEC));
    assertThatThrownBy(() -> Toolset.named("parlay"))
        .hasMessageContaining("parley, tricode, unified-exec, terminal");
  }

  /** Run with {@code -Dparley.write=true} to bring the page up to date. */
  @Test
  void thePageOfToolsIsCurrent() throws Exception {
    var page = new ToolsPage(ToolListTest::tools).text();
    if (Boolean.getBoolean("parley.write")) {
      Files.writeString(PAGE, page);
    }

    assertThat(Files.readString(PAGE, StandardCharsets.UTF_8)).isEqualTo(page);
  }
}
