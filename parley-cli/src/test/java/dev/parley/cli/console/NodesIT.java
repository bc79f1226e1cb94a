package dev.parley.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;

/** The sessions of a fleet in one console: which node they are on, and one that is out of reach. */
@Timeout(120)
@ExtendWith(ConsoleStage.class)
final class NodesIT {
  private static final Path BROKER = Path.of("/usr/sbin/nats-server");

  private static Console console;
  private static Browser browser;
  private static Process broker;
  private static Path build;

  @BeforeAll
  static void begin(Console shared) throws Exception {
    Assumptions.assumeTrue(Files.isExecutable(BROKER), "A broker is needed (Debian: nats-server)");
    console = shared;
    browser = console.browser();
    var port = freePort();
    broker =
        new ProcessBuilder(BROKER.toString(), "-a", "127.0.0.1", "-p", "" + port)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    build = Files.createDirectory(console.home().resolve("build-node"));
    var url = "nats://127.0.0.1:" + port;
    browser.awaitThat("this node is in", () -> join(console.home(), url, "laptop"));
    browser.awaitThat("another is, too", () -> join(build, url, "build"));
  }

  @AfterAll
  static void clear() throws Exception {
    if (broker != null) {
      var unused = console.at(build, "stop");
      unused = console.at(console.home(), "leave");
      broker.destroyForcibly();
      console.clear();
      browser.reload();
      browser.awaitText(".role", "admin");
    }
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static boolean join(Path home, String url, String node) {
    try {
      return console.at(home, "join", url, "--node", node).code() == 0;
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  @Test
  void sessionsOfAllNodesAreInTheListAndOpenLikeAnyOther() throws Exception {
    var near = console.start("notes", "echo ready; cat");
    browser.awaitThat("the other node is known", NodesIT::isUp);
    var far =
        console
            .parley(
                "start",
                "--wait", // who has seen it wait is not called
                "--target",
                "node:build",
                "--name",
                "make",
                "--",
                "sh",
                "-c",
                "echo far; exec cat")
            .lines()
            .findFirst()
            .orElseThrow();
    assertThat(far).startsWith("build/");
    browser.go("#/");
    browser.reload();
    browser.awaitText(Console.row(far) + " .node", "build");
    browser.awaitText(Console.row(near) + " .node", "laptop");
    assertThat(browser.violations()).isEmpty();
    console.picture("nodes");

    choose("build");
    browser.awaitGone(Console.row(near));
    choose("");
    browser.awaitText(Console.row(near), "Waiting");

    console.watch(far);
    browser.awaitScreen("far");
    browser.awaitText(".strip", "build");
    browser.click(".floor-button");
    browser.awaitText(".floor-banner", "You have control");
    browser.type("typed from here", Keys.ENTER);
    browser.awaitScreen("typed from here\ntyped from here");

    browser.go("#/");
    var pid = console.at(build, "status", "--json").json().path("daemon").path("pid").asLong();
    kill("-STOP", pid);
    try {
      browser.awaitText(Console.row(far), "Out of reach");
      assertThat(browser.violations()).isEmpty();
    } finally {
      kill("-CONT", pid);
    }
    browser.awaitText(Console.row(far), "Waiting");
    var unused = console.call("DELETE", "/v1/sessions/" + far.replace("/", "%2F"), Map.of());
    browser.awaitGone(Console.row(far));
  }

  private static void choose(String node) {
    browser.run(
        "arguments[0].value = arguments[1]; arguments[0].dispatchEvent(new Event('change'))",
        browser.find("[aria-label='Show sessions of']"),
        node);
  }

  private static boolean isUp() {
    try {
      return console.parley("nodes").contains("build");
    } catch (IOException | InterruptedException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static void kill(String signal, long pid) throws Exception {
    assertThat(new ProcessBuilder("kill", signal, "" + pid).start().waitFor()).isZero();
  }
}
