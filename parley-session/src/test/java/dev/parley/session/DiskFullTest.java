package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.pty.Exit;
import dev.parley.session.launch.Launch;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A small file system that fills up under the sessions it keeps. */
@Timeout(60)
final class DiskFullTest {
  private Path disk;

  @BeforeEach
  void mount(@TempDir Path folder) throws Exception {
    disk = folder;
    var mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.toString()) == 0;
    assumeTrue(mounted, "A small file system can be mounted by root alone");
  }

  @AfterEach
  void unmount() throws Exception {
    run("umount", disk.toString());
  }

  private static int run(String... command) throws Exception {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  @Test
  void aFullDiskCostsDurabilityAndNothingElse() {
    try (var sessions = Sessions.inFolder(disk, Sessions.Bounds.DEFAULT)) {
      var session =
          sessions.start(Launch.of("sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; exit 3"));
      assertThat(session.await(Expectation.exit()).state())
          .isEqualTo(new SessionState.Exited(new Exit.Code(3)));
      assertThat(session.lastOffset()).isEqualTo(3_000_000);
      assertThat(session.bytes(0, 3_000_000)).containsOnly('x');
      assertThat(session.warning().orElseThrow())
          .contains("kept in memory only", "The disk is full");

      var second = sessions.start(Launch.of("echo", "still works"));
      second.await(Expectation.exit());
      assertThat(second.read(0, View.text()).text()).isEqualTo("still works\n");
    }
  }

  @Test
  void offsetsNeverMeanTwoThingsAfterAFullDisk() {
    long end;
    try (var sessions = Sessions.inFolder(disk, Sessions.Bounds.DEFAULT)) {
      var session = sessions.start(Launch.of("sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x"));
      session.await(Expectation.exit());
      end = session.lastOffset();
    }
    try (var sessions = Sessions.inFolder(disk, Sessions.Bounds.DEFAULT)) {
      var session = sessions.list().getFirst();
      assertThat(session.firstOffset()).isEqualTo(end);
      assertThat(session.warning().orElseThrow()).contains("is missing");
    }
  }
}
