package dev.parley.bench.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.parley.session.launch.SandboxProfile;
import dev.parley.testing.InsideProgram;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kinds of programs in which states were once wrong; each test failed before its rule was there.
 */
@Timeout(120)
class FormerMistakesTest {
  private static final int SIDE_BY_SIDE = 4;

  @TempDir Path folder;

  @Test
  void aBystanderWithARingOfItsOwnDoesNotSpeakForAProgramThatReceives() throws Exception {
    everyoneIsRight("bystander: mariadb sleeps in a query", "bystander: python receives");
  }

  @Test
  void aLineWhoseEchoLagsIsNotReadYet() throws Exception {
    everyoneIsRight(
        "lag: looks at the keyboard while it digests, then pauses",
        "lag: looks at the keyboard while it digests, then asks");
  }

  @Test
  void theProcessBehindTheOneWithTheTerminalIsLookedAt() throws Exception {
    everyoneIsRight("pair: full screen, sleeps", "pair: two pipes, computes");
  }

  @Test
  void whoWaitsForItsOwnOtherProcessByTcpDoesNotWork() throws Exception {
    everyoneIsRight("two processes by TCP: asks", "two processes by TCP: the other sleeps");
  }

  @Test
  void aShellThatAnEditorKeepsAndDoesNotReadIsNotInFront() throws Exception {
    everyoneIsRight("shell behind an editor: opened");
  }

  @Test
  void aGoProgramThatShowsAListIsFoundWaiting() throws Exception {
    everyoneIsRight("go: list, moved", "go: list on /dev/tty");
  }

  @Test
  void aSleepBesideAReaderIsWork() throws Exception {
    everyoneIsRight("go: masked, then works", "java: a thread reads keys while another sleeps");
  }

  @Test
  void aProgramThatLooksInPassingIsFoundWaiting() throws Exception {
    everyoneIsRight(
        "poller: O_NONBLOCK and a nap of 100 ms",
        "poller: select of 0 ms",
        "java poller: available");
  }

  @Test
  void theProbeOfAnotherHostSeesTheSame() throws Exception {
    assumeThat(Path.of("/usr/sbin/sshd")).exists();
    everyoneIsRight(
        true,
        "poll loop: a child sleeps, q quits",
        "btop: rests between its pictures",
        "go: masked, then works",
        "poller: O_NONBLOCK and a nap of 100 ms",
        "go: list on /dev/tty");
  }

  @Test
  void theProbeOfAnotherHostFindsTheServerOfAClientThatOnlyPauses() throws Exception {
    assumeThat(Path.of("/usr/sbin/sshd")).exists();
    everyoneIsRight(true, "screen: shell", "screen: works");
  }

  @Test
  void theProbeOfAnotherHostSeesWhatARingHolds() throws Exception {
    assumeThat(Path.of("/usr/sbin/sshd")).exists();
    everyoneIsRight(
        true,
        "io_uring: a socket that owes and the terminal",
        "io_uring: reads the terminal again",
        "io_uring: reads, then a timer");
  }

  /** There threads have other numbers for themselves, and the program's parent waits for it. */
  @Test
  void inASandboxTheSameIsSeen() throws Exception {
    InsideProgram.use();
    everyoneIsRight(
        false,
        SandboxProfile.WORKSPACE,
        "C: non-blocking loop with usleep",
        "poller: select of 0 ms",
        "java: a thread reads keys while another sleeps");
  }

  private void everyoneIsRight(String... titles) throws Exception {
    everyoneIsRight(false, titles);
  }

  private void everyoneIsRight(boolean far, String... titles) throws Exception {
    everyoneIsRight(far, SandboxProfile.NONE, titles);
  }

  /** Programs that are not installed are left out. */
  private void everyoneIsRight(boolean far, SandboxProfile sandbox, String... titles)
      throws Exception {
    var wanted = Set.of(titles);
    var situations = Corpus.read().stream().filter(each -> wanted.contains(each.title())).toList();
    assertThat(situations).hasSize(titles.length);

    var run = StateRun.of(situations, folder, SIDE_BY_SIDE, far, sandbox, _ -> {});

    assumeThat(run.results()).as("none of %s is installed", wanted).isNotEmpty();
    assertThat(run.results()).allMatch(Result::reached);
    assertThat(run.wrong()).isEmpty();
  }
}
