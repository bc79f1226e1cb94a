package dev.parley.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class DaemonCommandTest {
  @Test
  void aDaemonThatStartsTheNextAddsNothingToItsCommandLine() {
    var command = List.of("java", "-XX:TieredStopAtLevel=1", "-Da=b", "-cp", "x.jar", "Main");
    var first = DaemonCommand.like(command, "daemon");
    var next = DaemonCommand.like(first.subList(0, first.size() - 1), "daemon");
    assertThat(first).containsSubsequence("-Xmx512m", "-Da=b", "-cp", "x.jar", "Main", "daemon");
    assertThat(first).doesNotContain("-XX:TieredStopAtLevel=1");
    assertThat(next).isEqualTo(first);
  }
}
