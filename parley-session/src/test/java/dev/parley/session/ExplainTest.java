package dev.parley.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.finding.Account;
import dev.parley.session.launch.Launch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ExplainTest {
  @Test
  void aWaitNamesItsRuleAndTheThreadThatWaits() {
    try (var sessions = Sessions.inProcess();
        var session = sessions.start(Launch.of("sh", "-c", "printf 'name? '; read x"))) {
      session.await(Expectation.input());

      var explained = session.explain();

      assertThat(explained.verdict().rule()).isEqualTo(Rule.KERNEL_SURE);
      assertThat(explained.witnesses()).contains("cursor in column 6", "line mode");
      assertThat(explained.account().processes())
          .singleElement()
          .satisfies(looked -> assertThat(looked.pid()).isEqualTo(session.pid()))
          .extracting(looked -> looked.threads().getFirst())
          .isEqualTo(new Account.Task(session.pid(), "read: terminal"));
    }
  }

  @Test
  void everyThreadIsNamedWithWhatItWaitsFor() {
    var program =
        """
        import threading, time, sys
        threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
        print('go', flush=True)
        sys.stdin.readline()
        """;
    try (var sessions = Sessions.inProcess();
        var session = sessions.start(Launch.of("python3", "-c", program))) {
      session.await(Expectation.input());

      var threads = session.explain().account().processes().getFirst().threads();

      assertThat(threads).hasSize(2);
      assertThat(threads.getFirst().doing()).startsWith("read: terminal");
      assertThat(threads.getLast().doing()).startsWith("clock_nanosleep: ");
    }
  }

  @Test
  void anEndedSessionSaysSo() {
    try (var sessions = Sessions.inProcess();
        var session = sessions.start(Launch.of("true"))) {
      session.await(Expectation.exit());

      var explained = session.explain();

      assertThat(explained.verdict().rule()).isEqualTo(Rule.ENDED);
      assertThat(explained.witnesses()).isEmpty();
    }
  }
}
