package dev.parley.server.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The tokens that open the HTTP door: one for each role, 256 bits, made when first asked for and
 * kept in files of the user's own. Deleting a file takes its token out of use.
 */
public final class Tokens {
  private static final int BITS = 256;

  /** For so long a token that was deleted still opens. */
  private static final long FRESH = Duration.ofSeconds(1).toNanos();

  private final Path folder;
  private volatile Known known = new Known(Map.of(), System.nanoTime() - FRESH);

  public Tokens(Path folder) {
    this.folder = folder;
  }

  /** The token of a role; made now if there is none. */
  public synchronized String of(Role role) {
    try {
      var token = read(role);
      if (token.isPresent()) {
        return token.get();
      }
      var made = RandomText.ofBits(BITS);
      PrivateFile.write(file(role), made + "\n");
      return made;
    } catch (IOException failed) {
      throw new UncheckedIOException("The token cannot be kept in " + folder, failed);
    }
  }

  /** The role a token opens; nothing when it is none of ours. Every role is compared with. */
  public Optional<Role> role(String token) {
    var kept = known;
    if (System.nanoTime() - kept.readAt() < FRESH) {
      var role = kept.role(token);
      if (role.isPresent()) {
        return role;
      }
    }
    known = readAll(); // it may have been made a moment ago, or taken out of use
    return known.role(token);
  }

  /** The tokens as they were a moment ago. */
  private record Known(Map<Role, String> tokens, long readAt) {
    Optional<Role> role(String token) {
      var found = Optional.<Role>empty();
      for (var entry : tokens.entrySet()) {
        if (RandomText.same(entry.getValue(), token)) {
          found = Optional.of(entry.getKey());
        }
      }
      return found;
    }
  }

  private Known readAll() {
    var tokens = new EnumMap<Role, String>(Role.class);
    for (var role : Role.values()) {
      try {
        read(role).ifPresent(token -> tokens.put(role, token));
      } catch (IOException unreadable) {
        // Then nobody has this role.
      }
    }
    return new Known(tokens, System.nanoTime());
  }

  private Optional<String> read(Role role) throws IOException {
    try {
      PrivateFile.close(file(role));
      return Optional.of(Files.readString(file(role)).strip()).filter(text -> !text.isEmpty());
    } catch (NoSuchFileException none) {
      return Optional.empty();
    }
  }

  private Path file(Role role) {
    return folder.resolve("token." + role.wire());
  }
}
