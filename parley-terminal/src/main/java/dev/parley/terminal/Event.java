package dev.parley.terminal;

import java.util.List;

/**
 * Something the child said that is not part of the picture. The Terminal notes it and does nothing
 * about it.
 *
 * <p>{@code from} and {@code to} are the places in the stream where its sequence begins (the ESC)
 * and ends (one past the last byte), counted as in {@link Terminal#fed()}.
 */
public sealed interface Event {
  long from();

  long to();

  /**
   * What a shell says about itself (OSC 133, or OSC 633 as some editors' shells send it): {@code A}
   * a prompt begins, {@code B} it ends, {@code C} a command began, {@code D} it ended; {@code
   * parameters} are the fields after the letter, and {@code left} is the text that was left of the
   * cursor on its line.
   */
  record Mark(long from, long to, char kind, List<String> parameters, String protocol, String left)
      implements Event {
    public Mark {
      parameters = List.copyOf(parameters);
    }
  }

  /** The directory the shell is in, as the address it sent (OSC 7). */
  record Directory(long from, long to, String uri) implements Event {}

  /**
   * How far a long task is (OSC 9;4). The states: 0 no bar, 1 normal, 2 failed, 3 unknown length, 4
   * paused.
   */
  record Progress(long from, long to, int state, int percent) implements Event {}

  /** The bell rang (BEL). */
  record Bell(long from, long to) implements Event {}

  /**
   * The child wants to set the clipboard (OSC 52); {@code data} is still in base64. Requests to
   * read it are never answered and make no event.
   */
  record Clipboard(long from, long to, String selection, String data) implements Event {}

  /** A message for the person in front of the screen (OSC 9, OSC 99, OSC 777). */
  record Notification(long from, long to, String text) implements Event {}

  /** The title changed (OSC 0, OSC 2). */
  record Title(long from, long to, String text) implements Event {}
}
