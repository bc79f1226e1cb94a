package dev.parley.session;

import java.time.Instant;
import java.util.Locale;

/**
 * Whether a session needs somebody. A person or its agent who looks at it or types has seen it, and
 * it needs nobody until something else happens.
 *
 * @param reason what it is about, for people: the question, the exit code
 * @param since when it began; the start of the session where nothing has happened yet
 */
public record Attention(Kind kind, String reason, Instant since) {

  /** What it needs somebody for. */
  public enum Kind {
    NONE,
    /** Its agent has asked people for something. */
    ASKED,
    /** It waits for a password, and did not when somebody last looked. */
    SECRET,
    /** It waits for an answer, and did not when somebody last looked. */
    QUESTION,
    /** It ended badly, and nobody has looked since. */
    FAILED,
    /** It was at work for a while, and is through with it. */
    DONE;

    /** The kind as it travels: {@code question}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether somebody is needed. */
  public boolean isNeeded() {
    return kind != Kind.NONE;
  }
}
