package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import dev.parley.session.time.FakeTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When sessions are ended and how long they are kept, in a played time. */
@Timeout(20)
class KeeperTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private final FakeTime time = new FakeTime();

  @Test
  void aSessionIsEndedWhenNobodyHasUsedItForLongEvenIfItPrints() {
    var played = new Played(time, Launch.of("fake").endedWhenIdle(Duration.ofSeconds(40)));
    var keeper = keeper(played);

    assertThat(keeper.round()).isEqualTo(Duration.ofSeconds(40));
    time.advance(Duration.ofSeconds(30));
    played.pty.prints("alive");
    played.session.lastOffset();
    assertThat(keeper.round()).isEqualTo(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(10));
    keeper.round();

    assertThat(played.pty.ended()).containsExactly(Duration.ofSeconds(1));
    assertThat(played.session.ending().orElseThrow().by()).isEqualTo("idle");
  }

  @Test
  void aSessionIsEndedWhenItHasLivedForLongEvenIfItPrints() {
    var played = new Played(time, Launch.of("fake").endedAfter(Duration.ofSeconds(50)));
    var keeper = keeper(played);

    time.advance(Duration.ofSeconds(49));
    played.pty.prints("alive");
    assertThat(keeper.round()).isEqualTo(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    keeper.round();

    assertThat(played.session.ending().orElseThrow().by()).isEqualTo("lifetime");
  }

  @Test
  void aSessionThatHasEndedIsLookedAtWhenItIsToGo() {
    var played = new Played(time, Launch.of("fake"));
    assertThat(keeper(played).round()).isEqualTo(Duration.ofMinutes(1));

    played.pty.exits(0);
    played.session.ending();
    time.advance(Duration.ofMinutes(20));

    assertThat(played.session.overFor()).contains(Duration.ofMinutes(20));
    assertThat(keeper(played).round()).isEqualTo(Duration.ofMinutes(40));
  }

  @Test
  void withoutSessionsItSleepsForADay() {
    assertThat(new Keeper(List::of, () -> {}, HOUR, time).round()).isEqualTo(Duration.ofDays(1));
  }

  private Keeper keeper(Played played) {
    return new Keeper(() -> List.of(played.session), () -> {}, HOUR, time);
  }
}
