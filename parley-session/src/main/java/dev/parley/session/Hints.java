package dev.parley.session;

import dev.parley.pty.Evidence;

/** One short sentence on what to do next, where it helps. */
final class Hints {
  private Hints() {}

  static String next(Why why, Verdict verdict, boolean fullscreen) {
    return switch (verdict.state()) {
      case SessionState.Secret _ ->
          "A password is asked for: let a person enter it with session_ask.";
      case SessionState.Waiting _ when verdict.evidence().contains(Evidence.Mark.CONTINUATION) ->
          "The shell wants the rest of the command: send it, or give it up with keys [\"ctrl+c\"].";
      case SessionState.Waiting _ when fullscreen ->
          "A full-screen program: read the screen and answer with keys.";
      case SessionState.Working _ when verdict.evidence().contains(Evidence.Activity.STOPPED) ->
          "The program is stopped: send signal CONT, or end it.";
      case SessionState.Working _ when why == Why.TIMEOUT ->
          "Still working: read again to wait on, or stop it with keys [\"ctrl+c\"].";
      case SessionState.Working _ when why == Why.GUARD ->
          "Nothing was typed: the session was not in the state asked for.";
      case SessionState.Waiting _,
          SessionState.Ready _,
          SessionState.Working _,
          SessionState.Exited _,
          SessionState.Lost _ ->
          why == Why.GUARD ? "Nothing was typed: the guard did not hold." : "";
    };
  }
}
