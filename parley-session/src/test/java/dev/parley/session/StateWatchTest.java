package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import dev.parley.session.time.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class StateWatchTest {
  @Test
  void aListenerHearsOfEveryStandingUntilTheEnd() throws InterruptedException {
    try (var sessions = Sessions.inProcess()) {
      var session =
          sessions.start(Launch.of("sh", "-c", "read a; printf '\\033]0;titled\\007'; exit 3"));
      var heard = new LinkedBlockingQueue<Standing>();
      try (var _ = session.stateWatch().listen(() -> heard.add(session.stateWatch().standing()))) {
        assertThat(until(heard, "waiting").foreground()).isPresent();
        session.floor().take("alex");
        assertThat(next(heard).floor().map(Floor.Holding::who)).contains("alex");
        session.floor().handBack("alex");
        assertThat(next(heard).floor()).isEmpty();
        session.send(Input.line("go"));
        var last = until(heard, "exited");
        assertThat(last.title()).isEqualTo("titled");
        assertThat(last.foreground()).isEmpty();
      }
    }
  }

  @Test
  void aListenerHearsThatSomebodyHasLookedAtAQuestionAndAtAnEnd(@TempDir Path folder)
      throws IOException, InterruptedException {
    var go = folder.resolve("go"); // who types must not see the end
    try (var sessions = Sessions.inProcess()) {
      var session =
          sessions.start(
              Launch.of(
                  "sh",
                  "-c",
                  "printf 'Go on? [y/N] '; read a; until [ -e \"$0\" ]; do sleep 0.02; done; exit 3",
                  go.toString()));
      var heard = new LinkedBlockingQueue<Standing>();
      try (var _ = session.stateWatch().listen(() -> heard.add(session.stateWatch().standing()))) {
        var asked = needing(heard, Attention.Kind.QUESTION);
        assertThat(asked.glimpse().lines()).containsExactly("Go on? [y/N]");
        assertThat(asked.glimpse().answers())
            .containsExactly(new QuickAnswer("Yes", "y", true), new QuickAnswer("No", "n", true));
        session.screen();
        needing(heard, Attention.Kind.NONE);

        session.send(
            Input.line("y"),
            Expectation.none(),
            View.text(),
            Guard.offset(asked.glimpse().offset()));
        Files.createFile(go);
        needing(heard, Attention.Kind.FAILED);
        session.screen();
        needing(heard, Attention.Kind.NONE);
      }
    }
  }

  private static Standing needing(LinkedBlockingQueue<Standing> heard, Attention.Kind kind)
      throws InterruptedException {
    var standing = next(heard);
    while (standing.attention().kind() != kind) {
      standing = next(heard);
    }
    return standing;
  }

  @Test
  void manyListenersAreToldByOneThread() throws InterruptedException {
    try (var sessions = Sessions.inProcess()) {
      var session = sessions.start(Launch.of("cat"));
      session.await(Expectation.input());
      var threads = new LinkedBlockingQueue<Thread>();
      var first = session.stateWatch().listen(() -> threads.add(Thread.currentThread()));
      var second = session.stateWatch().listen(() -> threads.add(Thread.currentThread()));
      threads.take();
      session.floor().take("alex");
      var told = threads.take();
      first.close();
      second.close();
      assertThat(told.join(java.time.Duration.ofSeconds(20))).isTrue(); // nobody listens any more
    }
  }

  @Test
  void aLookThatFailsIsRepeatedAndEndsNoWatch() throws InterruptedException {
    try (var sessions = Sessions.inProcess()) {
      var session = sessions.start(Launch.of("cat"));
      var looks = new AtomicInteger();
      var watch =
          new StateWatch(
              "watch",
              () -> {
                if (looks.incrementAndGet() == 1) {
                  throw new IllegalStateException("the first look of this test fails");
                }
                return session.standing();
              },
              new Bell(),
              TimeSource.system());
      var heard = new LinkedBlockingQueue<Standing>();
      try (var _ = watch.listen(() -> heard.add(watch.standing()))) {
        assertThat(next(heard).state().over()).isFalse();
      }
    }
  }

  private static Standing next(LinkedBlockingQueue<Standing> heard) throws InterruptedException {
    var standing = heard.poll(20, TimeUnit.SECONDS);
    assertThat(standing).isNotNull();
    return standing;
  }

  private static Standing until(LinkedBlockingQueue<Standing> heard, String state)
      throws InterruptedException {
    var standing = next(heard);
    while (!standing.state().wire().equals(state)) {
      standing = next(heard);
    }
    return standing;
  }
}
