package dev.parley.terminal;

import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * What a program tells the person in front of the screen: a message (OSC 9, OSC 99, OSC 777), or
 * how far it is (OSC 9;4).
 */
final class Notifications {
  /** More of one message is dropped. */
  private static final int LONGEST = 4096;

  private final Events events;
  private final StringBuilder title = new StringBuilder();
  private final StringBuilder body = new StringBuilder();
  private String id = "";

  Notifications(Events events) {
    this.events = events;
  }

  /** OSC 9: a message; with a 4 in front, progress. */
  void plain(String text) {
    if (!text.startsWith("4;") && !text.equals("4")) {
      tell(text);
      return;
    }
    String[] fields = text.split(";");
    int state = fields.length > 1 ? OscCommands.index(fields[1]) : 0;
    int percent = fields.length > 2 ? OscCommands.index(fields[2]) : 0;
    if (state >= 0 && state <= 4) {
      events.add(
          new Event.Progress(events.from(), events.to(), state, Math.clamp(percent, 0, 100)));
    }
  }

  /** OSC 777: {@code notify;TITLE;BODY}. */
  void titled(String text) {
    String[] fields = text.split(";", 3);
    if (fields[0].equals("notify") && fields.length > 1) {
      tell(joined(fields[1], fields.length > 2 ? fields[2] : ""));
    }
  }

  /**
   * OSC 99, kitty's: {@code METADATA;PAYLOAD}. The metadata are fields such as {@code p=body},
   * separated by colons. Title and body may come in several parts; {@code d=0} says that another
   * follows. Questions about what the terminal can do are not answered.
   */
  void inParts(String text) {
    int separator = text.indexOf(';');
    if (separator < 0) {
      return;
    }
    String part = "title";
    String of = "";
    boolean last = true;
    boolean encoded = false;
    for (String field : text.substring(0, separator).split(":")) {
      String value = field.length() > 2 && field.charAt(1) == '=' ? field.substring(2) : "";
      switch (field.isEmpty() ? ' ' : field.charAt(0)) {
        case 'i' -> of = value;
        case 'p' -> part = value;
        case 'd' -> last = !value.equals("0");
        case 'e' -> encoded = value.equals("1");
        default -> {}
      }
    }
    if (!part.equals("title") && !part.equals("body")) {
      return;
    }
    if (!of.equals(id)) {
      forget();
      id = of;
    }
    String payload = text.substring(separator + 1);
    append(part.equals("title") ? title : body, encoded ? decoded(payload) : payload);
    if (last) {
      String whole = joined(title.toString(), body.toString());
      forget();
      if (!whole.isBlank()) {
        tell(whole);
      }
    }
  }

  private static void append(StringBuilder to, String text) {
    to.append(text, 0, Math.min(text.length(), LONGEST - to.length()));
  }

  private static String decoded(String base64) {
    try {
      return new String(Base64.getDecoder().decode(base64), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException malformed) {
      return "";
    }
  }

  private void forget() {
    title.setLength(0);
    body.setLength(0);
    id = "";
  }

  private static String joined(String title, String body) {
    return title.isBlank() || body.isBlank() ? title + body : title + ": " + body;
  }

  private void tell(String text) {
    events.add(new Event.Notification(events.from(), events.to(), text));
  }
}
