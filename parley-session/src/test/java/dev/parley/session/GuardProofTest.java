package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.launch.Launch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Guarded input goes to the prompt it was meant for, or nowhere. */
@Timeout(3600)
class GuardProofTest {
  private static final int SENDS = Proof.times(400, 10_000);
  private static final int SENDERS = 3;

  /** Asks under a new number each time, now and then changing its mind, and notes wrong answers. */
  private static final String PROGRAM =
      """
      import random, select, sys, time
      number, wrong, right = 0, 0, 0
      while True:
        number += 1
        sys.stdout.write('\\r\\nprompt %d, wrong %d> ' % (number, wrong)); sys.stdout.flush()
        if random.random() < 0.3:
          if not select.select([0], [], [], random.random() / 50)[0]: continue
        line = sys.stdin.readline().strip()
        if line == 'stop': break
        if line == str(number): right += 1
        else: wrong += 1
        if random.random() < 0.2: time.sleep(random.random() / 200)
      print('\\r\\nwrong %d right %d' % (wrong, right))
      """;

  @Test
  void noGuardedInputReachesAnotherPrompt(@TempDir Path folder) throws Exception {
    var program = folder.resolve("asks.py");
    Files.writeString(program, PROGRAM);
    var typed = new AtomicInteger();
    var held = new AtomicInteger();
    try (var sessions = Sessions.inProcess();
        var senders = Executors.newFixedThreadPool(SENDERS)) {
      var session = sessions.start(Launch.of("python3", program.toString()));
      session.await(Expectation.text("prompt 1"), View.text(), 0);
      // They see the same prompts and answer them all, so that most come too late.
      var running =
          IntStream.range(0, SENDERS)
              .<Future<?>>mapToObj(
                  _ ->
                      senders.submit(
                          () -> {
                            while (typed.get() + held.get() < SENDS) {
                              (answer(session) == Why.GUARD ? held : typed).incrementAndGet();
                            }
                          }))
              .toList();
      for (var each : running) {
        each.get();
      }
      session.await(Expectation.input().within(Duration.ofSeconds(30)));
      var end = session.send(Input.line("stop"), Expectation.exit());

      System.out.println("guards: " + typed + " typed, " + held + " held back");
      assertThat(end.output()).contains("wrong 0 right " + typed);
      assertThat(typed.get()).isPositive();
      assertThat(held.get()).isPositive();
    }
  }

  private static Why answer(Session session) {
    var asked = session.await(Expectation.input().within(Duration.ofSeconds(30)));
    var prompt = asked.state().prompt();
    var number = prompt.replaceAll("prompt (\\d+),.*", "$1");
    var guard = new Guard(Optional.of("waiting"), OptionalLong.of(asked.excerpt().to()));
    return session.send(Input.line(number), Expectation.none(), View.text(), guard).why();
  }
}
