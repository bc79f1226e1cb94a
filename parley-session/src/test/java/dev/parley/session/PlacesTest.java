package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.Asker.Sees;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class PlacesTest {
  private final Places places = new Places();

  @Test
  void whoLeftIsForgotten() {
    for (var caller = 0; caller < 100; caller++) {
      takeAs("caller " + caller).leave();
    }
    assertThat(places.callers()).isZero();
  }

  @Test
  void theThirdOfACallerWaitsAndAnotherCallersDoesNot() {
    var first = takeAs("one");
    var second = takeAs("one");
    var third = new CompletableFuture<Places.Place>();
    Thread.ofVirtual().start(() -> third.complete(takeAs("one")));
    takeAs("another").leave();

    first.leave();

    third.join().leave();
    second.leave();
    assertThat(places.callers()).isZero();
  }

  @Test
  void whoGivesUpWaitingIsForgotten() throws InterruptedException {
    var first = takeAs("one");
    var second = takeAs("one");
    var third = Thread.ofVirtual().unstarted(() -> takeAs("one"));
    third.setUncaughtExceptionHandler((_, _) -> {});
    third.start();
    third.interrupt();
    third.join();

    first.leave();
    second.leave();

    assertThat(places.callers()).isZero();
  }

  private Places.Place takeAs(String who) {
    new Asker(who, "", Sees.ALL).enter();
    try {
      return places.take("jobs");
    } finally {
      Asker.leave();
    }
  }
}
