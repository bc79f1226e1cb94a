package dev.parley.server.http;

import dev.parley.server.json.Json;
import dev.parley.session.refusal.Refusal;
import org.eclipse.jetty.http.HttpStatus;
import tools.jackson.databind.node.ObjectNode;

/** A request that is declined, as RFC 9457 has it: with our code and what to try instead. */
final class Problem extends RuntimeException {
  private static final long serialVersionUID = 1;

  final int status;
  final String code;
  final String instead;

  Problem(int status, String code, String sentence, String instead) {
    super(sentence, null, false, false);
    this.status = status;
    this.code = code;
    this.instead = instead;
  }

  Problem(int status, String code, String sentence) {
    this(status, code, sentence, "");
  }

  static Problem badInput(String sentence, String instead) {
    return new Problem(400, "bad_input", sentence, instead);
  }

  static Problem of(Refusal refusal) {
    var code = refusal.code().wire();
    return new Problem(
        status(code), code, String.valueOf(refusal.getMessage()), RestWording.WORDING.of(refusal));
  }

  private static int status(String code) {
    return switch (code) {
      case "bad_input" -> 400;
      case "not_allowed" -> 403;
      case "not_found" -> 404;
      case "held_by_human", "exited", "busy", "floor_needed" -> 409;
      case "evicted" -> 410;
      case "limit" -> 429;
      case "unsupported_here" -> 501;
      case "connection_refused", "unreachable", "authentication", "host_key" -> 502;
      case "timed_out", "unknown_outcome" -> 504;
      default -> 500;
    };
  }

  ObjectNode toJson() {
    var json =
        Json.object()
            .put("type", "about:blank")
            .put("title", HttpStatus.getMessage(status))
            .put("status", status)
            .put("detail", String.valueOf(getMessage()))
            .put("code", code);
    if (!instead.isEmpty()) {
      json.put("try", instead);
    }
    return json;
  }
}
