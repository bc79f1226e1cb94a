package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
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
      if (print || answering.json || !opened(url)) {
        answering.say(answer, url);
      } else {
        answering.remark("the console opens in a browser");
      }
      return ExitCode.DONE;
    }
  }

  /** The code is seen in the list of processes for a moment, and is used up by the browser. */
  private static boolean opened(String url) {
    if (System.getenv("DISPLAY") == null
        && System.getenv("WAYLAND_DISPLAY") == null
        && !System.getProperty("os.name").startsWith("Mac")) {
      return false;
    }
    for (var opener : OPENERS) {
      try {
        new ProcessBuilder(opener, url)
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
}
