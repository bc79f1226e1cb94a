package dev.parley.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The settings of a coding agent that names programs to call when it needs somebody. They are
 * changed in one place, as {@link ClientFile} does it.
 */
sealed interface HookFile {
  /** How ours are known: nobody else calls this. */
  String OURS = "notify --hook --kind";

  /**
   * The text with our hooks.
   *
   * @param parley the command
   * @throws IllegalArgumentException when there is no room for them, or the text cannot be read
   */
  String with(String text, String parley);

  /** The text without them. */
  String without(String text);

  /** Claude Code's settings: lists of commands for each event. */
  record Claude() implements HookFile {
    private static final String SECTION = "hooks";

    /**
     * Something that happens in it, and what that means.
     *
     * @param matcher which of them, as a member of its entry; empty: all
     */
    private record Event(String name, String matcher, String kind) {
      String entry(String parley) {
        var command = "'%s' %s %s".formatted(parley.replace("'", "'\\''"), OURS, kind);
        return "{ %s\"hooks\": [{ \"type\": \"command\", \"command\": \"%s\" }] }"
            .formatted(matcher, command.replace("\\", "\\\\").replace("\"", "\\\""));
      }
    }

    /** A permission to be asked for is a question; that it has been idle for long is none. */
    private static final List<Event> EVENTS =
        List.of(
            new Event(
                "Notification",
                "\"matcher\": \"permission_prompt|elicitation_dialog\", ",
                "question"),
            new Event("Stop", "", "done"),
            new Event("StopFailure", "", "failed"));

    @Override
    public String with(String text, String parley) {
      if (EVENTS.stream().map(event -> event.entry(parley)).allMatch(text::contains)) {
        return text;
      }
      var whole = text.isBlank() ? "{}\n" : without(text);
      for (var event : EVENTS) {
        whole = with(whole, event.name, event.entry(parley));
      }
      return whole;
    }

    private static String with(String text, String event, String entry) {
      var top = JsonText.object(text, 0);
      var hooks = top.member(SECTION);
      if (hooks.isEmpty()) {
        return top.insert(
            "\"%s\": {\n    \"%s\": [\n      %s\n    ]\n  }".formatted(SECTION, event, entry), 2);
      }
      var events = JsonText.object(text, hooks.get().valueFrom());
      var list = events.member(event);
      if (list.isEmpty()) {
        return events.insert("\"%s\": [\n      %s\n    ]".formatted(event, entry), 4);
      }
      var close = list.get().valueTo() - 1;
      var before = text.substring(0, close).stripTrailing();
      var comma = before.endsWith("[") || before.endsWith(",") ? "" : ",";
      return before + comma + "\n      " + entry + "\n    " + text.substring(close);
    }

    @Override
    public String without(String text) {
      if (!text.contains(OURS)) {
        return text;
      }
      var whole = text;
      for (var event : EVENTS) {
        whole = without(whole, event.name);
      }
      var top = JsonText.object(whole, 0);
      var hooks = top.member(SECTION);
      return hooks.isPresent() && JsonText.object(whole, hooks.get().valueFrom()).isEmpty()
          ? top.remove(hooks.get())
          : whole;
    }

    private static String without(String text, String event) {
      var hooks = JsonText.object(text, 0).member(SECTION);
      if (hooks.isEmpty()) {
        return text;
      }
      var events = JsonText.object(text, hooks.get().valueFrom());
      var list = events.member(event);
      if (list.isEmpty()) {
        return text;
      }
      var elements = JsonText.elements(text, list.get().valueFrom());
      var others = new ArrayList<String>();
      for (var element : elements) {
        if (!element.contains(OURS)) {
          others.add(element);
        }
      }
      if (others.size() == elements.size()) {
        return text;
      }
      return others.isEmpty()
          ? events.remove(list.get())
          : text.substring(0, list.get().valueFrom())
              + "[\n      "
              + String.join(",\n      ", others)
              + "\n    ]"
              + text.substring(list.get().valueTo());
    }
  }

  /** Codex's: one program for all, which is told of the end of a turn. */
  record Codex() implements HookFile {
    private static final Pattern HEADER =
        Pattern.compile("\\s*\\[\\[?\\s*[A-Za-z0-9_\"'].*]\\s*(#.*)?");

    @Override
    public String with(String text, String parley) {
      var line =
          "notify = [\"%s\", \"notify\", \"--hook\", \"--kind\", \"done\"]"
              .formatted(parley.replace("\\", "\\\\").replace("\"", "\\\""));
      if (text.lines().anyMatch(line::equals)) {
        return text;
      }
      var lines = new ArrayList<>(without(text).lines().toList());
      if (lines.stream()
          .takeWhile(one -> !HEADER.matcher(one).matches())
          .anyMatch(one -> one.strip().matches("\"?notify\"?\\s*=.*"))) {
        throw new IllegalArgumentException("it has a notify program of its own");
      }
      // Above everything but remarks: further down it could be part of a table or a list.
      var first = 0;
      while (first < lines.size() && lines.get(first).strip().matches("(#.*)?")) {
        first++;
      }
      lines.add(first, line);
      return String.join("\n", lines) + "\n";
    }

    @Override
    public String without(String text) {
      var lines = new ArrayList<>(text.lines().toList());
      for (var at = 0; at < lines.size(); at++) {
        var line = lines.get(at).strip();
        if (line.startsWith("notify") && line.contains("\"notify\", \"--hook\"")) {
          lines.remove(at);
          return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
        }
      }
      return text;
    }
  }
}
