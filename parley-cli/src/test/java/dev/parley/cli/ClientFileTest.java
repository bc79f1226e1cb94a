package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ClientFileTest {
  private static final ClientFile JSON = new ClientFile.Json("mcpServers");
  private static final ClientFile TOML = new ClientFile.Toml("[mcp_servers.parley]");
  private static final String ENTRY =
      """
      {
        "command": "parley"
      }""";

  @Test
  void anEmptyFileGetsTheEntryAlone() {
    assertThat(JSON.with("", ENTRY))
        .isEqualTo(
            """
            {
              "mcpServers": {
                "parley": {
                  "command": "parley"
                }
              }
            }
            """);
  }

  @Test
  void commentsOrderAndOtherServersStayAsTheyAre() {
    var before =
        """
        // mine
        {
          "theme": "dark", /* keep */
          "mcpServers": {
            "other": { "command": "x" }, // trailing
          },
        }
        """;

    var after = JSON.with(before, ENTRY);

    assertThat(after)
        .isEqualTo(
            """
            // mine
            {
              "theme": "dark", /* keep */
              "mcpServers": {
                "other": { "command": "x" },
                "parley": {
                  "command": "parley"
                }, // trailing
              },
            }
            """);
    assertThat(JSON.with(after, ENTRY)).isEqualTo(after);
    assertThat(JSON.without(after)).isEqualTo(before);
  }

  @Test
  void anOldEntryIsReplacedWhereItStands() {
    var before =
        """
        {"mcpServers": {"parley": {"command": "/old", "args": ["}", "\\""]}, "b": {}}, "z": 1}
        """;

    assertThat(JSON.with(before, "{}"))
        .isEqualTo("{\"mcpServers\": {\"parley\": {}, \"b\": {}}, \"z\": 1}\n");
    assertThat(JSON.without(before)).isEqualTo("{\"mcpServers\": {\"b\": {}}, \"z\": 1}\n");
  }

  @Test
  void aSectionThatIsNotThereIsAdded() {
    assertThat(JSON.with("{\n  \"a\": [1, {\"b\": null}]\n}\n", "{}"))
        .isEqualTo(
            """
            {
              "a": [1, {"b": null}],
              "mcpServers": {
                "parley": {}
              }
            }
            """);
  }

  @Test
  void aFileThatIsNotJsonIsRefused() {
    for (var text : new String[] {"[]", "{\"a\": ", "{a: 1}", "{\"a\" 1}", "{\"a\": 1 \"b\": 2}"}) {
      assertThatThrownBy(() -> JSON.with(text, ENTRY))
          .as(text)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void aTableOfTomlIsAppendedReplacedAndRemoved() {
    var before =
        """
        model = "x"

        [mcp_servers.parley]
        command = "/old"

        [mcp_servers.parley.env]
        A = "1"

        [mcp_servers.parley2]
        command = "keep"
        """;

    var after = TOML.with(before, "command = \"new\"");

    assertThat(after)
        .isEqualTo(
            """
            model = "x"

            [mcp_servers.parley2]
            command = "keep"

            [mcp_servers.parley]
            command = "new"
            """);
    assertThat(TOML.with(after, "command = \"new\"")).isEqualTo(after);
    assertThat(TOML.without(after))
        .isEqualTo("model = \"x\"\n\n[mcp_servers.parley2]\ncommand = \"keep\"\n");
    assertThat(TOML.with("", "a = 1")).isEqualTo("[mcp_servers.parley]\na = 1\n");
  }
}
