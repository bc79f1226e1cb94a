package dev.parley.server.tools;

import dev.parley.server.mcp.Tool;
import dev.parley.server.mcp.ToolResult;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What Parley's own tools answer with. Some clients hand their model the text, some the structured
 * content, some both; the text says it best and in the fewest tokens.
 */
public enum Answers {
  /** Text, and no output schema. */
  TEXT,
  /** Structured content alone. */
  STRUCTURED,
  /** Text and structured content. */
  BOTH;

  /** The word as it is typed. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The answers of a name.
   *
   * @throws IllegalArgumentException with a sentence, when there are no such answers
   */
  public static Answers named(String word) {
    return Arrays.stream(values())
        .filter(answers -> answers.wire().equals(word))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "There are no answers '%s'; there are %s"
                        .formatted(
                            word,
                            Arrays.stream(values())
                                .map(Answers::wire)
                                .collect(Collectors.joining(", ")))));
  }

  /** The same tool with these answers. */
  Tool of(Tool tool) {
    return switch (this) {
      case TEXT ->
          tool.withoutOutputSchema()
              .around(
                  handler ->
                      call -> {
                        var result = handler.handle(call);
                        return new ToolResult(result.content(), Optional.empty(), result.isError());
                      });
      case STRUCTURED ->
          tool.around(
              handler ->
                  call -> {
                    var result = handler.handle(call);
                    return result.isError() || result.structured().isEmpty()
                        ? result
                        : new ToolResult(images(result), result.structured(), false);
                  });
      case BOTH -> tool;
    };
  }

  private static List<dev.parley.server.mcp.Content> images(ToolResult result) {
    return result.content().stream().skip(1).toList();
  }
}
