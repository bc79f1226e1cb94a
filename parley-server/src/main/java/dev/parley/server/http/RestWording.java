package dev.parley.server.http;

import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Wording;

/** What could be done next, in terms of the routes. */
final class RestWording implements Wording {
  static final Wording WORDING = new RestWording();

  private RestWording() {}

  @Override
  public String of(Advice advice) {
    return switch (advice) {
      case Advice.Step step -> of(step);
      case Advice.AcceptHostKey(var target) ->
          "Compare the fingerprint with one from a source you trust; accept it with \"target\": \"%s\""
              .formatted(target);
      case Advice.ReadFrom(var offset) -> "Read the output with from=" + offset;
      case Advice.Plain _ -> advice.plain();
    };
  }

  private static String of(Advice.Step step) {
    return switch (step) {
      case LIST_SESSIONS -> "List the sessions with GET /v1/sessions";
      case CLOSE_A_SESSION -> "End one with DELETE /v1/sessions/{id}";
      case START_ANOTHER -> "Start a new session with POST /v1/sessions";
      case AWAIT_FLOOR -> "Wait for the hand-back with GET /v1/wait and until=floor";
      case TAKE_FLOOR -> "Take control first with POST /v1/sessions/{id}/floor";
      case ASK_FOR_NAMED_SECRET -> "Supply it with PUT /v1/sessions/{id}/secrets/{name}";
      case FREE_THE_SHELL ->
          "Answer or interrupt it with POST /v1/sessions/{id}/input, or start another session";
      case ASK_FOR_PASSWORD ->
          "A password is asked for: ask a person with POST /v1/sessions/{id}/ask.";
      case FINISH_COMMAND,
          RUN_OR_DROP_LINE,
          DROP_LINE,
          READ_SCREEN,
          CONTINUE_PROGRAM,
          WAIT_OR_INTERRUPT,
          GIVE_CREDENTIALS,
          AWAIT_SECRET_PROMPT ->
          step.plain();
    };
  }
}
