package dev.parley.server.tools;

import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Wording;

/** What could be done next, in terms of the {@code parley} tools. */
final class ParleyWording implements Wording {
  /** Where nothing is known of the session, or no person can get at it. */
  static final Wording WORDING = new ParleyWording("");

  private final String session;

  private ParleyWording(String session) {
    this.session = session;
  }

  /** About a session of this name, which people can get at. */
  static Wording about(String session) {
    return new ParleyWording(session);
  }

  @Override
  public String of(Advice advice) {
    return switch (advice) {
      case Advice.Step step -> of(step);
      case Advice.AcceptHostKey(var target) ->
          "Compare the fingerprint with one from a source you trust; accept it with target "
              + target;
      case Advice.ReadFrom _, Advice.Plain _ -> advice.plain();
    };
  }

  private String of(Advice.Step step) {
    return switch (step) {
      case LIST_SESSIONS -> "List the sessions with session_list";
      case CLOSE_A_SESSION -> "Close one with session_close";
      case START_ANOTHER -> "Start a new session with session_start";
      case AWAIT_FLOOR ->
          "Wait for the hand-back with session_read until [\"floor\"], or with session_ask";
      case ASK_FOR_NAMED_SECRET -> "Ask a person for it with session_ask, kind secret";
      case FREE_THE_SHELL ->
          "Answer it with session_send, stop it with keys [\"ctrl+c\"], or start another session";
      case GIVE_CREDENTIALS ->
          "Use a key or an agent; or run ssh as a local command and let a person answer with"
              + " session_ask";
      case ASK_FOR_PASSWORD ->
          "A password: use session_ask%s."
              .formatted(
                  session.isEmpty()
                      ? ""
                      : ", and tell your user to run `parley secret %s`".formatted(session));
      case FINISH_COMMAND ->
          "The shell wants the rest of the command: send it, or give it up with keys [\"ctrl+c\"].";
      case RUN_OR_DROP_LINE ->
          "The shell's line is not empty: run it with keys [\"enter\"], or drop it with keys"
              + " [\"ctrl+c\"].";
      case DROP_LINE -> "Drop the line with keys [\"ctrl+c\"], then send again";
      case READ_SCREEN ->
          "Full-screen: answer with keys. Next only changed rows are told; view \"screen\" shows all.";
      case CONTINUE_PROGRAM -> "The program is stopped: send signal CONT, or end it.";
      case WAIT_OR_INTERRUPT ->
          "Still working: read again to wait on, or stop it with keys [\"ctrl+c\"].";
      case TAKE_FLOOR, AWAIT_SECRET_PROMPT -> step.plain();
    };
  }
}
