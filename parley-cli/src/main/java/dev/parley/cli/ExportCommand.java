package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley export}: everything a session has said, in a form for other programs. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = "Writes everything a session has said, as far as it is kept.",
    footer = {
      "",
      "Examples:",
      "  parley export build -o build.cast      (plays in asciinema players)",
      "  parley export build --format text | grep warning"
    })
final class ExportCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "asciicast, text, raw, html or svg; default asciicast.")
  String format = "asciicast";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The file; default stdout.")
  @Nullable Path file;

  @Override
  public Integer call() throws IOException {
    try (var client = ToDaemon.open()) {
      return of(client, session, format).put(answering, file);
    }
  }

  static Exported of(ParleyClient client, String session, String format) {
    return Exported.of(
        client.call("export", ParleyClient.object().put("session", session).put("format", format)));
  }
}
