package dev.parley.session.launch;

import java.security.SecureRandom;

/** The name a session is known by for ever: never a process id, never used twice. */
public record SessionId(String value) {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Letters and digits that are not easily taken for one another. */
  private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

  private static final int LENGTH = 10;

  /** A name by chance; whoever takes it makes sure that it is not taken. */
  public static SessionId random() {
    var letters = new StringBuilder();
    for (var index = 0; index < LENGTH; index++) {
      letters.append(LETTERS.charAt(RANDOM.nextInt(LETTERS.length())));
    }
    return new SessionId(letters.toString());
  }

  @Override
  public String toString() {
    return value;
  }
}
