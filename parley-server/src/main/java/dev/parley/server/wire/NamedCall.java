package dev.parley.server.wire;

import dev.parley.server.json.Json;
import dev.parley.server.json.Schema;
import dev.parley.session.refusal.Refusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls by the names they travel under, with the fields they take and return. */
public enum NamedCall {
  START(
      """
      {"type":"object","properties":{
      "command":{"anyOf":[{"type":"string"},{"type":"array","items":{"type":"string"}}],"description":"string: run by the shell; array: run as is; absent: interactive shell"},
      "cwd":{"type":"string"},
      "env":{"type":"object","additionalProperties":{"type":"string"}},
      "name":{"type":"string","description":"usable in place of the id"},
      "cols":{"type":"integer","minimum":2,"maximum":1000,"default":120},
      "rows":{"type":"integer","minimum":1,"maximum":1000,"default":40},
      "shell":{"type":"string"},
      "login":{"type":"boolean"},
      "target":{"type":"string","description":"local, ssh://user@host:port, container:NAME, image:NAME, kubectl:POD, node:NAME or fleet"},
      "limits":{"type":"object","additionalProperties":{"type":"integer","minimum":1},"description":"memory_mb, cpu_percent, processes, open_files, file_mb, cpu_seconds, wall_s, address_space_mb"},
      "sandbox":{"type":"string","description":"what it may touch: none, read-only, workspace, workspace+net, offline, or a profile of policy.json"},
      "idle_timeout_s":{"type":"integer","minimum":1},
      "max_lifetime_s":{"type":"integer","minimum":1},
      "until":{"type":"array","items":{"type":"string","enum":["input","command","exit","match","quiet","change","floor"]},"description":"return on any of these; default input, command, exit"},
      "pattern":{"type":"string","description":"RE2 regex; also return when new output matches"},
      "quiet_ms":{"type":"integer","minimum":0,"default":1500},
      "timeout_ms":{"type":"integer","minimum":0,"default":15000,"description":"longest wait; running out is no error"},
      "max_tokens":{"type":"integer","minimum":1,"default":2000,"description":"budget for output; the middle is cut"},
      "view":{"type":"string","enum":["text","screen","raw","none"],"default":"text","description":"screen: all rows; text: of a full screen those that changed"}
      },"additionalProperties":false}
      """,
      Shapes.BRIEF_TURN),
  SEND(
      """
      {"type":"object","properties":{
      "session":{"type":"string","description":"id, unique prefix, or name"},
      "text":{"type":"string","description":"typed as is, then Enter"},
      "enter":{"type":"boolean","default":true},
      "keys":{"type":"array","items":{"type":"string"},"description":"e.g. ctrl+c, up, enter, f1, click:\\"OK\\""},
      "paste":{"type":"string"},
      "signal":{"type":"string","description":"e.g. INT, TERM"},
      "secret":{"type":"string","description":"name of a value a person supplied"},
      "if_state":{"type":"string","description":"type only in this state"},
      "if_offset":{"type":"integer","description":"type only if nothing was printed after this offset, the @ of an answer"},
      "until":{"type":"array","items":{"type":"string"}},
      "pattern":{"type":"string"},
      "quiet_ms":{"type":"integer","minimum":0},
      "timeout_ms":{"type":"integer","minimum":0},
      "max_tokens":{"type":"integer","minimum":1},
      "view":{"type":"string"}
      },"required":["session"],"additionalProperties":false}
      """,
      Shapes.TURN),
  READ(
      """
      {"type":"object","properties":{
      "session":{"type":"string"},
      "sessions":{"type":"array","items":{"type":"string"},"description":"wait on many; the first that is ready answers"},
      "from":{"type":"integer","description":"offset, or -200 for the last 200 lines; absent: where your last answer ended"},
      "to":{"type":"integer","description":"end of a stretch from an offset"},
      "grep":{"type":"string","description":"RE2; only lines that match"},
      "image":{"type":"boolean","description":"add a PNG of the screen"},
      "explain":{"type":"boolean","description":"say why this state"},
      "until":{"type":"array","items":{"type":"string"}},
      "pattern":{"type":"string"},
      "quiet_ms":{"type":"integer","minimum":0},
      "timeout_ms":{"type":"integer","minimum":0},
      "max_tokens":{"type":"integer","minimum":1},
      "view":{"type":"string"}
      },"additionalProperties":false}
      """,
      Shapes.BRIEF_TURN),
  LIST(
      """
      {"type":"object","properties":{"include_exited":{"type":"boolean","default":false},"fleet":{"type":"boolean","description":"of all nodes"}},"additionalProperties":false}
      """,
      """
      {"type":"object","properties":{"sessions":{"type":"array","items":{"type":"object"}}}}
      """),
  CLOSE(
      """
      {"type":"object","properties":{
      "session":{"type":"string"},
      "force":{"type":"boolean","description":"kill at once"},
      "grace_ms":{"type":"integer","minimum":0,"maximum":30000,"default":2000}
      },"required":["session"],"additionalProperties":false}
      """,
      """
      {"type":"object","properties":{"session":{"type":"string"},"processes":{"type":"integer"},"state":{"type":"string"}}}
      """),
  ASK(
      """
      {"type":"object","properties":{
      "session":{"type":"string"},
      "kind":{"type":"string","enum":["secret","takeover"]},
      "message":{"type":"string"},
      "timeout_ms":{"type":"integer","minimum":0,"default":50000}
      },"required":["session","kind"],"additionalProperties":false}
      """,
      """
      {"type":"object","properties":{"session":{"type":"string"},"outcome":{"type":"string"}}}
      """);

