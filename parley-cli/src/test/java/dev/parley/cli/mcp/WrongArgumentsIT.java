package dev.parley.cli.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.cli.mcp.ParleyProcess.Answer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Arguments that are wrong, for every parameter of every tool: an argument that does not exist, one
 * of another type, one that is missing. Each is an answer in the shape of its toolset, and nothing
 * is started or typed.
 */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // JUnit calls the set-up first
class WrongArgumentsIT {
  private static Desk desk;

  @BeforeAll
  static void open() {
    desk = Desk.ready();
  }

  @AfterAll
  static void close() throws Exception {
    desk.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"parley", "tricode", "unified-exec", "terminal"})
  void areRefusedInTheShapeOfTheirToolset(String toolset) {
    var parley = desk.clientOf(toolset, "--answers", "both");
    for (var tool : parley.request("tools/list").path("result").path("tools")) {
      var name = tool.path("name").asString();
      for (var arguments : wrong(tool.path("inputSchema"))) {
        var answer = parley.call(name, arguments.toArray());
        assertThat(answer.error().isMissingNode()).as("%s %s", name, arguments).isTrue();
        assertThat(answer.refused()).as("%s %s: %s", name, arguments, answer.text()).isTrue();
        assertThat(answer.code()).as("%s %s", name, arguments).isEqualTo("bad_input");
        assertShape(toolset, answer);
      }
    }
  }

  private static void assertShape(String toolset, Answer answer) {
    var fields = answer.fields();
    if (!toolset.equals("parley")) {
      assertThat(answer.text()).isEqualTo(fields.toString());
    }
    switch (toolset) {
      case "parley", "tricode" ->
          assertThat(fields.path("error").path("message").asString()).isNotEmpty();
      default -> {
        assertThat(fields.path("error").asString("")).isNotEmpty();
        assertThat(
                fields.path("success").asBoolean(true)
                    && !fields.path("status").asString("").equals("error"))
            .as(answer.text())
            .isFalse();
      }
    }
  }

  /** Argument lists that are wrong in one way each. */
  private static List<List<Object>> wrong(JsonNode schema) {
    var lists = new ArrayList<List<Object>>();
    var right = new HashMap<String, Object>();
    for (var name : schema.path("required").values()) {
      right.put(name.asString(), "nobody");
    }
    lists.add(arguments(right, "bogus", 1));
    for (var property : schema.path("properties").properties()) {
      var other = otherType(property.getValue());
      if (other != null) {
        lists.add(arguments(right, property.getKey(), other));
      }
    }
    for (var name : right.keySet()) {
      var less = new HashMap<>(right);
      less.remove(name);
      lists.add(arguments(less));
    }
    return lists;
  }

  private static @org.jspecify.annotations.Nullable Object otherType(JsonNode property) {
    return switch (property.path("type").asString("")) {
      case "string" -> Map.of("a", 1);
      case "integer", "number" -> "many";
      case "boolean" -> "maybe";
      case "array" -> 7;
      case "object" -> "none";
      default -> null; // one of several types
    };
  }

  private static List<Object> arguments(Map<String, Object> right, Object... wrong) {
    var all = new HashMap<>(right);
    if (wrong.length > 0) {
      all.put((String) wrong[0], wrong[1]);
    }
    var list = new ArrayList<Object>();
    all.forEach(
        (name, value) -> {
          list.add(name);
          list.add(value);
        });
    return list;
  }
}
