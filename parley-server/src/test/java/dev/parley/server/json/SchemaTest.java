package dev.parley.server.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaTest {
  private static final String SCHEMA =
      """
      {
        "type": "object",
        "properties": {
          "session": {"type": "string", "minLength": 1},
          "timeout_ms": {"type": "integer", "minimum": 0, "maximum": 50000},
          "ratio": {"type": "number"},
          "view": {"type": "string", "enum": ["text", "screen", "raw", "none"]},
          "until": {"type": "array", "items": {"enum": ["input", "exit"]}, "maxItems": 2},
          "command": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]},
          "size": {"type": ["integer", "null"]},
          "env": {"type": "object", "additionalProperties": {"type": "string"}},
          "place": {
            "type": "object",
            "properties": {"row": {"type": "integer"}},
            "required": ["row"],
            "additionalProperties": false
          },
          "version": {"const": 1}
        },
        "required": ["session"],
        "additionalProperties": false
      }""";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"session": "s"}
          {"session": "s", "timeout_ms": 0, "ratio": 1.5, "view": "raw"}
          {"session": "s", "timeout_ms": 5.0, "ratio": 2}
          {"session": "s", "until": ["input", "exit"], "command": "ls"}
          {"session": "s", "until": [], "command": ["ls", "-l"]}
          {"session": "s", "size": null, "env": {"A": "b"}, "place": {"row": 1}, "version": 1}
          """)
  void whatFitsHasNoFault(String value) {
    assertThat(Schema.faultIn(Json.parse(SCHEMA), Json.parse(value))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {}                                 | session is missing
          []                                 | The value must be an object, not an array
          {"session": 5}                     | session must be a string, not a number
          {"session": ""}                    | session must be at least 1 characters long
          {"session": "s", "timeout_ms": "5"} | timeout_ms must be an integer, not a string
          {"session": "s", "timeout_ms": 1.5} | timeout_ms must be an integer, not a number
          {"session": "s", "timeout_ms": -1} | timeout_ms must be at least 0
          {"session": "s", "timeout_ms": 60000} | timeout_ms must be at most 50000
          {"session": "s", "ratio": true}    | ratio must be a number, not a boolean
          {"session": "s", "view": "scren"}  | view must be one of text, screen, raw, none (did you mean screen?)
          {"session": "s", "view": "xyz"}    | view must be one of text, screen, raw, none
          {"session": "s", "until": ["quiet"]} | until[0] must be one of input, exit
          {"session": "s", "until": ["exit", "exit", "exit"]} | until must be at most 2 items long
          {"session": "s", "command": 5}     | command must be a string, not a number, or command must be an array, not a number
          {"session": "s", "command": ["ls", 5]} | command must be a string, not an array, or command[1] must be a string, not a number
          {"session": "s", "size": "big"}    | size must be an integer or null, not a string
          {"session": "s", "env": {"A": 1}}  | env.A must be a string, not a number
          {"session": "s", "place": {}}      | place.row is missing
          {"session": "s", "place": {"rwo": 1}} | place.rwo does not exist; the fields are: row
          {"session": "s", "version": 2}     | version must be 1
          {"sesion": "s"}                    | sesion does not exist (did you mean session?); the fields are: session, timeout_ms, ratio, view, until, command, size, env, place, version
          {"session": "s", "timeoutMs": 5}   | timeoutMs does not exist (did you mean timeout_ms?); the fields are: session, timeout_ms, ratio, view, until, command, size, env, place, version
          """)
  void aFaultNamesTheFieldAndWhatWouldDo(String value, String fault) {
    assertThat(Schema.faultIn(Json.parse(SCHEMA), Json.parse(value))).hasValue(fault);
  }

  @Test
  void aKeywordItDoesNotKnowDoesNotCount() {
    assertThat(
            Schema.faultIn(
                Json.parse("{\"type\": \"string\", \"pattern\": \"^a$\"}"), Json.parse("\"b\"")))
        .isEmpty();
  }

  @Test
  void aLongNameIsNotRepeatedInFull() {
    var fault =
        Schema.faultIn(
            Json.parse(SCHEMA), Json.object().put("session", "s").put("x".repeat(100_000), 1));

    assertThat(fault).hasValueSatisfying(text -> assertThat(text).hasSizeLessThan(400));
  }
}
