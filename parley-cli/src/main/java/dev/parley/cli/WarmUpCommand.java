package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.DaemonCommand;
import dev.parley.client.Home;
import dev.parley.client.McpPipe;
import dev.parley.client.ParleyClient;
import dev.parley.pty.Holder;
import dev.parley.pty.Priority;
import dev.parley.server.daemon.Daemon;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/**
 * Touches the classes that ordinary commands need, once, while the JVM records them for its
 * start-up cache: a daemon with a session, a call, and an agent's first words. {@code ./parley}
 * runs it after a build.
 */
@Command(name = "warm-up", hidden = true, description = "Used by the build.")
final class WarmUpCommand implements Callable<Integer> {
  /** A short conversation; the lines of one part may be answered in any order. */
  private static final String[] PARTS = {
    """
    {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"warm-up","version":"1"}}}
    {"jsonrpc":"2.0","method":"notifications/initialized"}
    {"jsonrpc":"2.0","id":2,"method":"tools/list"}
    {"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"session_start","arguments":{"command":"cat","name":"warm"}}}
    """,
    """
    {"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"session_send","arguments":{"session":"warm","text":"hello"}}}
    {"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"session_list"}}
    {"jsonrpc":"2.0","id":6,"method":"resources/list"}
    """,
    """
    {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"session_close","arguments":{"session":"warm"}}}
    """,
  };

  private static final int OFTEN = 100;

  @Override
  public Integer call() throws IOException {
    System.setProperty("parley.http", "127.0.0.1:0"); // any port that is free
    var folder = Files.createTempDirectory("parley-warm-up");
    var home = new Home(folder, folder);
    try {
      // Only a real daemon needs these.
      System.out.println(List.of(DaemonProcess.class, Priority.class));
      var holder = Holder.inProcess();
      Daemon.serveWhile(
          home, Parley.VERSION, new LentCommands(), holder.link(), () -> converse(home));
      // A second time, so that taking up what was left is known too.
      Daemon.serveWhile(
          home,
          Parley.VERSION,
          new LentCommands(),
          holder.link(),
          () -> {
            converse(home);
            closeAll(home);
          });
      return 0;
    } finally {
      delete(folder);
    }
  }

  private static void converse(Home home) {
    var command = DaemonCommand.likeThisProcess("daemon");
    try (var client = ParleyClient.starting(home, Parley.VERSION, command)) {
      var params = ParleyClient.object().put("timeout_ms", 2000);
      // Some output too: what is often used on the way back should be compiled early.
      params.putArray("command").add("sh").add("-c").add("seq 20000; echo warm; cat");
      var session = client.call("session_start", params).path("session").asString();
      System.out.println(client.call("session_list", ParleyClient.object()));
      System.out.println(
          client.call(
              "session_read",
              ParleyClient.object().put("session", session).put("from", 0).put("timeout_ms", 0)));
      System.out.println(client.call("status", ParleyClient.object()));
      var launcher = new WarmUpLauncher(home);
      launcher.pipe(PARTS[0].lines().limit(3).toList());
      launcher.run("--version");
      // Often enough that the compiler knows what is worth its time from a daemon's first moment.
      for (var time = 0; time < OFTEN; time++) {
        launcher.run("list");
        launcher.run("send", session, "again", "--timeout", "2s");
      }
      for (var part : PARTS) {
        new McpPipe(
                home,
                command,
                Parley.VERSION,
                "all",
                new ByteArrayInputStream(part.getBytes(StandardCharsets.UTF_8)),
                OutputStream.nullOutputStream())
            .run();
      }
    } catch (IOException | InterruptedException | ClientException failed) {
      System.out.println("Warming up went wrong: " + failed);
    }
  }

  private static void closeAll(Home home) {
    try (var client = ParleyClient.to(home, Parley.VERSION)) {
      for (var one : client.call("session_list", ParleyClient.object()).path("sessions")) {
        var params = ParleyClient.object().put("force", true);
        System.out.println(
            client.call("session_close", params.put("session", one.path("session").asString())));
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.walk(folder)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
  }
}
