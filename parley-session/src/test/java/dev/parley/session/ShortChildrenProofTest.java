package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.Exit;
import dev.parley.session.launch.Launch;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Children that print and end at once: not a byte and not an exit code goes missing. */
@Timeout(3600)
class ShortChildrenProofTest {
  private static final int CHILDREN = Proof.times(400, 100_000);
  private static final int SIDE_BY_SIDE = 4;

  @Test
  void everyByteAndEveryExitCodeArrives() throws Exception {
    try (var sessions = Sessions.inProcess();
        var runners = Executors.newFixedThreadPool(SIDE_BY_SIDE)) {
      var running =
          IntStream.range(0, SIDE_BY_SIDE)
              .<Future<?>>mapToObj(
                  first ->
                      runners.submit(
                          () -> {
                            for (var child = first; child < CHILDREN; child += SIDE_BY_SIDE) {
                              tryOne(sessions, child);
                            }
                          }))
              .toList();
      for (var each : running) {
        each.get();
      }
      assertThat(sessions.list()).isEmpty();
    }
  }

  private static void tryOne(Sessions sessions, int child) {
    var text = "child %d says %s".formatted(child, "word ".repeat(child % 50));
    var code = child % 256;
    var session =
        sessions.start(Launch.of("/bin/dash", "-c", "printf %s '" + text + "'; exit " + code));

    var turn = session.await(Expectation.exit().within(Duration.ofSeconds(60)));

    assertThat(turn.state()).isEqualTo(new SessionState.Exited(new Exit.Code(code)));
    assertThat(new String(session.bytes(0, session.lastOffset()), StandardCharsets.UTF_8))
        .isEqualTo(text);
    sessions.remove(session);
  }
}
