package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.probe.ZeroRead;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ZeroReadTest {

  @Test
  void aReaderIsSeenWithoutLookingAtItAndLosesNothing() {
    assertThat(ZeroRead.works()).isTrue();
    var output = new Collected();
    try (var ptys = Ptys.open();
        var pty = (LinuxPty) ptys.start(spawn("cat"), output)) {
      while (!pty.probe().wantsInput()) {
        Thread.onSpinWait();
      }
      for (var i = 0; i < 1000; i++) {
        assertThat(ZeroRead.reader(pty.peer())).isTrue();
      }
      pty.type("all of it\n".getBytes(StandardCharsets.UTF_8));

      assertThat(output.await(text -> text.endsWith("all of it\r\nall of it\r\n"))).isNotEmpty();
    }
  }

  @Test
  void whoOnlySleepsReadsNothing() {
    var output = new Collected();
    try (var ptys = Ptys.open();
        var pty = (LinuxPty) ptys.start(spawn("sh", "-c", "echo go; sleep 60"), output)) {
      output.await("go");

      assertThat(ZeroRead.reader(pty.peer())).isFalse();
    }
  }

  private static Spawn spawn(String... command) {
    var path = Map.of("PATH", System.getenv("PATH"));
    return new Spawn(List.of(command), path, Path.of("/"), 80, 24, Limits.NONE);
  }
}
