package dev.parley.terminal;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Operating system commands (OSC): titles, colours, links, and what a shell says about itself. */
final class OscCommands {
  private static final int LONGEST_LINK = 2048;

  private final Display display;
  private final Appearance appearance;
  private final QueryReplies replies;
  private final Events events;
  private final Notifications notifications;

  OscCommands(Display display, Appearance appearance, QueryReplies replies, Events events) {
    this.display = display;
    this.appearance = appearance;
    this.replies = replies;
    this.events = events;
    this.notifications = new Notifications(events);
  }

  void run(byte[] bytes, int length, boolean bell) {
    int end = 0;
    int number = 0;
    while (end < length && bytes[end] >= '0' && bytes[end] <= '9' && end < 6) {
      number = number * 10 + bytes[end++] - '0';
    }
    if (end == 0 || (end < length && bytes[end] != ';')) {
      return;
    }
    String text =
        end == length ? "" : new String(bytes, end + 1, length - end - 1, StandardCharsets.UTF_8);
    switch (number) {
      case 0, 2 -> title(text);
      case 4 -> palette(text, bell);
      case 7 -> events.add(new Event.Directory(events.from(), events.to(), text));
      case 8 -> link(text);
      case 9 -> notifications.plain(text);
      case 10, 11, 12 -> color(number, text, bell);
      case 52 -> clipboard(text);
      case 99 -> notifications.inParts(text);
      case 104 -> resetPalette(text);
      case 110, 111, 112 -> appearance.palette.reset(Palette.FOREGROUND + number - 110);
      case 133, 633 -> mark(text, String.valueOf(number));
      case 777 -> notifications.titled(text);
      default -> {}
    }
  }

  private void title(String text) {
    appearance.title(text);
    events.add(new Event.Title(events.from(), events.to(), appearance.title));
  }

  private void palette(String text, boolean bell) {
    String[] fields = text.split(";", -1);
    for (int at = 0; at + 1 < fields.length; at += 2) {
      int index = index(fields[at]);
      if (index >= 0 && fields[at + 1].equals("?")) {
        replies.osc("4;" + index + ";" + appearance.palette.describe(index), bell);
      } else if (index >= 0) {
        Palette.parse(fields[at + 1]).ifPresent(color -> appearance.palette.set(index, color));
      }
    }
  }

  /** A number from 0 to 255, or -1. */
  static int index(String text) {
    return text.matches("[0-9]{1,3}") && Integer.parseInt(text) < 256 ? Integer.parseInt(text) : -1;
  }

  private void resetPalette(String text) {
    if (text.isEmpty()) {
      appearance.palette.resetIndexed();
    }
    for (String field : text.split(";")) {
      appearance.palette.reset(index(field));
    }
  }

  /** Several colours may be asked for at once: text, background and cursor follow each other. */
  private void color(int number, String text, boolean bell) {
    int which = number;
    for (String field : text.split(";", -1)) {
      if (which > 12) {
        return;
      }
      int index = Palette.FOREGROUND + which - 10;
      if (field.equals("?")) {
        replies.osc(which + ";" + appearance.palette.describe(index), bell);
      } else {
        Palette.parse(field).ifPresent(color -> appearance.palette.set(index, color));
      }
      which++;
    }
  }

  /** OSC 8: text written from here on leads to an address; an empty address ends that. */
  private void link(String text) {
    int separator = text.indexOf(';');
    String address = separator < 0 ? "" : text.substring(separator + 1);
    display.pen.link(address.length() > LONGEST_LINK ? "" : address);
  }

  /** OSC 52: setting is an event, reading is refused by saying nothing. */
  private void clipboard(String text) {
    int separator = text.indexOf(';');
    if (separator >= 0 && !text.endsWith(";?")) {
      events.add(
          new Event.Clipboard(
              events.from(),
              events.to(),
              text.substring(0, separator),
              text.substring(separator + 1)));
    }
  }

  private void mark(String text, String protocol) {
    if (!text.isEmpty()) {
      List<String> fields = List.of(text.split(";", -1));
      if (fields.getFirst().length() == 1) {
        events.add(
            new Event.Mark(
                events.from(),
                events.to(),
                text.charAt(0),
                fields.subList(1, fields.size()),
                protocol,
                display.leftOfCursor()));
      }
    }
  }
}
