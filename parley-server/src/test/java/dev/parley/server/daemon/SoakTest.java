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
 * arrived once and in order, offsets follow each other, and nothing may be left behind. {@code
 * -Dparley.soak_s=1800 -Dparley.soak_sessions=200} is the long run; the seed is printed.
 */
@Timeout(3600)
final class SoakTest {
  private static final int CLIENTS = 8;
  private static final long SECONDS = Integer.getInteger("parley.soak_s", 6);
  private static final int MOST_EACH = Integer.getInteger("parley.soak_sessions", 32) / CLIENTS;

  @Test
  void clientsComeAndGoAndNothingIsLeft(@TempDir Path folder) throws Exception {
    var seed = Long.getLong("parley.seed", System.nanoTime());
    System.out.println("soak seed " + seed);
    try (var daemon = new RunningDaemon(folder)) {
      assertThat(daemon.status().path("sessions").asInt()).isZero();
      converse(daemon, new Random(seed), 0); // so that everything is loaded once
      removeAll(daemon);
      var start = Figures.of(daemon);
      System.out.println("soak start " + start);
      var sessions = converse(daemon, seed, SECONDS / 2);
      removeAll(daemon);
      System.out.println("soak after half the time " + Figures.of(daemon));
      sessions += converse(daemon, seed + CLIENTS, SECONDS - SECONDS / 2);
      removeAll(daemon);
      System.out.println("soak sessions " + sessions + ", end " + Figures.of(daemon));
      assertThat(daemon.pid()).isEqualTo(start.pid());
      // A file of classes or a poller may be opened late, once; a session would leave three.
      RunningDaemon.until(() -> Figures.of(daemon).open() <= start.open() + 2);
      RunningDaemon.until(() -> Figures.of(daemon).holderOpen() <= start.holderOpen());
      assertThat(folder.resolve("sessions")).isEmptyDirectory();
    }
  }

  /** What daemon and holder have at a moment when no session is there. */
  private record Figures(
      long pid, int open, int holderOpen, int threads, long megabytes, long holderMegabytes) {
    static Figures of(RunningDaemon daemon) {
      var status = daemon.status();
      var pid = status.path("daemon").path("pid").asLong();
      return new Figures(
          pid,
          count("/proc/%d/fd", pid),
          count("/proc/%d/fd", status.path("holder").path("pid").asLong()),
          count("/proc/%d/task", pid),
          status.path("daemon").path("rss_bytes").asLong() / 1_000_000,
          status.path("holder").path("rss_bytes").asLong() / 1_000_000);
    }

    private static int count(String folder, long pid) {
      var names = new File(folder.formatted(pid)).list();
      return names == null ? 0 : names.length;
    }
  }

  /** All clients at once, for so long; how many sessions that were. */
  private static int converse(RunningDaemon daemon, long seed, long seconds) throws Exception {
    var done = new ArrayList<Future<Integer>>();
    try (var clients = Executors.newFixedThreadPool(CLIENTS)) {
      for (var i = 0; i < CLIENTS; i++) {
        var random = new Random(seed + i);
        Callable<Integer> client = () -> keepConversing(daemon, random, seconds);
        done.add(clients.submit(client));
      }
    }
    var sessions = 0;
    for (var client : done) {
      sessions += client.get();
    }
    return sessions;
  }

  private static void removeAll(RunningDaemon daemon) {
    daemon.call("prune", json());
    assertThat(daemon.status().path("sessions").asInt()).isZero();
  }

  private static int keepConversing(RunningDaemon daemon, Random random, long seconds) {
    var end = System.nanoTime() + seconds * 1_000_000_000L;
    var sessions = 0;
    while (System.nanoTime() < end) {
      sessions += converse(daemon, random, random.nextInt(MOST_EACH));
    }
    return sessions;
  }

  /** Types numbered lines to a few sessions in turn, then checks and closes them. */
  private static int converse(RunningDaemon daemon, Random random, int more) {
    try (var client = ParleyClient.to(daemon.home, RunningDaemon.VERSION)) {
      var sessions = new ArrayList<String>();
      var typed = new ArrayList<List<String>>();
      var offsets = new ArrayList<Long>();
      for (var i = 0; i <= more; i++) {
        var params = json().put("timeout_ms", 5000);
        params.putArray("command").add("sh").add("-c").add("stty -echo; echo on; exec cat");
        var started = client.call("session_start", params);
        sessions.add(started.path("session").asString());
        offsets.add(started.path("to").asLong());
        typed.add(new ArrayList<>());
      }
      for (var turn = 0; turn < 5 * sessions.size(); turn++) {
        var which = random.nextInt(sessions.size());
        var line = "line %d of %d".formatted(turn, which);
        var answer =
            client.call(
                "session_send", json().put("session", sessions.get(which)).put("text", line));
        assertThat(answer.path("from").asLong()).isEqualTo(offsets.get(which));
        offsets.set(which, answer.path("to").asLong());
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
