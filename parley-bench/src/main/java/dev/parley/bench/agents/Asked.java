package dev.parley.bench.agents;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * One request of a program to its model, whatever protocol it came in.
 *
 * @param program who asks
 * @param tools the names of the tools the model may call
 * @param messages the conversation so far, oldest first
 */
public record Asked(String program, List<String> tools, List<Message> messages) {
  private static final Pattern MARKER = Pattern.compile("\\[\\[(.+?)\\]\\]");

  /** Who said a part of a conversation. */
  public enum Role {
    /** A person, or the program in the person's place. */
    USER,
    /** A tool that the model has called. */
    TOOL,
    MODEL
  }

  /**
   * A part of a conversation.
   *
   * @param content the same as it came, for those who want to know everything
   */
  public record Message(Role role, String text, JsonNode content) {}

  public Asked {
    tools = List.copyOf(tools);
    messages = List.copyOf(messages);
  }

  /** The words in double brackets that were typed last: they choose what the script does. */
  public Optional<String> marker() {
    var at = markedAt();
    return at < 0 ? Optional.empty() : Optional.of(lastMarker(messages.get(at).text()));
  }

  /** What the tools have returned since then. */
  public List<Message> results() {
    return messages.subList(markedAt() + 1, messages.size()).stream()
        .filter(message -> message.role == Role.TOOL)
        .toList();
  }

  /** Everything behind the marker. */
  public List<Message> since() {
    return messages.subList(markedAt() + 1, messages.size());
  }

  private int markedAt() {
    for (var at = messages.size() - 1; at >= 0; at--) {
      if (messages.get(at).role == Role.USER && MARKER.matcher(messages.get(at).text()).find()) {
        return at;
      }
    }
    return -1;
  }

  private static String lastMarker(String text) {
    return MARKER.matcher(text).results().reduce((_, next) -> next).orElseThrow().group(1);
  }
}
