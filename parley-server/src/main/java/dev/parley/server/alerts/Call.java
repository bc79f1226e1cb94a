package dev.parley.server.alerts;

import dev.parley.session.Attention;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * What somebody is called for.
 *
 * @param id the same for every try to deliver it
 * @param kind what the session needs, as it travels, or that this only tries the way
 * @param text what it is about; only where the rule asks for it, since a program may have said it
 */
record Call(
    String id, String session, String name, String kind, Instant since, Optional<String> text) {

  /** A call that tries the way. */
  static Call test(String id, Instant now) {
    return new Call(id, "", "", "test", now, Optional.empty());
  }

  Call withoutText() {
    return new Call(id, session, name, kind, since, Optional.empty());
  }

  /** In a few words, which are ASCII unless the text is not. */
  String sentence() {
    var who = name.isEmpty() ? session : name;
    if (kind.equals("test")) {
      return "This is a test of an alert";
    }
    return switch (Attention.Kind.valueOf(kind.toUpperCase(Locale.ROOT))) {
      case ASKED -> who + ": its agent asks for you";
      case SECRET -> who + " wants a password";
      case QUESTION -> who + " has a question";
      case FAILED -> who + " has failed";
      case DONE -> who + " is done";
      case NONE -> who;
    };
  }

  /** The same with what it is about, where that may be told. */
  String sentenceWithText() {
    return sentence() + text.map(": "::concat).orElse("");
  }
}
