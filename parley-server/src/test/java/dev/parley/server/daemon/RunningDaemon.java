package dev.parley.server.daemon;

import dev.parley.client.ClientException;
import dev.parley.client.DaemonCommand;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A real holder and daemon in a folder of their own, with a client; ended by {@link #close}. */
public final class RunningDaemon implements AutoCloseable {
  static final String VERSION = "0.test";

  public final Home home;
  final DaemonCommand command;
  public final ParleyClient client;

  public RunningDaemon(Path folder, String... options) {
    this(folder, command(options));
  }

  RunningDaemon(Path folder, DaemonCommand command) {
    this.home = new Home(folder, folder);
    this.command = command;
    client = ParleyClient.starting(home, VERSION, command);
  }

  static DaemonCommand command(String... options) {
    var classPath = System.getProperty("java.class.path");
    var daemon = new ArrayList<String>();
    daemon.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    daemon.addAll(DaemonCommand.HEAP);
    daemon.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",
            "-Xshare:auto",
            "--enable-native-access=ALL-UNNAMED"));
    daemon.addAll(List.of(options));
    daemon.addAll(List.of("-cp", classPath, DaemonProgram.class.getName(), VERSION));
    return DaemonCommand.of(classPath, daemon);
  }

  public static ObjectNode json() {
    return ParleyClient.object();
  }

  public JsonNode call(String method, ObjectNode params) {
    return client.call(method, params);
  }

  /** As {@link #call}, again after a restart; for calls that change nothing. */
  public JsonNode ask(String method, ObjectNode params) {
    while (true) {
      try {
        return call(method, params);
      } catch (ClientException restarted) {
        if (restarted.code() != ClientException.Code.DAEMON_RESTARTED) {
          throw restarted;
        }
      }
    }
  }

  public String start(String... command) {
    var params = json().put("timeout_ms", 0);
    var array = params.putArray("command");
    for (var word : command) {
      array.add(word);
    }
    return call("session_start", params).path("session").asString();
  }

  public JsonNode status() {
    return ask("status", json());
  }

  public long pid() {
    return status().path("daemon").path("pid").asLong();
  }

  public long holderPid() {
    return status().path("holder").path("pid").asLong();
  }

  public static void kill(long pid) {
    var process = ProcessHandle.of(pid).orElseThrow();
    process.destroyForcibly();
    until(() -> isOver(process));
  }

  /** Whether it runs no more; who should take note of that may be slow to. */
  private static boolean isOver(ProcessHandle process) {
    try {
      var stat = Files.readString(Path.of("/proc", "" + process.pid(), "stat"));
      return !process.isAlive() || stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException gone) {
      return true;
    }
  }

  /** All output of a session, as it came. */
  String output(String session) {
    var answer = ask("export", json().put("session", session).put("format", "raw"));
    return new String(
        java.util.Base64.getDecoder().decode(answer.path("base64").asString()),
        java.nio.charset.StandardCharsets.UTF_8);
  }

  /** Waits until a session has ended, through restarts; its last answer. */
  JsonNode awaitExit(String session) {
    while (true) {
      var params = json().put("session", session).put("timeout_ms", 50_000).put("from", -1);
      params.putArray("until").add("exit");
      var answer = ask("session_read", params);
      if (answer.path("state").asString().equals("exited")
          || answer.path("state").asString().equals("lost")) {
        return answer;
      }
    }
  }

  public static void until(BooleanSupplier condition) {
    var deadline = System.nanoTime() + 60_000_000_000L;
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError("It never came true");
      }
      LockSupport.parkNanos(2_000_000);
    }
  }

  @Override
  public void close() {
    try (var last = ParleyClient.to(home, VERSION)) {
      var status = last.call("status", json());
      last.call("stop", json());
      for (var name : List.of("daemon", "holder")) {
        ProcessHandle.of(status.path(name).path("pid").asLong(0))
            .ifPresent(process -> until(() -> isOver(process)));
      }
    } catch (ClientException gone) {
      if (gone.code() != ClientException.Code.NO_DAEMON
          && gone.code() != ClientException.Code.UNSAFE) {
        throw gone; // else it was ended by the test, or never begun
      }
    }
    client.close();
  }
}
