package dev.parley.bench.jobs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What is typed in one step: text and keys in their order. */
record Typing(List<Part> parts) {
  /** A piece of it. */
  sealed interface Part {
    /** Characters as they are. */
    record Text(String text) implements Part {}

    /** A key by its name, such as {@code enter}, {@code up}, {@code ctrl+c} or {@code f5}. */
    record Key(String name) implements Part {}
  }

  static final Part.Key ENTER = new Part.Key("enter");

  Typing {
    parts = List.copyOf(parts);
  }

  /** A line and the enter key. */
  static Typing line(String text) {
    return new Typing(text.isEmpty() ? List.of(ENTER) : List.of(new Part.Text(text), ENTER));
  }

  static Typing text(String text) {
    return new Typing(List.of(new Part.Text(text)));
  }

  static Typing keys(String... names) {
    return new Typing(Stream.of(names).map(name -> (Part) new Part.Key(name)).toList());
  }

  /** This, and then more without a pause. */
  Typing then(Typing more) {
    return new Typing(Stream.concat(parts.stream(), more.parts.stream()).toList());
  }

  /** The same with other words in the text. */
  Typing with(UnaryOperator<String> words) {
    return new Typing(
        parts.stream()
            .<Part>map(
                part ->
                    switch (part) {
                      case Part.Text(var text) -> new Part.Text(words.apply(text));
                      case Part.Key key -> key;
                    })
            .toList());
  }

  /** Whether this is text without a line end inside, and then enter at most. */
  boolean isLine() {
    return parts.size() <= 2
        && parts.getFirst() instanceof Part.Text
        && (parts.size() == 1 || parts.getLast().equals(ENTER));
  }

  boolean endsWithEnter() {
    return parts.getLast().equals(ENTER);
  }

  /** The text alone. */
  String words() {
    var words = new StringBuilder();
    for (var part : parts) {
      if (part instanceof Part.Text(var text)) {
        words.append(text);
      }
    }
    return words.toString();
  }

  /** As the bytes that an ordinary terminal sends. */
  String bytes() {
    var bytes = new StringBuilder();
    for (var part : parts) {
      bytes.append(
          switch (part) {
            case Part.Text(var text) -> text;
            case Part.Key(var name) -> bytes(name);
          });
    }
    return bytes.toString();
  }

  /** The bytes of one key. */
  static String bytes(String key) {
    if (key.startsWith("ctrl+")) {
      return "" + (char) (key.charAt(5) & 0x1f);
    }
    return switch (key) {
      case "enter" -> "\r";
      case "tab" -> "\t";
      case "space" -> " ";
      case "escape" -> "\033";
      case "backspace" -> "\177";
      case "up" -> "\033[A";
      case "down" -> "\033[B";
      case "right" -> "\033[C";
      case "left" -> "\033[D";
      case "home" -> "\033[H";
      case "end" -> "\033[F";
      case "pagedown" -> "\033[6~";
      case "f5" -> "\033[15~";
      case "f10" -> "\033[21~";
      default -> {
        if (key.length() != 1) {
          throw new IllegalArgumentException("Unknown key " + key);
        }
        yield key;
      }
    };
  }

  /** Parts that follow each other and are of one kind, together. */
  List<List<Part>> runs() {
    var runs = new ArrayList<List<Part>>();
    for (var part : parts) {
      if (runs.isEmpty() || runs.getLast().getLast().getClass() != part.getClass()) {
        runs.add(new ArrayList<>());
      }
      runs.getLast().add(part);
    }
    return runs;
  }
}
