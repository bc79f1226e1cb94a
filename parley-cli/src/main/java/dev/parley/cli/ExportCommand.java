package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parley export}: everything a session has said, in a form for other programs. */
@Command(
    name = "export",
    mixinStandardHelpOptions = true,
    description = "Writes everything a session has said, as far as it is kept.",
    footer = {
      "",
      "Examples:",
      "  parley export build -o build.cast      # plays in asciinema players",
      "  parley export build -o build.svg",
      "  parley export build --format text | grep warning"
    })
final class ExportCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "asciicast, asciicast-v3, text, raw, html, svg or png; default what FILE ends in, else"
              + " asciicast.")
  @Nullable String format;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description =
          "The file; default stdout. Its ending, .cast .txt .raw .html .svg or .png, says what to"
              + " make.")
  @Nullable Path file;

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  ExportCommand() {}

  @Override
  public Integer call() throws IOException {
    var wanted = wanted();
    try (var client = ToDaemon.open()) {
      return of(client, session, wanted).put(answering, file);
    }
  }

  private String wanted() {
    if (format != null) {
      return format;
    }
    var ending = file == null ? Optional.<String>empty() : FileEnding.of(file);
    return ending.isEmpty()
        ? "asciicast"
        : FileEnding.history(ending.get())
            .orElseThrow(
                () ->
                    new ParameterException(
                        spec.commandLine(),
                        "'.%s' does not say what to make; use .cast, .txt, .raw, .html, .svg or .png,"
                                .formatted(ending.get())
                            + " or --format"));
  }

  static Exported of(ParleyClient client, String session, String format) {
    return Exported.of(
        client.call("export", ParleyClient.object().put("session", session).put("format", format)));
  }
}
