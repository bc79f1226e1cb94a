package dev.parley.client;

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

  public ClientException(String code, String sentence, String tryInstead) {
    super(sentence);
    this.code = code;
    this.tryInstead = tryInstead;
  }

  /** What went wrong, for programs: {@code not_found}, {@code daemon_restarted}, … */
  public String code() {
    return code;
  }

  /** What to do next; empty when there is nothing to suggest. */
  public String tryInstead() {
    return tryInstead;
  }
}
