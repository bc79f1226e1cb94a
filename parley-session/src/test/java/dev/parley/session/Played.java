package dev.parley.session;

import dev.parley.pty.Pty;
import dev.parley.pty.Sink;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SessionId;
import dev.parley.session.time.FakeTime;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;

/** A session without a program, in a time that the test plays. */
final class Played {
  private static final String NONCE = "abc";

  /** What a shell with marks prints when a command has ended and its prompt is there again. */
  static final String PROMPT =
      "\033]133;D;0;n=%s\007\033]133;A;n=%s\007$ \033]133;B;n=%s\007"
          .formatted(NONCE, NONCE, NONCE);

  final FakeTime time;
  final FakePty pty;
  final Session session;

  Played() {
    this(new FakeTime(), Launch.of("fake"));
  }

  Played(FakeTime time, Launch launch) {
    this(time, launch, (_, pty) -> pty);
  }

  /** With another terminal around the one that is played. */
  Played(FakeTime time, Launch launch, BiFunction<Sink, FakePty, Pty> around) {
    this.time = time;
    var made = new AtomicReference<FakePty>();
    this.session =
        new Session(
            Origin.inMemory(new SessionId("played"), launch, time.instant(), NONCE, 1 << 20),
            time,
            sink -> {
              made.set(new FakePty(sink));
              return around.apply(sink, made.get());
            });
    this.pty = made.get();
  }

  static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }
}
