package dev.parley.server.daemon;

import static dev.parley.server.daemon.RunningDaemon.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.ParleyClient;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight clients start, use and close sessions in random order; what was acknowledged must have
 * arrived once and in order, and nothing may be left behind. {@code -Dparley.soak_s=1800} is the
 * long run; the seed is printed.
 */
@Timeout(3600)
final class SoakTest {
  private static final int CLIENTS = 8;
  private static final long SECONDS = Integer.getInteger("parley.soak_s", 6);

  @Test
  void clientsComeAndGoAndNothingIsLeft(@TempDir Path folder) throws Exception {
    var seed = Long.getLong("parley.seed", System.nanoTime());
    System.out.println("soak seed " + seed);
    try (var daemon = new RunningDaemon(folder)) {
      assertThat(daemon.status().path("sessions").asInt()).isZero();
      converse(daemon, new Random(seed), 0); // so that everything is loaded once
      removeAll(daemon);
      var pid = daemon.pid();
      var before = open(pid);
      var done = new ArrayList<Future<Integer>>();
      try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
        for (var i = 0; i < CLIENTS; i++) {
          var random = new Random(seed + i);
          Callable<Integer> client = () -> keepConversing(daemon, random);
          done.add(clients.submit(client));
        }
      }
      var sessions = 0;
      for (var client : done) {
        sessions += client.get();
      }
      System.out.println("soak sessions " + sessions);
      removeAll(daemon);
      assertThat(daemon.pid()).isEqualTo(pid);
      RunningDaemon.until(() -> open(pid) <= before);
      assertThat(folder.resolve("sessions")).isEmptyDirectory();
    }
  }

  private static int open(long pid) {
    var open = new File("/proc/" + pid + "/fd").list();
    return open == null ? 0 : open.length;
  }

  private static void removeAll(RunningDaemon daemon) {
    daemon.call("prune", json());
    assertThat(daemon.status().path("sessions").asInt()).isZero();
  }

  private static int keepConversing(RunningDaemon daemon, Random random) {
    var end = System.nanoTime() + SECONDS * 1_000_000_000L;
    var sessions = 0;
    while (System.nanoTime() < end) {
      sessions += converse(daemon, random, 1 + random.nextInt(3));
    }
    return sessions;
  }

  /** Types numbered lines to a few sessions in turn, then checks and closes them. */
  private static int converse(RunningDaemon daemon, Random random, int more) {
    try (var client = ParleyClient.to(daemon.home, RunningDaemon.VERSION)) {
      var sessions = new ArrayList<String>();
      var typed = new ArrayList<List<String>>();
      for (var i = 0; i <= more; i++) {
        var params = json().put("timeout_ms", 5000);
        params.putArray("command").add("sh").add("-c").add("stty -echo; echo on; exec cat");
        sessions.add(client.call("session_start", params).path("session").asString());
        typed.add(new ArrayList<>());
      }
      for (var turn = 0; turn < 10; turn++) {
        var which = random.nextInt(sessions.size());
        var line = "line %d of %d".formatted(turn, which);
        client.call("session_send", json().put("session", sessions.get(which)).put("text", line));
        typed.get(which).add(line);
      }
      for (var i = 0; i < sessions.size(); i++) {
        var expected = new ArrayList<>(typed.get(i));
        expected.addFirst("on");
        var session = sessions.get(i);
        RunningDaemon.until(
            () -> daemon.output(session).lines().toList().size() >= expected.size());
        assertThat(daemon.output(session).lines().toList()).isEqualTo(expected);
        client.call("session_close", json().put("session", session).put("force", true));
      }
      return sessions.size();
    }
  }
}
