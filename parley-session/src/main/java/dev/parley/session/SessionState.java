package dev.parley.session;

import dev.parley.pty.Exit;
import java.util.Locale;

/** What a session's child seems to be doing. {@link Verdict} has the evidence for saying so. */
public sealed interface SessionState {

  /** The program runs and is not asking its terminal for input. */
  record Working() implements SessionState {}

  /** The program is blocked reading its terminal and has consumed all that was typed. */
  record Waiting(String prompt) implements SessionState {}

  /** As {@link Waiting}, in line mode with echo off: a password prompt. */
  record Secret(String prompt) implements SessionState {}

  /** A shell with marks is at its prompt; the last command is over. */
  record Ready(String prompt) implements SessionState {}

  /** The child ended; its screen and transcript stay readable. */
  record Exited(Exit exit) implements SessionState {}

  /** The session ended without us seeing how; what was recorded is readable. */
  record Lost() implements SessionState {}

  /** The host it runs on does not answer; all else that is said of it is what was last known. */
  record Unreachable() implements SessionState {}

  /** The text left of the cursor where the program waits; empty in every other state. */
  default String prompt() {
    return switch (this) {
      case Waiting(var prompt) -> prompt;
      case Secret(var prompt) -> prompt;
      case Ready(var prompt) -> prompt;
      case Working _, Exited _, Lost _, Unreachable _ -> "";
    };
  }

  /** Whether typing would be taken as an answer. */
  default boolean wantsInput() {
    return switch (this) {
      case Waiting _, Secret _, Ready _ -> true;
      case Working _, Exited _, Lost _, Unreachable _ -> false;
    };
  }

  /** Whether nothing will happen any more. */
  default boolean over() {
    return switch (this) {
      case Exited _, Lost _ -> true;
      case Waiting _, Secret _, Ready _, Working _, Unreachable _ -> false;
    };
  }

  /** The state as it travels: {@code waiting}. */
  default String wire() {
    return getClass().getSimpleName().toLowerCase(Locale.ROOT);
  }
}
