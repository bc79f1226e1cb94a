package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HookFileTest {
  private static final HookFile CLAUDE = new HookFile.Claude();
  private static final HookFile CODEX = new HookFile.Codex();
  private static final String PARLEY = "/opt/it's here/parley";

  private static JsonNode json(String text) {
    return new JsonMapper().readTree(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "{\"model\": \"opus\"}\n",
        "{\"hooks\": {}}",
        "{\"hooks\": {\"Stop\": []}, \"model\": \"opus\"}",
        """
        {
          "hooks": {
            "Stop": [
              { "hooks": [{ "type": "command", "command": "say done" }] }
            ],
            "PreToolUse": [{ "matcher": "Bash", "hooks": [] }]
          }
        }
        """
      })
  void claudeGetsItsHooksOnceAndLosesThemAgain(String before) {
    var with = CLAUDE.with(before, PARLEY);
    var hooks = json(with).path("hooks");
    assertThat(hooks.path("Notification")).hasSize(1);
    assertThat(hooks.path("Notification").path(0).path("hooks").path(0).path("command").asString())
        .isEqualTo("'/opt/it'\\''s here/parley' notify --hook --kind question");
    assertThat(hooks.path("Stop").toString()).containsOnlyOnce("notify --hook --kind done");
    assertThat(hooks.path("StopFailure").toString())
        .containsOnlyOnce("notify --hook --kind failed");
    assertThat(CLAUDE.with(with, PARLEY)).isEqualTo(with);

    var moved = CLAUDE.with(with, "/elsewhere/parley");
    assertThat(json(moved).path("hooks").path("Notification")).hasSize(1);
    assertThat(moved).doesNotContain("opt");

    var without = json(CLAUDE.without(with));
    var was = json(before.isEmpty() ? "{}" : before);
    assertThat(without.path("model")).isEqualTo(was.path("model"));
    assertThat(without.path("hooks").path("PreToolUse"))
        .isEqualTo(was.path("hooks").path("PreToolUse"));
    assertThat(without.toString()).doesNotContain("parley");
    if (was.path("hooks").path("Stop").size() > 0) {
      assertThat(without).isEqualTo(was);
    }
  }

  @Test
  void hooksOfAnEarlierVersionGetWhatTheyLack() {
    var whole = CLAUDE.with("{}", PARLEY);
    var earlier = whole.replaceFirst(",\\s*\"StopFailure\": \\[[^]]*][^]]*]", "");
    assertThat(json(earlier).path("hooks").propertyNames()).containsExactly("Notification", "Stop");
    assertThat(json(CLAUDE.with(earlier, PARLEY))).isEqualTo(json(whole));
  }

  @Test
  void whatIsNoSettingsFileIsLeftAlone() {
    assertThatThrownBy(() -> CLAUDE.with("[1]", PARLEY))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> CLAUDE.with("{\"hooks\": ", PARLEY))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void codexGetsItsProgramAboveEverythingElse() {
    var before =
        """
        # settings

        model = "o3" # mine
        list = [
          ["a"]
        ]

        [tui]
        notifications = true
        """;
    var with = CODEX.with(before, "/opt/parley");
    assertThat(with)
        .isEqualTo(
            """
            # settings

            notify = ["/opt/parley", "notify", "--hook", "--kind", "done"]
            model = "o3" # mine
            list = [
              ["a"]
            ]

            [tui]
            notifications = true
            """);
    assertThat(CODEX.with(with, "/opt/parley")).isEqualTo(with);
    assertThat(CODEX.without(with)).isEqualTo(before);
    assertThat(CODEX.with("", "/opt/parley")).startsWith("notify = [").endsWith("]\n");
    assertThat(CODEX.without(before)).isEqualTo(before);
  }

  @Test
  void codexKeepsAProgramOfItsOwn() {
    assertThatThrownBy(() -> CODEX.with("notify = [\"mine\"]\n", "/opt/parley"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("notify");
  }
}
