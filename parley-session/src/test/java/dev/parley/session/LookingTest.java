package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Who reads from a place of their own leaves that of the session where it is. */
@Timeout(60)
final class LookingTest {
  private static final Expectation TURN = Expectation.turn().within(Duration.ofSeconds(30));

  @Test
  void whatAWatcherHasSeenIsStillUnread(@TempDir Path folder) throws IOException {
    try (var sessions = Sessions.inProcess()) {
      var session =
          sessions.start(
              Launch.of("bash", "-c", "echo one; until [ -e go ]; do :; done; echo two; read x")
                  .in(folder));
      session.await(pattern("one"), View.text(), 0);
      var read = session.answeredTo();
      Files.createFile(folder.resolve("go"));

      var seen = sessions.awaitAny(List.of(session), pattern("two"), View.text(), _ -> 0);
      assertThat(seen.output()).contains("one", "two");
      assertThat(session.answeredTo()).isEqualTo(read);
      assertThat(sessions.awaitAny(List.of(session), TURN).output()).contains("two");
      assertThat(session.answeredTo()).isGreaterThan(read);
    }
  }

  private static Expectation pattern(String text) {
    return Expectation.pattern(text).within(Duration.ofSeconds(30));
  }
}
