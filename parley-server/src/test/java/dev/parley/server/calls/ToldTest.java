package dev.parley.server.calls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.Confidence;
import dev.parley.session.Excerpt;
import dev.parley.session.Floor;
import dev.parley.session.Rule;
import dev.parley.session.SessionState;
import dev.parley.session.Turn;
import dev.parley.session.Verdict;
import dev.parley.session.View;
import dev.parley.session.Why;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Advice;
import dev.parley.terminal.Terminal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a reader was told need not be told again, as long as it is remembered. */
final class ToldTest {
  private final Told told = new Told();

  private static TurnReply reply() {
    return TurnReply.of(
        new Turn(
            new SessionId("one"),
            Optional.empty(),
            Why.TIMEOUT,
            new Verdict(
                new SessionState.Working(), Confidence.HIGH, List.of(), Rule.KERNEL_WORKING),
            true,
            Optional.empty(),
            Optional.empty(),
            new Excerpt("", 0, 0, Optional.empty()),
            Optional.empty(),
            new Terminal(10, 2).screen(),
            Floor.Party.AGENT,
            Duration.ZERO,
            Optional.of(Advice.Step.READ_SCREEN),
            Optional.empty()),
        View.Kind.TEXT,
        1);
  }

  @Test
  void somethingIsExplainedOnceToEachReader() {
    assertThat(told.news("a", reply()).hint()).isTrue();
    assertThat(told.news("a", reply()).hint()).isFalse();
    assertThat(told.news("b", reply()).hint()).isTrue();
  }

  @Test
  void whoWasNotHeardOfForThousandsOfReadersIsForgotten() {
    assertThat(told.news("first", reply()).hint()).isTrue();
    for (var reader = 0; reader < 1000; reader++) {
      assertThat(told.news("reader " + reader, reply()).hint()).isTrue();
    }

    assertThat(told.news("reader 999", reply()).hint()).isFalse();
    assertThat(told.news("first", reply()).hint()).isTrue();
  }
}
