package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Evidence.Beside;
import dev.parley.pty.finding.Evidence.Blocked;
import dev.parley.pty.finding.Evidence.Blocked.Call;
import dev.parley.pty.finding.Evidence.Relay;
import dev.parley.pty.finding.Evidence.Repeated;
import dev.parley.pty.finding.Evidence.Shown;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class JudgeProofTest {
  private static final Duration PATIENCE = Duration.ofMillis(1500);
  private static final Evidence READ = new Blocked(Call.READ, false);
  private static final Evidence POLL = new Blocked(Call.POLL, false);
  private static final Evidence LOOK = new Blocked(Call.SELECT, true);
  private static final Evidence AGAIN = new Repeated();

  @Test
  void theKernelsFirmWordNeedsNoSecondWitness() {
    assertThat(state(hard(READ), atTheLeft(0))).isEqualTo("waiting");
  }

  @Test
  void aSoftFindingIsBelievedOnlyWhenTheCursorRestsAfterText() {
    var soft = soft(POLL, Beside.SOCKET);

    assertThat(state(soft, afterText("chat> ", 20))).isEqualTo("working");
    assertThat(state(soft, afterText("chat> ", 100))).isEqualTo("waiting");
    assertThat(state(soft, atTheLeft(5000))).isEqualTo("working");
  }

  @Test
  void onAFullScreenTheCursorsPlaceSaysNothingAndALongerSilenceDecides() {
    var soft = soft(POLL, Beside.SOCKET);

    assertThat(state(soft, fullscreen(100))).isEqualTo("working");
    assertThat(state(soft, fullscreen(250))).isEqualTo("waiting");
  }

  @Test
  void aProgramThatOnlyLooksAtItsKeyboardWaitsWhereverTheCursorIs() {
    assertThat(state(soft(LOOK, AGAIN), atTheLeft(500))).isEqualTo("waiting");
    assertThat(state(soft(LOOK, AGAIN, Beside.PIPE), atTheLeft(500))).isEqualTo("working");
    assertThat(state(soft(new Blocked(Call.EPOLL, true), AGAIN), atTheLeft(500)))
        .isEqualTo("working");
  }

  @Test
  void wordsMakeASecretOnlyWhereTheTerminalLeavesEchoToTheProgram() {
    var hidden = witnesses(false, true, "Password: ", 100);
    var shown = witnesses(false, false, "Password: ", 100);

    assertThat(Judge.verdict(soft(POLL, new Relay("ssh")), hidden))
        .satisfies(verdict -> assertThat(verdict.state().wire()).isEqualTo("secret"))
        .satisfies(verdict -> assertThat(verdict.confidence()).isEqualTo(Confidence.LOW))
        .satisfies(verdict -> assertThat(verdict.evidence()).contains(Shown.SECRET_WORDS));
    assertThat(state(hard(READ), shown)).isEqualTo("waiting");
    assertThat(state(hard(READ, new Relay("script")), hidden)).isEqualTo("waiting");
  }

  private static String state(Finding finding, Witnesses witnesses) {
    return Judge.verdict(finding, witnesses).state().wire();
  }

  private static Finding hard(Evidence... evidence) {
    return new Finding(Doing.WAITING, Grade.HARD, List.of(evidence), Duration.ZERO);
  }

  private static Finding soft(Evidence... evidence) {
    return new Finding(Doing.WAITING, Grade.SOFT, List.of(evidence), Duration.ZERO);
  }

  private static Witnesses atTheLeft(int quiet) {
    return witnesses(false, false, "", quiet);
  }

  private static Witnesses afterText(String prompt, int quiet) {
    return witnesses(false, false, prompt, quiet);
  }

  private static Witnesses fullscreen(int quiet) {
    return witnesses(true, false, "", quiet);
  }

  private static Witnesses witnesses(
      boolean fullscreen, boolean secretByText, String prompt, int quiet) {
    return new Witnesses(
        false,
        ShellLine.Content.EMPTY,
        false,
        fullscreen,
        false,
        false,
        false,
        secretByText,
        prompt.length(),
        prompt,
        true,
        false,
        false,
        false,
        false,
        Duration.ofMillis(quiet),
        Duration.ofMillis(quiet),
        PATIENCE);
  }
}
