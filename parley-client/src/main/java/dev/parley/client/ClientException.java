package dev.parley.client;

import java.util.HashMap;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A request that was declined, or a daemon that could not be reached, with what to do next. */
public final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** The daemon went away while the request was under way; it may or may not have been done. */
  public static final String DAEMON_RESTARTED = "daemon_restarted";

  /** The daemon is there and does not answer. */
  public static final String NO_ANSWER = "no_answer";

  /** There is no daemon, and none could be started. */
  public static final String NO_DAEMON = "no_daemon";

  /** Something about the folder or the socket is not as it must be to be trusted. */
  public static final String UNSAFE = "unsafe";

  /** The daemon is of another version. */
  public static final String VERSION = "version";

  private final String code;
  private final String tryInstead;

  @SuppressWarnings("serial") // it is caught where it was thrown, or said in words
  private final Optional<RemoteAdvice> advice;

  public ClientException(String code, String sentence, String tryInstead) {
    this(code, sentence, tryInstead, Optional.empty());
  }

  private ClientException(
      String code, String sentence, String tryInstead, Optional<RemoteAdvice> advice) {
    super(sentence);
    this.code = code;
    this.tryInstead = tryInstead;
    this.advice = advice;
  }

  /** What the daemon declined, from the fields it says so with. */
  public static ClientException of(JsonNode error) {
    return new ClientException(
        error.path("code").asString("failed"),
        error.path("message").asString("The daemon gave no reason"),
        error.path("try").asString(""),
        advice(error.path("advice")));
  }

  private static Optional<RemoteAdvice> advice(JsonNode fields) {
    return fields
        .path("code")
        .asStringOpt()
        .map(
            code -> {
              var parameters = new HashMap<String, String>();
              fields
                  .properties()
                  .forEach(field -> parameters.put(field.getKey(), field.getValue().asString("")));
              parameters.remove("code");
              return new RemoteAdvice(code, parameters);
            });
  }

  /** What went wrong, for programs: {@code not_found}, {@code daemon_restarted}, … */
  public String code() {
    return code;
  }

  /** What to do next, as a value; empty where {@link #tryInstead} says it all. */
  public Optional<RemoteAdvice> advice() {
    return advice;
  }

  /** What to do next, in plain words; empty when there is nothing to suggest. */
  public String tryInstead() {
    return tryInstead;
  }
}
