package dev.parley.cli;

import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley open}: the console in a browser, logged in. */
@Command(
    name = "open",
    mixinStandardHelpOptions = true,
    description = {
      "Opens the console in a browser.",
      "The address has a code that logs in once, within a minute."
    },
    footer = {"", "Examples:", "  parley open", "  parley open --role watch --print"})
final class OpenCommand implements Callable<Integer> {
  private static final List<String> OPENERS = List.of("xdg-open", "open");

  @Mixin Answering answering = new Answering();
  @Mixin RoleOption role = new RoleOption();

  @Option(names = "--print", description = "Print the address and open nothing.")
  boolean print;

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      var answer = client.call("open", ParleyClient.object().put("role", role.role().wire()));
      var url = answer.path("url").asString();
      if (print || answering.json || !opened(url, answering.seat)) {
        answering.say(answer, url);
      } else {
        answering.remark("the console opens in a browser");
      }
      return ExitCode.DONE;
    }
  }

  /**
   * Opens a page of the user's own that leads to the address: what a browser is started with can be
   * seen in the list of processes.
   */
  private static boolean opened(String url, Seat seat) {
    if (seat.variable("DISPLAY").isEmpty()
        && seat.variable("WAYLAND_DISPLAY").isEmpty()
        && !System.getProperty("os.name").startsWith("Mac")) {
      return false;
    }
    for (var opener : OPENERS) {
      try {
        var browser = new ProcessBuilder(opener, page(url).toUri().toString());
        browser.environment().clear();
        browser.environment().putAll(seat.environment());
        browser
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
        return true;
      } catch (IOException notThere) {
        // the next one
      }
    }
    return false;
  }

  private static Path page(String url) throws IOException {
    var page = Home.ofUser().runtime().resolve("open.html");
    Files.deleteIfExists(page);
    Files.createFile(
        page, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    return Files.writeString(
        page,
        "<!doctype html><meta http-equiv=refresh content=\"0; url=%s\"><title>Parley</title>\n"
            .formatted(url));
  }
}
