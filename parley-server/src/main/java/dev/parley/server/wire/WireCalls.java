package dev.parley.server.wire;

import dev.parley.server.calls.Asking;
import dev.parley.server.calls.SessionCalls;
import dev.parley.session.refusal.Wording;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The calls for doors that speak JSON: a name and parameters in, fields or a Refusal out. */
public final class WireCalls {
  private final SessionCalls calls;
  private final Wording wording;

  /**
   * The calls for a door.
   *
   * @param wording how the door says what could be done
   */
  public WireCalls(SessionCalls calls, Wording wording) {
    this.calls = calls;
    this.wording = wording;
  }

  /** The calls as values, for a door that needs no JSON for one of them. */
  public SessionCalls typed() {
    return calls;
  }

  /**
   * Makes a call.
   *
   * @throws dev.parley.session.refusal.Refusal when it is declined
   */
  public ObjectNode call(Asking asking, NamedCall name, JsonNode params) {
    var fields = name.checked(params);
    return switch (name) {
      case START -> ReplyFields.of(calls.start(asking, CallReader.start(fields)), wording);
      case SEND -> ReplyFields.of(calls.send(asking, CallReader.send(fields)), wording);
      case READ -> ReplyFields.of(calls.read(asking, CallReader.read(fields)), wording);
      case LIST -> ReplyFields.of(calls.list(asking, CallReader.list(fields)));
      case CLOSE -> ReplyFields.of(calls.close(asking, CallReader.close(fields)));
      case ASK -> ReplyFields.of(calls.ask(asking, CallReader.ask(fields)), wording);
    };
  }
}
