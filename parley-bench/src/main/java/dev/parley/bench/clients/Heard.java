package dev.parley.bench.clients;

import dev.parley.bench.agents.Asked.Message;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What reached the model of one call.
 *
 * @param text all text
 * @param image whether a picture came along
 * @param seconds how long after the call was wanted
 */
record Heard(String text, boolean image, double seconds) {
  private static final Pattern LINE = Pattern.compile("\\b1\\d{5}\\b");

  static Heard of(List<Message> messages, double seconds) {
    var text = messages.stream().map(Message::text).collect(Collectors.joining("\n"));
    var image =
        messages.stream()
            .map(message -> message.content().toString())
            .anyMatch(
                content ->
                    content.contains("image/png")
                        || content.contains("\"input_image\"")
                        || content.contains("\"image_url\""));
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
