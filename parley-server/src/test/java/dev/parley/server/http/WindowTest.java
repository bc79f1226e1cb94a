package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

final class WindowTest {
  private final Window window = new Window();
  private long now = System.nanoTime();

  /** Sends until the window is closed; how much that was. */
  private long fill() throws TimeoutException {
    var sent = 0L;
    while (window.open(now)) {
      window.sent(1024);
      sent += 1024;
    }
    return sent;
  }

  private void trip(int millis) {
    var number = window.ping(now);
    now += Duration.ofMillis(millis).toNanos();
    window.answered(number, now);
  }

  @Test
  void noMoreIsUnderWayThanTheWindowIsWide() throws Exception {
    assertThat(fill()).isEqualTo(Window.FIRST);
    for (var round = 0; round < 40; round++) {
      trip(1);
      assertThat(fill()).isBetween(Window.FIRST, Window.LARGEST);
    }
    trip(1);
    assertThat(fill()).isEqualTo(Window.LARGEST);
  }

  @Test
  void itShrinksWhenAnswersComeLateAndGrowsWhenTheyAreQuickAgain() throws Exception {
    for (var round = 0; round < 40; round++) {
      fill();
      trip(1);
    }
    fill();
    trip(50);
    assertThat(fill()).isEqualTo(Window.LARGEST / 2);
    for (var round = 0; round < 20; round++) {
      trip(50);
      fill();
    }
    trip(50);
    assertThat(fill()).isEqualTo(8 << 10);
    for (var round = 0; round < 40; round++) {
      trip(1);
      fill();
    }
    trip(1);
    assertThat(fill()).isEqualTo(Window.LARGEST);
  }

  @Test
  void aFarWatcherIsNotALateOne() throws Exception {
    for (var round = 0; round < 40; round++) {
      fill();
      trip(80);
    }
    assertThat(fill()).isEqualTo(Window.LARGEST);
  }

  @Test
  void aPingIsDueWhenHalfOfItIsUsedAndNoneIsOut() {
    assertThat(window.pingDue(now)).isFalse();
    window.sent((int) Window.FIRST / 2);
    assertThat(window.pingDue(now)).isTrue();
    window.ping(now);
    window.sent(1 << 20);
    assertThat(window.pingDue(now)).isFalse();
  }

  @Test
  void whoReadsNothingIsGivenUp() throws Exception {
    fill();
    window.ping(now);
    now += Duration.ofSeconds(31).toNanos();
    assertThatThrownBy(() -> window.open(now)).isInstanceOf(TimeoutException.class);
  }
}
