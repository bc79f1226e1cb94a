package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Answers of the daemon, as values. */
final class RemoteTurnTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void aTurnSaysItsReasonAndStateAsValues() {
    var turn =
        new RemoteTurn(
            JSON.readTree(
                """
                {"session":"k3f9","name":"py","why":"input","state":"waiting","confidence":"high",
                 "output":"42\\n","from":3,"to":7,"prompt":">>> "}
                """));

    assertThat(turn.why()).isEqualTo(RemoteWhy.INPUT);
    assertThat(turn.state()).isEqualTo(RemoteState.WAITING);
    assertThat(turn.confidence()).isEqualTo(RemoteConfidence.HIGH);
    assertThat(turn.name()).contains("py");
    assertThat(turn.exitCode()).isEmpty();
    assertThat(turn.screen()).isEmpty();
  }

  @Test
  void anEndIsToldWithItsSignal() {
    var ending =
        new RemoteEnding(
            JSON.readTree(
                """
                {"session":"k3f9","state":"exited","exit_code":137,"signal":"SIGKILL",
                 "processes":2,"killed":1}
                """));

    assertThat(ending.state()).isEqualTo(RemoteState.EXITED);
    assertThat(ending.exitCode()).hasValue(137);
    assertThat(ending.signal()).contains("SIGKILL");
    assertThat(ending.killed()).isEqualTo(1);
  }

  @Test
  void wordsOfALaterDaemonAreNoFailure() {
    var turn = new RemoteTurn(JSON.readTree("{\"why\":\"boredom\",\"state\":\"dreaming\"}"));

    assertThat(turn.why()).isEqualTo(RemoteWhy.UNKNOWN);
    assertThat(turn.state()).isEqualTo(RemoteState.UNKNOWN);
  }

  @Test
  void aListHasWhatConcernsPeople() {
    var list =
        new RemoteList(
            JSON.readTree(
                """
                {"sessions":[{"session":"a1","state":"secret","command":"sudo -i","age_s":61,
                 "floor":"human","asks":["secret"]}]}
                """));

    var only = list.entries().getFirst();
    assertThat(only.state()).isEqualTo(RemoteState.SECRET);
    assertThat(only.foreground()).isEqualTo("sudo -i");
    assertThat(only.age()).hasMinutes(1);
    assertThat(only.isHeldByPerson()).isTrue();
    assertThat(only.asks()).isEqualTo(List.of("secret"));
  }

  @Test
  void aRefusalCarriesItsAdviceAsAValue() {
    var refused =
        ClientException.of(
            JSON.readTree(
                """
                {"code":"evicted","message":"Gone","try":"Read from 7",
                 "advice":{"code":"read_from","offset":7}}
                """));

    assertThat(refused.code()).isEqualTo(ClientException.Code.EVICTED);
    var advice = refused.advice().orElseThrow();
    assertThat(advice.code()).isEqualTo("read_from");
    assertThat(advice.parameters()).containsEntry("offset", "7").hasSize(1);
  }
}
