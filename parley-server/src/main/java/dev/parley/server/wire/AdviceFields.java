package dev.parley.server.wire;

import dev.parley.server.json.Json;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/**
 * Advice as it travels to whoever says it in words of its own: a code and its parameters. The plain
 * words go with it, for whoever does not know the code.
 */
public final class AdviceFields {
  private static final String READ_FROM = "read_from";
  private static final String ACCEPT_HOST_KEY = "accept_host_key";

  private AdviceFields() {}

  /**
   * What was declined: the code, a sentence, and what could be done, in plain words and as a value.
   */
  public static ObjectNode of(Refusal refused) {
    var error =
        Json.object()
            .put("code", refused.code().wire())
            .put("message", String.valueOf(refused.getMessage()));
    refused
        .advice()
        .ifPresent(
            advice -> {
              error.put("try", advice.plain());
              of(advice).ifPresent(fields -> error.set("advice", fields));
            });
    return error;
  }

  /** Advice that is the same for everyone needs no code. */
  private static Optional<ObjectNode> of(Advice advice) {
    var fields = Json.object();
    return switch (advice) {
      case Advice.Step step -> Optional.of(fields.put("code", code(step)));
      case Advice.ReadFrom(var offset) ->
          Optional.of(fields.put("code", READ_FROM).put("offset", offset));
      case Advice.AcceptHostKey(var target) ->
          Optional.of(fields.put("code", ACCEPT_HOST_KEY).put("target", target));
      case Advice.Plain _ -> Optional.empty();
    };
  }

  private static String code(Advice.Step step) {
    return step.name().toLowerCase(Locale.ROOT);
  }

  /** The advice again; nothing where this version does not know it. */
  public static Optional<Advice> read(String code, Map<String, String> parameters) {
    return switch (code) {
      case READ_FROM ->
          Optional.ofNullable(parameters.get("offset"))
              .map(offset -> new Advice.ReadFrom(Long.parseLong(offset)));
      case ACCEPT_HOST_KEY ->
          Optional.ofNullable(parameters.get("target")).map(Advice.AcceptHostKey::new);
      default ->
          Arrays.stream(Advice.Step.values())
              .filter(step -> code(step).equals(code))
              .map(Advice.class::cast)
              .findFirst();
    };
  }
}
