package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PriorityTest {
  private static final int NICE = 19;
  private static final int POLICY = 41;
  private static final int IN_TURN = 0;
  private static final int AT_ONCE = 2;

  /** The nice value of the thread that asks. */
  private static int nice() {
    return stat("thread-self", NICE);
  }

  /** A field of a process or thread, counted as proc(5) does. */
  private static int stat(String process, int field) {
    try {
      var stat = Files.readString(Path.of("/proc", process, "stat"));
      return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[field - 3]);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  @Test
  void aThreadThatGivesWayIsTheOnlyOne() throws InterruptedException {
    var before = nice();
    var lowered = new AtomicInteger();
    Thread.ofPlatform()
        .start(
            () -> {
              Priority.lower();
              lowered.set(nice());
            })
        .join();

    assertThat(lowered.get()).isGreaterThanOrEqualTo(10);
    assertThat(nice()).isEqualTo(before);
  }

  @Test
  void onlyWhoPassesOutputOnGoesFirst() throws Exception {
    var policies = new CopyOnWriteArrayList<Integer>();
    var ended = new CountDownLatch(1);
    try (var arena = Arena.ofShared();
        var ptys = Ptys.open()) {
      var space = arena.allocate(1 << 16);
      var sink =
          new Sink() {
            @Override
            public MemorySegment space() {
              return space;
            }

            @Override
            public void filled(int count) {
              policies.add(stat("thread-self", POLICY));
              Thread.ofPlatform().start(() -> policies.add(stat("thread-self", POLICY)));
            }

            @Override
            public void ended(Exit exit) {
              ended.countDown();
            }
          };
      var child =
          ptys.start(
              new Spawn(List.of("cat"), System.getenv(), Path.of("/"), 80, 24, Limits.NONE), sink);

      child.type("hello\n".getBytes(StandardCharsets.US_ASCII));

      Waiting.until(() -> policies.size() > 1);
      assertThat(policies).first().isEqualTo(mayGoFirst() ? AT_ONCE : IN_TURN);
      assertThat(policies).contains(IN_TURN);
      assertThat(stat(String.valueOf(child.pid()), POLICY)).isEqualTo(IN_TURN);
      child.end(Duration.ZERO);
      ended.await();
    }
  }

  private static boolean mayGoFirst() throws Exception {
    return new ProcessBuilder("chrt", "--rr", "1", "true").start().waitFor() == 0;
  }
}
