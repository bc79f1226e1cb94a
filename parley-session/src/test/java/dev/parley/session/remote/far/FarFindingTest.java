package dev.parley.session.remote.far;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.finding.Finding.Doing;
import java.util.List;
import org.junit.jupiter.api.Test;

class FarFindingTest {
  @Test
  void aWaitBesideWorkIsToldAndLookedAtFurther() {
    var found = parsed("waiting", "soft", "kernel:poll(tty) process:child work:process");

    assertThat(found.finding().doing()).isEqualTo(Doing.WAITING);
    assertThat(found.isProvisional()).isTrue();
  }

  @Test
  void aWaitThatWasToldIsTakenBack() {
    var found = parsed("working", "hard", "kernel:running");

    assertThat(found.finding().doing()).isEqualTo(Doing.WORKING);
    assertThat(found.isProvisional()).isTrue();
  }

  @Test
  void aWaitForTheTerminalAloneIsTheAnswer() {
    assertThat(parsed("waiting", "hard", "kernel:read(tty)").isProvisional()).isFalse();
  }

  private static FarFinding parsed(String doing, String grade, String evidence) {
    return FarFinding.parse(
            List.of("found", "3", doing, grade, evidence, "line", "4711", "fish"), 100)
        .orElseThrow();
  }
}
