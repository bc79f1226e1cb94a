package dev.parley.session.launch;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What a caller brings to open a connection: a password, a key, and how long it may take. They are
 * in memory alone and are never shown.
 *
 * @param password for the host; with a key, its passphrase and nothing else
 */
public record Credentials(Optional<String> password, Optional<Path> keyFile, Duration within) {
  private static final Duration USUAL = Duration.ofSeconds(30);

  /** Nothing but what ssh finds by itself: keys, agents, its configuration. */
  public static final Credentials NONE = new Credentials(Optional.empty(), Optional.empty(), USUAL);

  public Credentials withPassword(String secret) {
    return new Credentials(Optional.of(secret), keyFile, within);
  }

  public Credentials withKey(Path file) {
    return new Credentials(password, Optional.of(file), within);
  }

  public Credentials within(Duration time) {
    return new Credentials(password, keyFile, time);
  }

  @Override
  public String toString() {
    return "Credentials";
  }
}
