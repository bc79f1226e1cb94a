package dev.parley.server.mcp;

import java.util.Optional;

/**
 * A request a handler declines: a code programs can match, a sentence, and what to try instead. The
 * client sees it as a tool's answer with {@code isError}, so that a model can read it and act.
 */
public final class ToolRefusal extends RuntimeException {
  private final String code;
  private final Optional<String> instead;

  public ToolRefusal(String code, String sentence) {
    this(code, sentence, Optional.empty());
  }

  public ToolRefusal(String code, String sentence, String instead) {
    this(code, sentence, Optional.of(instead));
  }

  private ToolRefusal(String code, String sentence, Optional<String> instead) {
    super(sentence);
    this.code = code;
    this.instead = instead;
  }

  public String code() {
    return code;
  }

  public String sentence() {
    return String.valueOf(getMessage());
  }

  public Optional<String> instead() {
    return instead;
  }
}
