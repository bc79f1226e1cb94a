package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ExitsTest {
  @Test
  void ofAProcessThatSomebodyElseHasWaitedForNothingIsKnown() throws Exception {
    var gone = new ProcessBuilder("true").start();
    assertThat(gone.waitFor()).isZero();
    assertThat(Exits.lookUp((int) gone.pid(), -1)).isNull();
  }
}
