package dev.parley.server.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.server.mcp.Tool;
import dev.parley.session.Sessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The core is used through many doors, and speaks the words of none. */
class CoreWordsTest {
  private static final List<String> CORE =
      List.of("parley-session", "parley-pty", "parley-terminal");

  /** How arguments of tools are written. */
  private static final List<String> ARGUMENTS = List.of("keys: [", "keys [\\\"", "until [\\\"");

  @Test
  void noToolIsNamedInTheCore() {
    try (var sessions = Sessions.inProcess()) {
      var engine = Engine.alone(sessions, ClientOptions.PROGRAM);
      var words =
          Stream.concat(
                  ARGUMENTS.stream(),
                  Arrays.stream(Toolset.values())
                      .flatMap(toolset -> toolset.tools(engine).stream())
                      .map(Tool::name))
              .collect(Collectors.toSet());

      assertThat(words).contains("session_list", "unified_exec");
      assertThat(CORE.stream().flatMap(module -> naming(module, words)))
          .as("files of the core that name a tool or its arguments")
          .isEmpty();
    }
  }

  private static Stream<String> naming(String module, Set<String> words) {
    var sources = Path.of("..", module, "src", "main", "java");
    try (var files = Files.walk(sources)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .flatMap(
              file -> {
                var text = read(file);
                return words.stream().filter(text::contains).map(word -> file + ": " + word);
              })
          .toList()
          .stream();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
