package dev.parley.cli;

import dev.parley.client.ParleyClient;
import dev.parley.server.wire.ExplanationFields;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code parley report}: what to send along when a session was in a wrong state. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description = "Packs an explanation and the last screen, secrets masked, for an issue.",
    footer = {"", "Example:", "  parley report build -o wrong-state.txt"})
final class ReportCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The file; without one it is printed.")
  @Nullable Path file;

  @Override
  public Integer call() throws IOException {
    try (var client = ToDaemon.open()) {
      var read = ExplainCommand.explained(client, session, "screen");
      var report = text(read, client.call("status", ParleyClient.object()));
      var fields = ParleyClient.object().put("session", read.path("session").asString());
      if (file == null) {
        answering.say(fields.put("report", report), report.stripTrailing());
      } else {
        answering.seat.write(file, report.getBytes(StandardCharsets.UTF_8));
        answering.say(
            fields.put("file", file.toString()),
            "%s; read it before you send it: only what looks like a secret is masked"
                .formatted(file));
      }
      return ExitCode.DONE;
    }
  }

  private static String text(JsonNode read, JsonNode status) {
    var screen = read.path("screen");
    return """
        parley %s, %s %s %s, Java %s

        What it is doing, and why:

        %s
        The screen, %d columns by %d rows, cursor in row %d, column %d%s:

        %s
        """
        .formatted(
            status.path("daemon").path("version").asString(),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"),
            Runtime.version(),
            ExplanationFields.text(read.path("explain")).indent(4),
            screen.path("cols").asInt(),
            screen.path("rows").asInt(),
            screen.path("cursor").path("row").asInt(),
            screen.path("cursor").path("col").asInt(),
            screen.path("cursor").path("visible").asBoolean(true) ? "" : " (hidden)",
            SecretMask.masked(
                    screen
                        .path("lines")
                        .valueStream()
                        .map(JsonNode::asString)
                        .collect(Collectors.joining("\n")))
                .indent(4)
                .stripTrailing());
  }
}
