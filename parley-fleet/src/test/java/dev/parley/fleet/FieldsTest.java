package dev.parley.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.calls.Asking;
import dev.parley.server.calls.ListCall;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.calls.TurnReply;
import dev.parley.server.json.Json;
import dev.parley.server.wire.CallReader;
import dev.parley.server.wire.NamedCall;
import dev.parley.server.wire.ReplyFields;
import dev.parley.session.Sessions;
import dev.parley.session.refusal.Wording;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What goes to another node and comes back says the same as here. */
final class FieldsTest {
  private static final Asking ASKING = Asking.once(Optional.empty());

  private final Sessions sessions = Sessions.inProcess();
  private final SessionCalls calls = SessionCalls.alone(sessions);

  @AfterEach
  void close() {
    sessions.close();
  }

  private TurnReply start(String params) {
    return calls.start(ASKING, CallReader.start(NamedCall.START.checked(Json.parse(params))));
  }

  private static ObjectNode travelled(ObjectNode fields) {
    return Json.parseObject(Json.text(fields));
  }

  private static void comesBack(TurnReply reply) {
    var back = TurnFields.read("b", travelled(TurnFields.of(reply)));
    var here = ReplyFields.of(reply, Wording.PLAIN);
    var there = ReplyFields.of(back, Wording.PLAIN);
    assertThat(there.remove("session").asString())
        .isEqualTo("b/" + here.remove("session").asString());
    assertThat(Json.text(there)).isEqualTo(Json.text(here));
    assertThat(back.turn().screen()).isEqualTo(reply.turn().screen());
    assertThat(back.turn().verdict()).isEqualTo(reply.turn().verdict());
    assertThat(back.turn().command()).isEqualTo(reply.turn().command());
    assertThat(back.started()).isEqualTo(reply.started());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"command\":[\"python3\",\"-q\"]}",
        "{\"command\":\"read -rs -p 'PIN: ' p\"}",
        "{\"command\":\"printf '\\\\033[31mred\\\\033[0m \\\\033]0;title\\\\007'; exit 3\"}",
        "{\"command\":\"kill -9 $$\"}",
        "{\"command\":\"echo one two; cat\",\"pattern\":\"(o..) (t..)\"}",
        "{\"command\":[\"top\"],\"view\":\"screen\"}",
        "{\"command\":\"seq 9999\",\"max_tokens\":50}",
        "{\"command\":[\"sleep\",\"9\"],\"timeout_ms\":0}",
        "{\"name\":\"sh\",\"shell\":\"/bin/bash\"}"
      })
  void aTurnComesBackAsItWas(String params) {
    comesBack(start(params));
  }

  @Test
  void anExplanationComesBackToo() {
    start("{\"command\":[\"cat\"],\"name\":\"c\"}");
    var read = CallReader.read(Json.parseObject("{\"session\":\"c\",\"explain\":true,\"from\":0}"));
    comesBack(calls.read(ASKING, read));
  }

  @Test
  void anEntryComesBackAsItWas() {
    start("{\"command\":[\"cat\"],\"name\":\"c\"}");
    start("{\"command\":\"exit 4\"}");
    for (var entry : calls.list(ASKING, new ListCall(true)).entries()) {
      var back = EntryFields.read("b", travelled(EntryFields.of(entry)));
      var here = dev.parley.server.wire.EntryFields.whole(entry);
      var there = dev.parley.server.wire.EntryFields.whole(back);
      assertThat(there.remove("node").asString()).isEqualTo("b");
      assertThat(there.remove("session").asString())
          .isEqualTo("b/" + here.remove("session").asString());
      assertThat(Json.text(there)).isEqualTo(Json.text(here));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"target\":\"node:b\"}",
        "{\"target\":\"node:b\",\"login\":true,\"shell\":\"/bin/zsh\"}",
        "{\"target\":\"node:b\",\"command\":\"a b\"}",
        "{\"target\":\"node:b\",\"command\":\"a b\",\"login\":true}",
        "{\"target\":\"node:b\",\"command\":[\"sh\",\"-c\",\"x\"]}",
        "{\"target\":\"node:b\",\"command\":[\"a\"],\"cwd\":\"~/x\",\"env\":{\"A\":\"1\",\"B\":\"\"}}",
        "{\"target\":\"node:b+container:c\",\"command\":[\"a\"]}",
        "{\"target\":\"fleet:a=b\",\"command\":[\"a\"],\"sandbox\":\"workspace\",\"name\":\"n\"}",
        "{\"target\":\"fleet\",\"command\":[\"a\"],\"limits\":{\"memory_mb\":5,\"processes\":7}}",
        "{\"target\":\"fleet\",\"idle_timeout_s\":5,\"max_lifetime_s\":6,\"cols\":90,\"rows\":9}",
        "{\"target\":\"fleet\",\"until\":[\"quiet\",\"exit\"],\"pattern\":\"x+\",\"quiet_ms\":1,"
            + "\"timeout_ms\":2,\"max_tokens\":3,\"view\":\"raw\"}"
      })
  void aStartIsReadThereAsItWasMeantHere(String params) {
    var meant = CallReader.start(NamedCall.START.checked(Json.parse(params)));
    // The node reads what it gets as if it were sent on, which leaves its own shell out of it.
    var fields = travelled(CallFields.of(meant));
    var target = fields.path("target").asString("local");
    fields.put("target", "node:b" + (target.equals("local") ? "" : "+" + target));
    var read = CallReader.start(NamedCall.START.checked(fields));
    assertThat(read.launch()).isEqualTo(meant.launch());
    assertThat(Json.text(CallFields.of(read))).isEqualTo(Json.text(CallFields.of(meant)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"session\":\"s\",\"text\":\"x\"}",
        "{\"session\":\"s\",\"text\":\"x\",\"enter\":false,\"if_state\":\"waiting\",\"if_offset\":5}",
        "{\"session\":\"s\",\"paste\":\"x\\ny\"}",
        "{\"session\":\"s\",\"signal\":\"INT\"}",
        "{\"session\":\"s\",\"secret\":\"name\"}",
        "{\"session\":\"s\",\"keys\":[\"ctrl+c\",\"up\",\"f1\",\"shift+tab\",\"space\",\"click:3,4\","
            + "\"click:\\\"OK\\\"\",\"é\",\"alt+x\"]}"
      })
  void aSendIsReadThereAsItWasMeantHere(String params) {
    var meant = CallReader.send(NamedCall.SEND.checked(Json.parse(params)));
    var read = CallReader.send(NamedCall.SEND.checked(travelled(CallFields.of(meant))));
    assertThat(read.typed()).isEqualTo(meant.typed());
    assertThat(read.guard()).isEqualTo(meant.guard());
    assertThat(Json.text(CallFields.of(read))).isEqualTo(Json.text(CallFields.of(meant)));
  }

  @Test
  void aReadIsReadThereAsItWasMeantHere() {
    var meant =
        CallReader.read(
            NamedCall.READ.checked(
                Json.parse(
                    "{\"sessions\":[\"a\",\"b\"],\"from\":-5,\"to\":9,\"grep\":\"x\","
                        + "\"explain\":true,\"timeout_ms\":7}")));
    var read = CallReader.read(NamedCall.READ.checked(travelled(CallFields.of(meant))));
    assertThat(Json.text(CallFields.of(read))).isEqualTo(Json.text(CallFields.of(meant)));
    assertThat(read.sessions()).isEqualTo(meant.sessions());
  }
}
