package dev.parley.server.access;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * The browsers that are logged in. Of a key only its digest is kept, in a file, so that a console
 * goes on after the daemon was restarted and nobody can log in with what the file says.
 */
final class Logins {
  private static final Logger LOG = Logger.getLogger(Logins.class.getName());
  private static final int BITS = 256;
  private static final Duration LIFETIME = Duration.ofDays(7);
  private static final int MOST = 100;

  private record Login(Role role, Instant until) {}

  private final Path file;
  private final InstantSource clock;
  private final Map<String, Login> logins = new LinkedHashMap<>();

  Logins(Path file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
    read();
  }

  /** The key of a new login. */
  synchronized String add(Role role) {
    dropOld();
    if (logins.size() >= MOST) {
      logins.remove(logins.keySet().iterator().next());
    }
    var key = RandomText.ofBits(BITS);
    var digest = RandomText.digest(key);
    logins.put(digest, new Login(role, clock.instant().plus(LIFETIME)));
    write();
    return key;
  }

  synchronized Optional<Caller> caller(String key) {
    var digest = RandomText.digest(key);
    return Optional.ofNullable(logins.get(digest))
        .filter(login -> login.until().isAfter(clock.instant()))
        .map(login -> new Caller(login.role(), "console", who(digest), false, "", digest));
  }

  /** Until when a login with a key of this digest lasts; nothing when there is none. */
  synchronized Optional<Instant> goodUntil(String digest) {
    return Optional.ofNullable(logins.get(digest))
        .map(Login::until)
        .filter(until -> until.isAfter(clock.instant()));
  }

  private static String who(String digest) {
    return "%s at console %s".formatted(System.getProperty("user.name"), digest.substring(0, 4));
  }

  synchronized void remove(String key) {
    if (logins.remove(RandomText.digest(key)) != null) {
      write();
    }
  }

  synchronized void clear() {
    if (!logins.isEmpty()) {
      logins.clear();
      write();
    }
  }

  private void dropOld() {
    logins.values().removeIf(login -> !login.until().isAfter(clock.instant()));
  }

  private void read() {
    try {
      for (var line : Files.readAllLines(file)) {
        var fields = line.split(" ");
        var role = Role.named(fields.length == 3 ? fields[1] : "");
        if (role.isPresent()) {
          logins.put(
              fields[0], new Login(role.get(), Instant.ofEpochSecond(Long.parseLong(fields[2]))));
        }
      }
    } catch (NoSuchFileException first) {
      // Nobody has logged in yet.
    } catch (IOException | NumberFormatException damaged) {
      LOG.log(Level.WARNING, "Who was logged in cannot be read; they must log in again", damaged);
      logins.clear();
    }
  }

  private void write() {
    var text = new StringBuilder();
    logins.forEach(
        (digest, login) ->
            text.append(digest)
                .append(' ')
                .append(login.role().wire())
                .append(' ')
                .append(login.until().getEpochSecond())
                .append('\n'));
    try {
      PrivateFile.write(file, text.toString());
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "Logins will not outlive this daemon", failed);
    }
  }
}
