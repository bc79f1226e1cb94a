package dev.parley.session;

import dev.parley.pty.finding.Evidence;
import dev.parley.session.refusal.Advice;
import java.util.Optional;

/** What to do next, where it helps. */
final class Hints {
  private static final Advice NOT_IN_THAT_STATE =
      new Advice.Plain("Nothing was typed: the session was not in the state asked for.");
  private static final Advice GUARD_DID_NOT_HOLD =
      new Advice.Plain("Nothing was typed: the guard did not hold.");

  private Hints() {}

  static Optional<Advice> next(Why why, Verdict verdict, boolean fullscreen) {
    return switch (verdict.state()) {
      case SessionState.Secret _ -> Optional.of(Advice.Step.ASK_FOR_PASSWORD);
      case SessionState.Waiting _ when verdict.evidence().contains(Evidence.Mark.CONTINUATION) ->
          Optional.of(Advice.Step.FINISH_COMMAND);
      case SessionState.Waiting _ when verdict.evidence().contains(Evidence.Mark.LINE) ->
          Optional.of(Advice.Step.RUN_OR_DROP_LINE);
      case SessionState.Waiting _ when fullscreen -> Optional.of(Advice.Step.READ_SCREEN);
      case SessionState.Working _ when verdict.evidence().contains(Evidence.Activity.STOPPED) ->
          Optional.of(Advice.Step.CONTINUE_PROGRAM);
      case SessionState.Working _ when why == Why.TIMEOUT ->
          Optional.of(Advice.Step.WAIT_OR_INTERRUPT);
      case SessionState.Working _ when why == Why.GUARD -> Optional.of(NOT_IN_THAT_STATE);
      case SessionState.Waiting _,
          SessionState.Ready _,
          SessionState.Working _,
          SessionState.Exited _,
          SessionState.Lost _,
          SessionState.Unreachable _ ->
          why == Why.GUARD ? Optional.of(GUARD_DID_NOT_HOLD) : Optional.empty();
    };
  }
}
