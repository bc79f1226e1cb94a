package dev.parley.session.remote.far;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.Exit;
import dev.parley.pty.PtyException;
import dev.parley.pty.Sink;
import dev.parley.pty.finding.Evidence;
import dev.parley.session.FakePty;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.transport.Transport;
import dev.parley.session.time.FakeTime;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a lost connection is opened again, in a time that runs as fast as it is waited for. */
@Timeout(20)
class ComeBackTest {
  private static final Exit LOST = new Exit.Code(255);
  private final FakeTime time = FakeTime.playedByWhoeverWaits();
  private final CompletableFuture<Exit> ended = new CompletableFuture<>();

  @Test
  void itTriesSoonAtFirstAndThenMoreAndMoreRarely() throws InterruptedException {
    var transport = new Flaky(8);
    var far = start(transport);

    far.ended(LOST);
    transport.back.await();

    assertThat(time.waits().stream().map(Duration::toMillis))
        .containsExactly(250L, 500L, 1000L, 2000L, 4000L, 8000L, 15_000L, 15_000L);
    assertThat(ended).isNotDone();
  }

  @Test
  void itGivesUpAfterHalfAnHour() {
    var far = start(new Flaky(Integer.MAX_VALUE));

    far.ended(LOST);

    assertThat(ended.join()).isEqualTo(LOST);
    assertThat(far.lost()).isTrue();
    assertThat(time.elapsed()).isBetween(Duration.ofMinutes(30), Duration.ofMinutes(31));
  }

  @Test
  void meanwhileNothingCanBeTypedAndTheStateSaysWhy() throws InterruptedException {
    var transport = new Flaky(0);
    transport.mayOpen = new CountDownLatch(1);
    var far = start(transport);

    far.ended(LOST);

    assertThat(far.probe().evidence()).containsExactly(Evidence.Underway.RECONNECTING);
    assertThatThrownBy(() -> far.type(new byte[] {'x'})).isInstanceOf(PtyException.class);
    transport.mayOpen.countDown();
    transport.back.await();
  }

  private FarPty start(Transport transport) {
    var sink =
        new Sink() {
          @Override
          public MemorySegment space() {
            return MemorySegment.NULL;
          }

          @Override
          public void filled(int count) {}

          @Override
          public void ended(Exit exit) {
            ended.complete(exit);
          }
        };
    return new FarPty(
        transport, "id", "nonce", sink, FakePty::new, (_, words) -> new FakePty(words), time);
  }

  /** A way that is open again after so many tries. */
  private static final class Flaky implements Transport {
    private final CountDownLatch back = new CountDownLatch(1);
    private CountDownLatch mayOpen = new CountDownLatch(0);
    private int failures;

    Flaky(int failures) {
      this.failures = failures;
    }

    @Override
    public Transport reopened() {
      try {
        mayOpen.await();
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
      }
      if (failures-- > 0) {
        throw new Refusal(Refusal.Code.UNREACHABLE, "Not yet");
      }
      back.countDown();
      return this;
    }

    @Override
    public boolean persists() {
      return true;
    }

    @Override
    public boolean lost(Exit exit) {
      return exit.equals(LOST);
    }

    @Override
    public List<String> terminal(String script) {
      return List.of();
    }

    @Override
    public ProcessBuilder channel(String script) {
      return new ProcessBuilder("/no/such/program");
    }

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public void done() {}
  }
}
