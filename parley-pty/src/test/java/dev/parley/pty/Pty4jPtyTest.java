package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.finding.Finding;
import org.junit.jupiter.api.Test;

/** The contract with the engine for other hosts, as far as Linux can show it. */
final class Pty4jPtyTest extends PtyContract {

  Pty4jPtyTest() {
    super(new Pty4jPtys());
  }

  @Test
  void theProbeSaysThatItCannotTell() {
    try (var child = start("cat")) {
      assertThat(child.probe().doing()).isEqualTo(Finding.Doing.UNKNOWN);
    }
  }
}
