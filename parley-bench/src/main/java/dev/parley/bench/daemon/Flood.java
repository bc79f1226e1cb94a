package dev.parley.bench.daemon;

import static dev.parley.client.ParleyClient.object;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import tools.jackson.databind.JsonNode;

/**
 * Twenty sessions that print numbered lines, a quarter of them as fast as they can, while somebody
 * kills what keeps them.
 */
final class Flood implements AutoCloseable {
  private static final int SESSIONS = 20;
  private static final int FLOODING = 5;

  private static final String SCRIPT =
      """
      import sys, time
      pace = float(sys.argv[1])
      i = 0
      while True:
          sys.stdout.write("".join("line %d\\n" % j for j in range(i, i + 100)))
          sys.stdout.flush()
          i += 100
          if pace: time.sleep(pace)
      """;

  /** Who is killed. */
  enum Victim {
    DAEMON("daemon"),
    HOLDER("holder");

    private final String field;

    Victim(String field) {
      this.field = field;
    }
  }

  /**
   * How long it took after a kill.
   *
   * @param listed until every session was listed, with its state
   * @param read until every session had been read on from where it was before
   */
  record Back(double listed, double read) {}

  private final ParleyClient client;
  private final Random random = new Random(1);
  private final List<String> sessions = new ArrayList<>();

  Flood(Installed installed) throws IOException {
    installed.run("list");
    this.client = installed.client();
    var script = Files.writeString(installed.home().state().resolve("print.py"), SCRIPT);
    for (var i = 0; i < SESSIONS; i++) {
      sessions.add(start(script, i < FLOODING ? "0" : "0.05"));
    }
  }

  private String start(Path script, String pace) {
    var params = object().put("timeout_ms", 0).put("view", "none");
    params.putArray("command").add("python3").add(script.toString()).add(pace);
    return client.call("session_start", params).path("session").asString();
  }

  Back kill(Victim victim) {
    LockSupport.parkNanos(500_000_000L + random.nextLong(1_500_000_000)); // the random moment
    var offsets = new ArrayList<Long>();
    sessions.forEach(session -> offsets.add(offset(session)));
    var status = Installed.ask(client, "status", object());
    var old = status.path("daemon").path("pid").asLong();
    var begun = System.nanoTime();
    ProcessHandle.of(status.path(victim.field).path("pid").asLong())
        .ifPresent(ProcessHandle::destroyForcibly);
    Installed.until(() -> backAfter(old));
    var listed = Installed.millisSince(begun);
    for (var i = 0; i < sessions.size(); i++) {
      var session = sessions.get(i);
      var offset = offsets.get(i);
      Installed.until(() -> follows(session, offset));
    }
    return new Back(listed, Installed.millisSince(begun));
  }

  private boolean backAfter(long old) {
    var status = Installed.ask(client, "status", object());
    if (status.path("daemon").path("pid").asLong() == old) {
      return false;
    }
    var list = Installed.ask(client, "session_list", object()).path("sessions");
    var working =
        list.valueStream()
            .filter(session -> session.path("state").asString().equals("working"))
            .count();
    return working == SESSIONS;
  }

  private long offset(String session) {
    return read(session, -1).path("to").asLong();
  }

  /** Whether there is more than there was, and nothing missing in between. */
  private boolean follows(String session, long from) {
    var answer = read(session, from);
    if (answer.path("from").asLong() != from) {
      throw new IllegalStateException("Offset %d is gone: %s".formatted(from, answer));
    }
    return !answer.path("output").asString().isEmpty();
  }

  private JsonNode read(String session, long from) {
    var params = object().put("session", session).put("from", from).put("timeout_ms", 0);
    return Installed.ask(client, "session_read", params.put("max_tokens", 50).put("view", "raw"));
  }

  @Override
  public void close() {
    client.close();
  }
}
