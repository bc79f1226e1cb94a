package dev.parley.server.calls;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.session.Input;
import dev.parley.session.launch.SessionId;
import java.nio.charset.StandardCharsets;

/** Notes what callers do with sessions, and how long turns take. */
public record CallAudit(AuditLog log, Turns turns) {

  void started(Asking asking, SessionId session) {
    note(asking, "started", session);
  }

  void closed(Asking asking, SessionId session) {
    note(asking, "closed", session);
  }

  void asked(Asking asking, AskCall call, SessionId session) {
    note(asking, "asked for " + call.kind().wire(), session);
  }

  void sent(Asking asking, SendCall.Typed typed, SessionId session) {
    switch (typed) {
      case SendCall.KeptSecret _ -> note(asking, "used a kept secret", session);
      case SendCall.Given(Input.Send _) -> note(asking, "sent a signal", session);
      case SendCall.Given(var input) ->
          asking.caller().ifPresent(caller -> log.typed(caller, session.value(), length(input)));
    }
  }

  private void note(Asking asking, String action, SessionId session) {
    asking.caller().ifPresent(caller -> note(caller, action, session.value()));
  }

  /** Notes something that has no call of its own. */
  public void note(Caller caller, String action, String session) {
    log.note(caller, action, session);
  }

  private static int length(Input input) {
    return switch (input) {
      case Input.Text(var text) -> bytes(text);
      case Input.Line(var text) -> bytes(text);
      case Input.Paste(var text) -> bytes(text);
      case Input.Keys(var keys) -> keys.size();
      case Input.Raw(var bytes) -> bytes.length;
      case Input.Secret _, Input.Send _ -> 0;
    };
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
