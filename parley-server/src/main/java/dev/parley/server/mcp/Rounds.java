package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.security.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The rounds a request of the stateless era takes when its handler has questions. A question
 * without an answer ends the round: the client is told what is asked, asks its person, and sends
 * the whole request again with the answers. The handler then runs again from its beginning and
 * finds them here.
 *
 * <p>Answers of earlier rounds travel in the request's state, which the client keeps and gives back
 * unread. The state is sealed, and bound to the request and the caller it was made for.
 */
final class Rounds {
  private static final Duration STATE_LIVES = Duration.ofHours(1);

  private final Seal seal;
  private final String subject;
  private final ObjectNode answers;

  /** Whether a request brings answers along, or the state of an earlier round. */
  static boolean continuedBy(Exchange exchange) {
    return exchange.params().has("inputResponses") || exchange.params().has("requestState");
  }

  Rounds(Seal seal, Exchange exchange) {
    this.seal = seal;
    this.subject = subject(exchange);
    this.answers = earlier(exchange.params());
    answers.setAll(latest(exchange.params()));
  }

  private ObjectNode earlier(ObjectNode params) {
    if (!params.has("requestState")) {
      return Json.object();
    }
    var state =
        seal.open(params.path("requestState").asString(""))
            .map(Json::parseObject)
            .orElseThrow(Rounds::notOurs);
    if (!state.path("subject").asString().equals(subject)
        || Instant.ofEpochSecond(state.path("until").asLong()).isBefore(Instant.now())) {
      throw notOurs();
    }
    return (ObjectNode) state.path("answers");
  }

  private static ProtocolException notOurs() {
    return new ProtocolException(
        Fault.BAD_PARAMS,
        "requestState was changed, has expired or belongs to another request; send the request again without it");
  }

  private static ObjectNode latest(ObjectNode params) {
    if (!params.has("inputResponses")) {
      return Json.object();
    }
    if (params.get("inputResponses") instanceof ObjectNode responses
        && responses.values().stream().allMatch(JsonNode::isObject)) {
      return responses;
    }
    throw new ProtocolException(
        Fault.BAD_PARAMS, "inputResponses must be an object whose values are objects");
  }

  /** The answers to these questions that have come and will do. */
  ObjectNode found(Map<String, Question> questions) {
    var found = Json.object();
    questions.forEach(
        (key, question) -> {
          var answer = answers.path(key);
          if (answer.isObject() && question.faultIn(answer).isEmpty()) {
            found.set(key, answer);
          }
        });
    return found;
  }

  /** The end of this round, for want of answers to these questions. */
  InputRequired without(Map<String, Question> open) {
    return new InputRequired(result(open));
  }

  private ObjectNode result(Map<String, Question> open) {
    var result = Json.object().put("resultType", "input_required");
    result.set("inputRequests", Question.requests(open));
    // An answer that would not do is asked for again, not remembered.
    var state =
        Json.object()
            .put("subject", subject)
            .put("until", Instant.now().plus(STATE_LIVES).getEpochSecond())
            .set("answers", answers.deepCopy().remove(open.keySet()));
    return result.put("requestState", seal.close(Json.text(state)));
  }

  /** A digest of what the request is about, the same however the client orders its fields. */
  private static String subject(Exchange exchange) {
    var params = exchange.params();
    var text =
        String.join(
            "\n",
            exchange.peer().caller().map(Principal::getName).orElse(""),
            exchange.method(),
            params.path("name").asString(params.path("uri").asString("")),
            canonical(params.path("arguments")).toString());
    return Seal.digest(text);
  }

  private static Object canonical(JsonNode node) {
    if (node.isObject()) {
      var sorted = new TreeMap<String, Object>();
      node.properties().forEach(field -> sorted.put(field.getKey(), canonical(field.getValue())));
      return sorted;
    }
    return node.isArray()
        ? node.values().stream().map(Rounds::canonical).toList()
        : Json.text(node);
  }

  /**
   * The end of a round. An Error, so that a handler that catches every Exception of its own work
   * does not take it for one of them.
   */
  static final class InputRequired extends Error {
    final transient ObjectNode result;

    InputRequired(ObjectNode result) {
      super("More input is required", null, false, false);
      this.result = result;
    }
  }
}
