package dev.parley.bench.clients;

import dev.parley.bench.agents.Asked.Message;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * What reached the model of one call.
 *
 * @param text all text
 * @param image how a picture came along
 * @param seconds how long after the call was wanted
 */
record Heard(String text, Image image, double seconds) {
  /** How a picture came along. */
  enum Image {
    NONE("no"),
    LETTERS("as base64 in the text"),
    SEEN("yes");

    private final String words;

    Image(String words) {
      this.words = words;
    }

    @Override
    public String toString() {
      return words;
    }
  }

  /** What tells a picture, in all protocols. */
  private static final List<String> NAMES =
      List.of("image/png", "\"input_image\"", "\"image_url\"");

  private static final Pattern LINE = Pattern.compile("\\b1\\d{5}\\b");

  static Heard of(List<Message> messages, double seconds) {
    var text = messages.stream().map(Message::text).collect(Collectors.joining("\n"));
    var pictures =
        messages.stream()
            .map(Message::content)
            .filter(content -> NAMES.stream().anyMatch(content.toString()::contains))
            .toList();
    var image =
        pictures.isEmpty()
            ? Image.NONE
            : pictures.stream().allMatch(JsonNode::isString) ? Image.LETTERS : Image.SEEN;
    return new Heard(text, image, seconds);
  }

  /** The text of an answer begins with how things stand: {@code ready · exit code 0 · @421}. */
  boolean hasText() {
    return text.contains(" · @");
  }

  /** The fields of an answer, which have names. */
  boolean hasFields() {
    return text.contains("confidence") && text.contains("evidence");
  }

  /** How long it took, and whether it was an answer of Parley's that came in the end. */
  String patience() {
    return String.format(
        Locale.ROOT,
        "%s after %.0f s",
        hasText() || hasFields() ? "answered" : "given up",
        seconds);
  }

  /** Whether a person was asked, and what the model came to know of the answer. */
  String person() {
    return !text.contains("done") || !text.contains(Step.SECRET.length() + " letters")
        ? String.format(Locale.ROOT, "not answered after %.0f s", seconds)
        : text.contains(Step.SECRET) ? "answered, and the model saw it" : "answered, unseen";
  }

  String form() {
    return hasText() && hasFields()
        ? "both"
        : hasText() ? "text" : hasFields() ? "fields" : "neither";
  }

  /** How much of the large output came through. */
  String size() {
    // In fields a line end is two characters, of which the second is a letter.
    var lines = LINE.matcher(text.replace("\\n", "\n")).results().count();
    var whole = lines >= Step.LINES;
    return String.format(
        Locale.ROOT,
        "%s: %,d characters, %,d of %,d lines%s",
        whole ? "whole" : "cut",
        text.length(),
        lines,
        Step.LINES,
        text.contains("saved to") ? ", the rest in a file" : "");
  }
}
