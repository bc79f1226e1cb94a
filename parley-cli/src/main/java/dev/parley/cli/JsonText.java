package dev.parley.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the members of an object stand in a text of JSON, which may have comments and trailing
 * commas. It finds places and changes nothing but them; it is no reader of values.
 */
final class JsonText {
  private final String text;
  private final int open;
  private final int close;
  private final List<Member> members;

  /** A member: from the quote before its name to the end of its value. */
  record Member(String name, int from, int valueFrom, int valueTo) {}

  private JsonText(String text, int open, int close, List<Member> members) {
    this.text = text;
    this.open = open;
    this.close = close;
    this.members = List.copyOf(members);
  }

  /**
   * Finds the members of the object that begins at a place or after blanks and comments there.
   *
   * @throws IllegalArgumentException where there is none
   */
  static JsonText object(String text, int from) {
    try {
      var open = skipBlank(text, from);
      expect(text, open, '{');
      var members = new ArrayList<Member>();
      var at = skipBlank(text, open + 1);
      while (text.charAt(at) != '}') {
        expect(text, at, '"');
        var nameEnd = skipValue(text, at);
        var colon = skipBlank(text, nameEnd);
        expect(text, colon, ':');
        var valueFrom = skipBlank(text, colon + 1);
        var valueTo = skipValue(text, valueFrom);
        members.add(new Member(text.substring(at + 1, nameEnd - 1), at, valueFrom, valueTo));
        at = skipBlank(text, valueTo);
        if (text.charAt(at) == ',') {
          at = skipBlank(text, at + 1);
        } else {
          expect(text, at, '}');
        }
      }
      return new JsonText(text, open, at, members);
    } catch (IndexOutOfBoundsException cut) {
      throw new IllegalArgumentException("the JSON ends in the middle of something", cut);
    }
  }

  /** The elements of the list that begins at a place, as they are written. */
  static List<String> elements(String text, int from) {
    try {
      expect(text, from, '[');
      var elements = new ArrayList<String>();
      var at = skipBlank(text, from + 1);
      while (text.charAt(at) != ']') {
        var end = skipValue(text, at);
        elements.add(text.substring(at, end));
        at = skipBlank(text, end);
        if (text.charAt(at) == ',') {
          at = skipBlank(text, at + 1);
        } else {
          expect(text, at, ']');
        }
      }
      return elements;
    } catch (IndexOutOfBoundsException cut) {
      throw new IllegalArgumentException("the JSON ends in the middle of something", cut);
    }
  }

  boolean isEmpty() {
    return members.isEmpty();
  }

  Optional<Member> member(String name) {
    return members.stream().filter(member -> member.name().equals(name)).findFirst();
  }

  /** The whole text with one more member, after the last. */
  String insert(String member, int indent) {
    var line = "\n" + " ".repeat(indent);
    if (members.isEmpty()) {
      var inside = text.substring(open + 1, close).stripTrailing();
      return text.substring(0, open + 1)
          + inside
          + line
          + member
          + "\n"
          + " ".repeat(Math.max(0, indent - 2))
          + text.substring(close);
    }
    var end = members.getLast().valueTo();
    return text.substring(0, end) + "," + line + member + text.substring(end);
  }

  /** The whole text without a member and the comma that belonged to it. */
  String remove(Member member) {
    var place = members.indexOf(member);
    if (place > 0) {
      return text.substring(0, members.get(place - 1).valueTo()) + text.substring(member.valueTo());
    }
    if (members.size() > 1) {
      return text.substring(0, member.from()) + text.substring(members.get(1).from());
    }
    return text.substring(0, open + 1)
        + text.substring(open + 1, member.from()).stripTrailing()
        + text.substring(afterComma(member.valueTo()), close).strip()
        + text.substring(close);
  }

  private int afterComma(int at) {
    var next = skipBlank(text, at);
    return text.charAt(next) == ',' ? next + 1 : at;
  }

  private static void expect(String text, int at, char wanted) {
    if (text.charAt(at) != wanted) {
      throw new IllegalArgumentException(
          "unexpected '%c' at offset %d, where '%c' should be"
              .formatted(text.charAt(at), at, wanted));
    }
  }

  private static int skipBlank(String text, int from) {
    var at = from;
    while (true) {
      var letter = text.charAt(at);
      if (Character.isWhitespace(letter) || letter == '\ufeff') {
        at++;
      } else if (text.startsWith("//", at)) {
        var end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (text.startsWith("/*", at)) {
        at = text.indexOf("*/", at) + 2;
        if (at < 2) {
          throw new IllegalArgumentException("a comment does not end");
        }
      } else {
        return at;
      }
    }
  }

  private static int skipValue(String text, int from) {
    return switch (text.charAt(from)) {
      case '"' -> {
        var at = from + 1;
        while (text.charAt(at) != '"') {
          at += text.charAt(at) == '\\' ? 2 : 1;
        }
        yield at + 1;
      }
      case '{', '[' -> skipNested(text, from);
      default -> {
        var at = from;
        while (at < text.length() && ",}] \t\r\n/".indexOf(text.charAt(at)) < 0) {
          at++;
        }
        if (at == from) {
          throw new IllegalArgumentException("a value is missing at offset " + from);
        }
        yield at;
      }
    };
  }

  private static int skipNested(String text, int from) {
    var depth = 0;
    var at = from;
    do {
      at = skipBlank(text, at);
      switch (text.charAt(at)) {
        case '{', '[' -> {
          depth++;
          at++;
        }
        case '}', ']' -> {
          depth--;
          at++;
        }
        case ',', ':' -> at++;
        default -> at = skipValue(text, at);
      }
    } while (depth > 0);
    return at;
  }
}
