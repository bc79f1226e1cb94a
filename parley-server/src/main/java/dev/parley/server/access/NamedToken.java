package dev.parley.server.access;

import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A token that was made for somebody, as it is kept: without the token itself.
 *
 * @param digest by which the token is recognised
 * @param ownOnly whether only sessions that were started with it exist for it
 * @param expires when it stops to open anything
 */
public record NamedToken(
    String name,
    String digest,
    Role role,
    boolean ownOnly,
    Instant made,
    Optional<Instant> expires) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,39}");

  public NamedToken {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "A token's name has up to 40 letters, digits, dots, dashes and underscores");
    }
  }

  boolean goodAt(Instant now) {
    return expires.isEmpty() || expires.get().isAfter(now);
  }

  Caller caller() {
    // With the digest: a later token of the same name is another one's.
    var owner = "token %s %s".formatted(name, digest.substring(0, Math.min(8, digest.length())));
    return new Caller(role, "http", name, ownOnly, owner, digest);
  }

  /** As a line of the file. */
  String line() {
    return "%s %s %s %s %d %d"
        .formatted(
            digest,
            name,
            role.wire(),
            ownOnly ? "own" : "all",
            made.getEpochSecond(),
            expires.map(Instant::getEpochSecond).orElse(0L));
  }

  /** From a line of the file; nothing when it is none. */
  static Optional<NamedToken> of(String line) {
    var words = line.split(" ");
    try {
      return words.length != 6
          ? Optional.empty()
          : Role.named(words[2])
              .map(
                  role ->
                      new NamedToken(
                          words[1],
                          words[0],
                          role,
                          words[3].equals("own"),
                          Instant.ofEpochSecond(Long.parseLong(words[4])),
                          Optional.of(Long.parseLong(words[5]))
                              .filter(seconds -> seconds > 0)
                              .map(Instant::ofEpochSecond)));
    } catch (IllegalArgumentException | java.time.DateTimeException damaged) {
      return Optional.empty();
    }
  }
}
