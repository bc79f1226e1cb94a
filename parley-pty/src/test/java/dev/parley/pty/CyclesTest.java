package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many children one after the other leave nothing behind and lose nothing. {@code
 * -Dparley.cycles=10000} and {@code -Dparley.shorts=100000} make the long runs.
 */
@Timeout(3600)
final class CyclesTest {
  private static final int CYCLES = Integer.getInteger("parley.cycles", 200);
  private static final int SHORTS = Integer.getInteger("parley.shorts", 500);
  private static final int AT_ONCE = 4;

  /** Ways to get away, each saying {@code on} when it has got there. */
  private static final List<String> KINDS =
      List.of(
          "echo on; exec sleep 1000",
          "sleep 1000 & echo on; wait",
          "nohup sleep 1000 >/dev/null 2>&1 & echo on; wait",
          "setsid sleep 1000 & echo on; exec sleep 1000",
          "(setsid sh -c 'sleep 1000 & exec sleep 1000' &); echo on; exec sleep 1000",
          "(setsid sleep 1000 &); (nohup sleep 1000 >/dev/null 2>&1 &); echo on",
          "trap '' HUP INT TERM QUIT; (trap '' HUP TERM; sleep 1000; true) & echo on; wait",
          "echo on; kill -STOP $$",
          "exec </dev/null >/dev/null 2>&1; sleep 1000",
          "echo on; exec yes");

  @Test
  void startingAndKillingLeavesNothingBehind() throws Exception {
    try (var ptys = new LinuxPtys()) {
      inParallel(KINDS.size() * 2, i -> startAndKill(ptys, i));
      Waiting.until(() -> zombies().isEmpty());
      var before = descriptors();
      inParallel(CYCLES, i -> startAndKill(ptys, i));
      Waiting.until(() -> zombies().isEmpty());
      assertThat(ours()).isEmpty();
      assertThat(descriptors()).isEqualTo(before);
    }
  }

  @Test
  void childrenThatPrintAndExitAtOnceLoseNothing() throws Exception {
    try (var ptys = new LinuxPtys()) {
      inParallel(
          SHORTS,
          i -> {
            var sink = new Collected();
            var word = "word " + i + " ";
            var spawn = PtyContract.spawn("/", "/usr/bin/printf", "%s", word.repeat(1 + i % 300));
            try (var _ = ptys.start(spawn, sink)) {
              assertThat(sink.exit()).isEqualTo(new Exit.Code(0));
              assertThat(sink.text()).isEqualTo(word.repeat(1 + i % 300));
            }
          });
    }
  }

  private static void startAndKill(Ptys ptys, int i) {
    var script = KINDS.get(i % KINDS.size());
    var sink = new Collected();
    try (var child = ptys.start(PtyContract.spawn("/tmp", "sh", "-c", script), sink)) {
      if (script.contains("echo on")) {
        sink.await("on\r\n");
      }
      if (i % 3 == 0) {
        child.signal(Signal.TERM, Signal.To.FOREGROUND);
      }
    }
    assertThat(sink.hasEnded()).isTrue();
  }

  private static void inParallel(int count, IntConsumer task)
      throws InterruptedException, ExecutionException {
    try (var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      var tasks = new ArrayList<Future<?>>();
      for (var i = 0; i < count; i++) {
        var n = i;
        tasks.add(threads.submit(() -> task.accept(n)));
      }
      for (var done : tasks) {
        done.get();
      }
    }
  }

  /** Our children that have ended and that nobody has waited for. */
  private static List<Member> zombies() {
    var self = Member.of((int) ProcessHandle.current().pid()).orElseThrow();
    return self.children().stream()
        .flatMap(pid -> Member.of(pid).stream())
        .filter(Member::ended)
        .toList();
  }

  /** Every process anywhere that one of our children has started. */
  private static List<String> ours() {
    return ProcessHandle.allProcesses()
        .map(process -> (int) process.pid())
        .filter(pid -> !Marker.of(pid).isEmpty())
        .map(pid -> pid + " " + Text.of("/proc/" + pid + "/cmdline").replace('\0', ' '))
        .toList();
  }

  /** How many descriptors we have of each kind that an engine uses. */
  private static Map<String, Integer> descriptors() {
    var counts = new TreeMap<String, Integer>();
    for (var fd : Text.names("/proc/self/fd")) {
      var kind = Text.link("/proc/self/fd/" + fd).replaceAll("\\d+", "N");
      if (kind.startsWith("/dev/") || kind.startsWith("anon_inode:")) {
        counts.merge(kind, 1, Integer::sum);
      }
    }
    return counts;
  }
}
