package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LinuxPtyTest {
  private final Ptys ptys = new LinuxPtys();

  @AfterEach
  void close() {
    ptys.close();
  }

  @Test
  void whatAChildPrintsArrivesBeforeItsEnd() {
    var sink = new Collected();
    try (var child = start(sink, "sh", "-c", "tty; echo hello; exit 3")) {
      assertThat(sink.exit()).isEqualTo(new Exit.Code(3));
      assertThat(sink.text()).isEqualTo(child.device() + "\r\nhello\r\n");
    }
  }

  @Test
  void whatIsTypedIsEchoedAndRead() {
    var sink = new Collected();
    try (var child = start(sink, "cat")) {
      child.type("over\n".getBytes(StandardCharsets.UTF_8));
      assertThat(sink.await("over\r\nover\r\n")).isEqualTo("over\r\nover\r\n");
      child.type(new byte[] {4});
      assertThat(sink.exit()).isEqualTo(new Exit.Code(0));
    }
  }

  private Pty start(Sink sink, String... command) {
    var environment = new HashMap<>(System.getenv());
    environment.put("TERM", "xterm-256color");
    return ptys.start(
        new Spawn(List.of(command), environment, Path.of("/tmp"), 80, 24, Limits.NONE), sink);
  }
}
