package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code parley screenshot}: a picture of a session's screen. */
@Command(
    name = "screenshot",
    mixinStandardHelpOptions = true,
    description = "Makes a picture of a session's screen: PNG, SVG, HTML or text.",
    footer = {"", "Examples:", "  parley screenshot vim -o vim.png", "  parley screenshot vim"})
final class ScreenshotCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "The file; its ending, .png .svg .html .txt or .ansi, says what to make.")
  @Nullable Path file;

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  ScreenshotCommand() {}

  @Override
  public Integer call() throws IOException {
    var format = file == null ? "txt" : ending(file);
    try (var client = ToDaemon.open()) {
      var answer =
          client.call(
              "screenshot", ParleyClient.object().put("session", session).put("format", format));
      return Exported.of(answer).put(answering, file);
    }
  }

  private String ending(Path path) {
    if (Files.isDirectory(answering.seat.path(path))) {
      throw new ParameterException(spec.commandLine(), "'%s' is a folder".formatted(path));
    }
    return FileEnding.of(path)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "'%s' does not say which kind of picture; end it in .png, .svg, .html, .txt or .ansi"
                        .formatted(path)));
  }
}
