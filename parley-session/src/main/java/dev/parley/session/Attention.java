package dev.parley.session;

import java.time.Instant;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Whether a session needs somebody. A person or its agent who looks at it or types has seen it, and
 * it needs nobody until something else happens.
 *
 * @param reason what it is about, for people: the question, the exit code
 * @param since when it began; the start of the session where nothing has happened yet
 * @param unseenSince tells one need from the next of its kind: when somebody last looked, to be
 *     compared and for nothing else
 */
public record Attention(Kind kind, String reason, Instant since, long unseenSince) {

  /** What it needs somebody for. */
  public enum Kind {
    NONE,
    /** Its agent has asked people for something. */
    ASKED,
    /** It waits for a password, and did not when somebody last looked. */
    SECRET,
    /** It waits for an answer, and did not when somebody last looked. */
    QUESTION,
    /** It ended badly or shows that it could not do its work, and nobody has looked since. */
    FAILED,
    /** It was at work for a while, and is through with it. */
    DONE;

    public static Optional<Kind> named(String word) {
      return Arrays.stream(values()).filter(kind -> kind.wire().equals(word)).findFirst();
    }

    /** The kind as it travels: {@code question}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether this is the same need as another, though more may be known of it. */
  public boolean isSameAs(Attention other) {
    return kind == other.kind && unseenSince == other.unseenSince;
  }

  /** Whether somebody is needed. */
  public boolean isNeeded() {
    return kind != Kind.NONE;
  }
}
