package dev.parley.cli;

import dev.parley.terminal.Screen;
import dev.parley.terminal.Terminal;
import dev.parley.terminal.picture.Picture;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** {@code parley render}: the screen that a stream of bytes leaves behind. */
@Command(
    name = "render",
    mixinStandardHelpOptions = true,
    description = "Prints the screen that bytes leave behind: a file's, or standard input's.",
    footer = {
      "",
      "Examples:",
      "  parley render session.raw",
      "  printf '\\033[31mred' | parley render --png red.png"
    })
final class RenderCommand implements Callable<Integer> {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final Seat seat = Seat.current();

  @Option(names = "--cols", defaultValue = "80", description = "Columns; ${DEFAULT-VALUE}.")
  private int columns;

  @Option(names = "--rows", defaultValue = "24", description = "Rows; ${DEFAULT-VALUE}.")
  private int rows;

  @Option(names = "--json", description = "Print lines, cursor and title as JSON.")
  private boolean json;

  @Option(
      names = "--png",
      paramLabel = "FILE",
      description = "Write a picture of the screen to a file instead.")
  private Optional<Path> png = Optional.empty();

  @Option(
      names = "--batch",
      description = "Answer each line {id, cols, rows, base64} of standard input with a screen.")
  private boolean batch;

  @Option(
      names = "--bench",
      description = "Print how many megabytes of each file are parsed in a second of CPU time.")
  private boolean bench;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "The bytes; without a file, or for -, standard input. --bench takes several.")
  private List<Path> files = List.of();

  @Spec CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  RenderCommand() {}

  @Override
  public Integer call() throws IOException {
    // A batch is worth buffering.
    var out = new PrintStream(seat.out(), false, StandardCharsets.UTF_8);
    if (bench) {
      RenderBench.run(files, out);
    } else if (batch) {
      batch(out);
    } else {
      var terminal = new Terminal(columns, rows);
      terminal.feed(bytes());
      if (png.isPresent()) {
        seat.write(png.get(), Picture.png(terminal.screen()));
      } else if (json) {
        out.println(JSON.writeValueAsString(describe(terminal.screen())));
      } else {
        terminal.screen().lines().forEach(out::println);
      }
    }
    out.flush();
    return 0;
  }

  private byte[] bytes() throws IOException {
    if (files.size() > 1) {
      throw new ParameterException(spec.commandLine(), "Render one file at a time");
    }
    return files.isEmpty() || files.getFirst().toString().equals("-")
        ? seat.in().readAllBytes()
        : Files.readAllBytes(seat.path(files.getFirst()));
  }

  private void batch(PrintStream out) throws IOException {
    var in = new BufferedReader(new InputStreamReader(seat.in(), StandardCharsets.UTF_8));
    String line;
    while ((line = in.readLine()) != null) {
      if (!line.isBlank()) {
        out.println(JSON.writeValueAsString(answer(JSON.readTree(line))));
        if (!in.ready()) {
          out.flush();
        }
      }
    }
  }

  private static ObjectNode answer(JsonNode request) {
    var terminal = new Terminal(request.path("cols").asInt(80), request.path("rows").asInt(24));
    terminal.feed(Base64.getDecoder().decode(request.path("base64").asString("")));
    ObjectNode answer = JSON.createObjectNode();
    answer.set("id", request.path("id"));
    return answer.setAll(describe(terminal.screen()));
  }

  private static ObjectNode describe(Screen screen) {
    ObjectNode json = JSON.createObjectNode();
    screen.lines().forEach(json.putArray("lines")::add);
    json.putObject("cursor")
        .put("row", screen.cursor().row())
        .put("col", screen.cursor().column())
        .put("visible", screen.cursor().visible());
    return json.put("title", screen.title()).put("alternate", screen.alternate());
  }
}
