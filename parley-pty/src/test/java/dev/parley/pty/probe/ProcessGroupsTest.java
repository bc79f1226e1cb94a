package dev.parley.pty.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Objects;
import org.junit.jupiter.api.Test;

final class ProcessGroupsTest {
  @Test
  void everybodyIsInTheGroupTheKernelNames() throws IOException, InterruptedException {
    try (var kernel = Kernel.borrow()) {
      var child = new ProcessBuilder("setsid", "sh", "-c", "sleep 1000 & echo $!; read x").start();
      try (var said = child.inputReader()) {
        var background = Long.parseLong(said.readLine());
        var group = Objects.requireNonNull(kernel.stat(background)).group();

        var members = ProcessGroups.now(kernel).in(group);

        assertThat(members)
            .contains(background, group)
            .doesNotContain(ProcessHandle.current().pid());
        assertThat(ProcessHandle.of(background).orElseThrow().destroyForcibly()).isTrue();
      } finally {
        child.destroyForcibly().waitFor();
      }
    }
  }

  @Test
  void sessionsThatAreLookedAtOneAfterTheOtherShareOneLookAtEverybody() {
    try (var kernel = Kernel.borrow()) {
      var first = ProcessGroups.now(kernel);
      var others = 0;
      for (var look = 0; look < 1000; look++) {
        others += ProcessGroups.recent(kernel) == first ? 0 : 1;
      }

      assertThat(others).isLessThan(1000); // a pause of the machine may end its time
      assertThat(ProcessGroups.now(kernel)).isNotSameAs(first);
    }
  }
}
