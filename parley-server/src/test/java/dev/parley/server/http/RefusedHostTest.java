package dev.parley.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.access.Role;
import dev.parley.server.daemon.RunningDaemon;
import dev.parley.testing.InsideProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A host that a sandbox keeps a session from is told to those who watch, and written down. */
@Timeout(120)
class RefusedHostTest {

  @Test
  void itIsANoticeAndALineOfTheLog() throws Exception {
    // Not in /tmp, which is another one inside; and short, since a socket's path is.
    var folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "r");
    Files.writeString(
        folder.resolve("policy.json"),
        "{\"profiles\": {\"listed\": {\"base\": \"read-only\", \"network\": [\"example.org\"]}}}");
    try (var daemon = new RunningDaemon(folder, "-Dparley.inside=" + InsideProgram.use());
        var talk = HttpTalk.with(daemon, Role.ADMIN);
        var events = talk.events().body()) {
      var command =
          "exec 3<>/dev/tcp/127.0.0.1/3128; printf 'CONNECT elsewhere.example:443 HTTP/1.1\\r\\n\\r\\n' >&3; head -1 <&3";
      var params = RunningDaemon.json().put("sandbox", "listed").put("timeout_ms", 20_000);
      params.put("cwd", "/");
      params.putArray("command").add("bash").add("-c").add(command);
      var answer = daemon.call("session_start", params);
      assertThat(answer.toString()).contains("403 Forbidden");

      assertThat(events.filter(line -> line.contains("host_refused")).findFirst().orElseThrow())
          .contains(answer.path("session").asString())
          .contains("Its sandbox does not let it reach elsewhere.example:443");
      RunningDaemon.until(
          () -> refusals(folder).contains("\"why\":\"host elsewhere.example:443\""));
      assertThat(refusals(folder)).contains("\"door\":\"sandbox\"");
    }
  }

  private static String refusals(Path folder) {
    try {
      var file = folder.resolve("logs/refusals.log");
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException unreadable) {
      return "";
    }
  }
}
