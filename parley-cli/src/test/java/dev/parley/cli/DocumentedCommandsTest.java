package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Every command line of ours in the documents is one that the command takes. */
final class DocumentedCommandsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern FENCE = Pattern.compile("^\\s*```(\\w*).*");
  private static final Pattern SPAN = Pattern.compile("`(?:\\./)?parley ([^`]+)`");

  /** Where a command begins: at the start of a line, after a pipe, in $( ), and so on. */
  private static final Pattern CALL =
      Pattern.compile("(?:^|[|;&(]|\\b(?:then|do|exec|sudo)) *(?:\\./)?parley(?: +|$)(.*)");

  /** A command line, and where it stands. */
  record Said(String place, String line) {
    @Override
    public String toString() {
      return place + " parley " + line;
    }
  }

  static Stream<Said> said() throws IOException {
    var said = new ArrayList<Said>();
    try (var docs = Files.list(ROOT.resolve("docs"))) {
      Stream.concat(Stream.of(ROOT.resolve("README.md")), docs.sorted())
          .filter(file -> file.toString().endsWith(".md"))
          .forEach(file -> collect(file, said));
    }
    return said.stream();
  }

  @ParameterizedTest
  @MethodSource("said")
  void isTaken(Said said) {
    var words = words(said.line());
    var code =
        new CommandLines()
            .with(words.isEmpty() ? "" : words.getFirst(), false, line -> parsed(line, words));
    assertThat(code).isZero();
  }

  private static int parsed(CommandLine line, List<String> words) {
    try {
      var unused = line.parseArgs(words.toArray(String[]::new));
    } catch (MissingParameterException inPart) {
      // In the middle of a sentence a command may be named without all it takes.
    } catch (ParameterException wrong) {
      // CLIENT stands for one of several.
      if (wrong instanceof UnmatchedArgumentException
          || words.stream().noneMatch(word -> word.matches("[A-Z]+"))) {
        throw wrong;
      }
    }
    return 0;
  }

  /** Whether a command in a sentence is named without all it takes, so that it cannot be run. */
  static boolean isInPart(String span) {
    var call = CALL.matcher(span);
    if (!call.find()) {
      return false;
    }
    var words = words(call.group(1));
    var inPart = new AtomicBoolean();
    var unused =
        new CommandLines()
            .with(
                words.isEmpty() ? "" : words.getFirst(),
                false,
                line -> {
                  inPart.set(lacks(line, words));
                  return 0;
                });
    return inPart.get();
  }

  private static boolean lacks(CommandLine line, List<String> words) {
    try {
      var unused = line.parseArgs(words.toArray(String[]::new));
      return false;
    } catch (MissingParameterException inPart) {
      return true;
    }
  }

  private static void collect(Path file, List<Said> said) {
    try {
      var language = "";
      var inside = false;
      var number = 0;
      for (var line : Files.readAllLines(file)) {
        number++;
        var place = "%s:%d".formatted(file.getFileName(), number);
        var fence = FENCE.matcher(line);
        if (fence.matches()) {
          inside = !inside;
          language = fence.group(1);
        } else if (!inside) {
          SPAN.matcher(line)
              .results()
              .forEach(
                  found -> said.add(new Said(place, found.group(1).replaceAll("[\\[\\]]", ""))));
        } else if (List.of("sh", "bash", "shell").contains(language)) {
          calls(place, line, said);
        } else if (language.equals("console") && line.startsWith("$ ")) {
          calls(place, line.substring(2), said);
        }
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void calls(String place, String line, List<Said> said) {
    var call = CALL.matcher(line.replaceFirst("(^|\\s)#.*", ""));
    for (var from = 0; from < line.length() && call.find(from); from = call.start(1)) {
      said.add(new Said(place, call.group(1)));
    }
  }

  /** The words of a simple command, as a shell parts them; it ends where another begins. */
  private static List<String> words(String line) {
    var words = new ArrayList<String>();
    var word = new StringBuilder();
    var begun = false;
    var quote = ' ';
    for (var at = 0; at < line.length(); at++) {
      var letter = line.charAt(at);
      if (quote != ' ') {
        if (letter == quote) {
          quote = ' ';
        } else {
          word.append(letter);
        }
      } else if (letter == '\'' || letter == '"') {
        quote = letter;
        begun = true;
      } else if ("|;&)<>".indexOf(letter) >= 0) {
        break;
      } else if (letter != ' ') {
        word.append(letter);
        begun = true;
      } else if (begun) {
        words.add(word.toString());
        word.setLength(0);
        begun = false;
      }
    }
    if (begun) {
      words.add(word.toString());
    }
    words.removeIf(one -> one.equals("…") || one.equals("\\"));
    return words;
  }
}
