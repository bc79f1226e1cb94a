package dev.parley.client;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A request that was declined, or a daemon that could not be reached, with what to do next. */
public final class ClientException extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** What went wrong. The first ones are the daemon's, the others this side's. */
  public enum Code {
    NOT_FOUND,
    EXITED,
    EVICTED,
    HELD_BY_HUMAN,
    FLOOR_NEEDED,
    BUSY,
    LIMIT,
    /** The policy of the daemon's user does not allow it. */
    NOT_ALLOWED,
    BAD_INPUT,
    UNSUPPORTED_HERE,
    CONNECTION_REFUSED,
    UNREACHABLE,
    AUTHENTICATION,
    HOST_KEY,
    TIMED_OUT,
    /** The way to another node was lost; it may or may not have been done. */
    UNKNOWN_OUTCOME,
    /** Something failed inside the daemon. */
    FAILED,
    /** The daemon went away while the request was under way; it may or may not have been done. */
    DAEMON_RESTARTED,
    /** The daemon is there and does not answer. */
    NO_ANSWER,
    /** There is no daemon, and none could be started. */
    NO_DAEMON,
    /** The daemon does not let this program in. */
    REFUSED,
    /** Something about the folder or the socket is not as it must be to be trusted. */
    UNSAFE,
    /** The daemon is of another version. */
    VERSION,
    /** The caller was interrupted. */
    CANCELLED,
    /** What was waited for did not happen in the time given. */
    TIMEOUT,
    /** What only a later daemon knows; {@link ClientException#wireCode} has it. */
    UNKNOWN;

    /** The code as it travels: {@code not_found}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Code named(String word) {
      return Arrays.stream(values())
          .filter(code -> code.wire().equals(word))
          .findFirst()
          .orElse(UNKNOWN);
    }
  }

  private final Code code;
  private final String wireCode;
  private final String tryInstead;

  @SuppressWarnings("serial") // it is caught where it was thrown, or said in words
  private final Optional<RemoteAdvice> advice;

  public ClientException(Code code, String sentence, String tryInstead) {
    this(code.wire(), sentence, tryInstead, Optional.empty());
  }

  private ClientException(
      String wireCode, String sentence, String tryInstead, Optional<RemoteAdvice> advice) {
    super(sentence);
    this.code = Code.named(wireCode);
    this.wireCode = wireCode;
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

  /** What went wrong, for programs. */
  public Code code() {
    return code;
  }

  /** What went wrong, as it travels: {@code not_found}, {@code daemon_restarted}, … */
  public String wireCode() {
    return wireCode;
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