  /**
   * What every acting call returns, and the same in short: the whole of it is said once, by SEND.
   */
  private static final class Shapes {
    static final String BRIEF_TURN =
        """
        {"type":"object","properties":{"session":{"type":"string"},"why":{"type":"string"},\
        "state":{"type":"string"},"prompt":{"type":"string"},"output":{"type":"string"},\
        "to":{"type":"integer"}}}
        """;

    static final String TURN =
        """
        {"type":"object","properties":{
        "session":{"type":"string"},"name":{"type":"string"},
        "why":{"type":"string"},"state":{"type":"string"},"confidence":{"type":"string"},
        "evidence":{"type":"array","items":{"type":"string"}},
        "prompt":{"type":"string"},"fullscreen":{"type":"boolean"},"foreground":{"type":"object"},
        "exit_code":{"type":"integer"},"signal":{"type":"string"},"command":{"type":"object"},
        "output":{"type":"string"},"from":{"type":"integer"},"to":{"type":"integer"},
        "omitted":{"type":"object"},"match":{"type":"object"},"screen":{"type":"object"},
        "floor":{"type":"string"},"elapsed_ms":{"type":"integer"},"hint":{"type":"string"}}}
        """;
  }

  @SuppressWarnings("ImmutableEnumChecker") // nobody changes it
  private final ObjectNode input;

  @SuppressWarnings("ImmutableEnumChecker")
  private final ObjectNode output;

  NamedCall(String input, String output) {
    this.input = Json.parseObject(input);
    this.output = Json.parseObject(output);
  }

  /** The name as it travels: {@code session_start}. */
  public String wire() {
    return "session_" + name().toLowerCase(Locale.ROOT);
  }

  public static Optional<NamedCall> named(String word) {
    return Arrays.stream(values()).filter(call -> call.wire().equals(word)).findFirst();
  }

  /** The schema of what it takes; do not change it. */
  public ObjectNode input() {
    return input;
  }

  /** The schema of what it returns; do not change it. */
  public ObjectNode output() {
    return output;
  }

  /**
   * Parameters that fit the schema.
   *
   * @throws Refusal when these do not
   */
  public ObjectNode checked(JsonNode params) {
    var given = Schema.withoutNulls(input, params);
    var fault = Schema.faultIn(input, given);
    if (fault.isPresent() || !(given instanceof ObjectNode fields)) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT, fault.orElse("The parameters must be an object") + ".");
    }
    return fields;
  }
}
