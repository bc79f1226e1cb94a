package dev.parley.server.daemon;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Twenty sessions print numbered lines, some as fast as they can, while the daemon is killed again
 * and again. {@code -Dparley.kills=50} is the long run; the seed is printed.
 */
@Timeout(600)
final class FloodTest {
  private static final int KILLS = Integer.getInteger("parley.kills", 6);
  private static final int SESSIONS = 20;
  private static final int FLOODING = 5;

  private static final String SCRIPT =
      """
      import os, sys, time
      stop, pace, code = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
      i = 0
      while not os.path.exists(stop):
          sys.stdout.write("".join("line %d\\n" % j for j in range(i, i + 100)))
          sys.stdout.flush()
          i += 100
          if pace: time.sleep(pace)
      print("last %d" % i)
      sys.exit(code)
      """;

  @Test
  void nothingIsLostWhenTheDaemonIsKilledUnderFlood(@TempDir Path folder) throws Exception {
    flood(folder, KILLS, RunningDaemon::pid);
  }

  @Test
  void nothingIsLostWhenTheHolderIsKilledUnderFlood(@TempDir Path folder) throws Exception {
    flood(folder, Math.max(2, KILLS / 3), RunningDaemon::holderPid);
  }

  @Test
  void bothKilledUnderFloodLeaveTheHistoryAndNothingRunning(@TempDir Path folder) throws Exception {
    var script = Files.writeString(folder.resolve("print.py"), SCRIPT);
    try (var daemon = new RunningDaemon(folder.resolve("home"), "-Dparley.journal_bytes=4194304")) {
      var sessions = new ArrayList<String>();
      for (var i = 0; i < SESSIONS; i++) {
        var pace = i < FLOODING ? "0" : "0.05";
        sessions.add(daemon.start("python3", script.toString(), "/no/such/file", pace, "0"));
      }
      for (var session : sessions) {
        RunningDaemon.until(() -> daemon.output(session).contains("line 99\r\n"));
      }
      var pid = daemon.pid();
      ProcessHandle.of(daemon.holderPid()).orElseThrow().destroyForcibly();
      RunningDaemon.kill(pid);
      for (var session : sessions) {
        assertThat(daemon.awaitExit(session).path("state").asString()).isEqualTo("lost");
        checkLines(daemon.output(session) + "\r\n");
      }
      assertThat(
              ProcessHandle.allProcesses()
                  .flatMap(process -> process.info().commandLine().stream()))
          .noneMatch(line -> line.contains(script.toString()));
    }
  }

  private static void flood(Path folder, int kills, ToLongFunction<RunningDaemon> victim)
      throws Exception {
    var seed = Long.getLong("parley.seed", System.nanoTime());
    System.out.println("flood seed " + seed);
    var random = new Random(seed);
    var stop = folder.resolve("stop");
    var script = Files.writeString(folder.resolve("print.py"), SCRIPT);
    var back = new ArrayList<Long>();
    try (var daemon = new RunningDaemon(folder.resolve("home"), "-Dparley.journal_bytes=4194304")) {
      Map<String, Integer> codes = new LinkedHashMap<>();
      for (var i = 0; i < SESSIONS; i++) {
        var pace = i < FLOODING ? "0" : "0.05";
        codes.put(
            daemon.start("python3", script.toString(), stop.toString(), pace, "" + (i + 1)), i + 1);
      }
      for (var kill = 0; kill < kills; kill++) {
        var pid = daemon.pid();
        LockSupport.parkNanos(random.nextLong(800_000_000)); // the random moment itself
        var start = System.nanoTime();
        RunningDaemon.kill(victim.applyAsLong(daemon));
        RunningDaemon.until(() -> daemon.pid() != pid);
        back.add((System.nanoTime() - start) / 1_000_000);
      }
      Files.createFile(stop);
      var exits = new LinkedHashMap<String, Integer>();
      for (var session : codes.keySet()) {
        exits.put(session, daemon.awaitExit(session).path("exit_code").asInt());
      }
      assertThat(exits).isEqualTo(codes);
      for (var session : codes.keySet()) {
        var output = daemon.output(session);
        assertThat(output).endsWith("last " + checkLines(output) + "\r\n");
      }
    }
    System.out.println("daemon back after ms " + back);
  }

  /**
   * The oldest may be gone, and the last may be cut off, but in between each line follows the one
   * before.
   *
   * @return the number that would come next
   */
  private static long checkLines(String output) {
    var lines = List.of(output.split("\r\n"));
    var expected = -1L;
    for (var line : lines.subList(1, lines.size() - 1)) {
      assertThat(line).matches("line \\d+");
      var number = Long.parseLong(line.substring(5));
      if (expected >= 0) {
        assertThat(number).isEqualTo(expected);
      }
      expected = number + 1;
    }
    return expected;
  }
}
