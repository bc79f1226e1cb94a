package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.Exit;
import dev.parley.pty.Limits;
import dev.parley.pty.Ptys;
import dev.parley.pty.Spawn;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.storage.GatedSegments;
import dev.parley.session.storage.Journal;
import dev.parley.session.time.TimeSource;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A disk that does not get on with a file holds up the session it is for, and no other. */
@Timeout(60)
final class SlowDiskTest {
  private static Session session(Ptys ptys, Launch launch, Journal journal) {
    var origin =
        new Origin(
            new SessionId(launch.command().getFirst()),
            launch,
            Instant.now(),
            "",
            journal,
            Replay.none(launch),
            Optional.empty(),
            Optional.empty(),
            false);
    return new Session(
        origin,
        TimeSource.system(),
        sink ->
            ptys.start(
                new Spawn(launch.command(), System.getenv(), Path.of("/"), 80, 24, Limits.NONE),
                sink));
  }

  private static void awaitEcho(Watch watch, String text) {
    var shown = new StringBuilder();
    while (shown.indexOf(text) < 0) {
      var piece = watch.next(Duration.ofSeconds(20));
      assertThat(piece).as("after %s", shown).isPresent();
      shown.append(new String(piece.orElseThrow().bytes(), StandardCharsets.US_ASCII));
    }
  }

  @Test
  void otherTerminalsEchoWhileAFileIsBeingMade() throws Exception {
    var disk = new GatedSegments();
    try (var ptys = Ptys.open();
        AutoCloseable _ = disk::open) { // before the terminals are closed, which needs the Loop
      var echo = session(ptys, Launch.of("cat"), Journal.inMemory(1 << 20));
      var flood =
          session(
              ptys,
              Launch.of("sh", "-c", "head -c 3000000 /dev/zero | tr '\\0' x; exit 3"),
              disk.journal(16 << 20));
      disk.awaitEntered();

      // Nobody asks after the child, which would read its output too: only the Loop brings it.
      var watch = echo.watch(0);
      for (var line = 0; line < 10; line++) {
        var typed = "line %d\n".formatted(line);
        echo.feed(typed.getBytes(StandardCharsets.US_ASCII));
        awaitEcho(watch, typed.strip());
      }
      assertThat(flood.over()).isFalse();

      disk.open();
      assertThat(flood.await(Expectation.exit()).state())
          .isEqualTo(new SessionState.Exited(new Exit.Code(3)));
      assertThat(flood.bytes(0, flood.lastOffset())).hasSize(3_000_000).containsOnly('x');
      echo.close();
      flood.close();
    }
  }
}
