package dev.parley.server.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The tokens that open the HTTP door, of 256 bits. There is one for each role, made when first
 * asked for and kept in files of the user's own, and any number that were made for somebody, of
 * which only digests are kept. What is deleted opens nothing any more.
 */
public final class Tokens {
  private static final int BITS = 256;
  private static final int MOST_NAMED = 1000;

  /** For so long a token that was deleted still opens. */
  private static final long FRESH = Duration.ofSeconds(1).toNanos();

  private final Path folder;
  private final InstantSource clock;
  private final Consumer<String> seen;

  /** Digests of those that were told of. */
  private final Set<String> told = ConcurrentHashMap.newKeySet();

  private final ReentrantLock reading = new ReentrantLock();

  private volatile Known known =
      new Known(Map.of(), List.of(), System.nanoTime() - FRESH, Instant.EPOCH);

  public Tokens(Path folder) {
    this(folder, InstantSource.system());
  }

  Tokens(Path folder, InstantSource clock) {
    this(folder, clock, token -> {});
  }

  /**
   * @param seen is told once of every token that somebody comes with and that is good
   */
  Tokens(Path folder, InstantSource clock, Consumer<String> seen) {
    this.folder = folder;
    this.clock = clock;
    this.seen = seen;
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

  /**
   * Makes a token for somebody. This is the only time it is seen.
   *
   * @throws IllegalArgumentException when there is one of this name
   */
  public synchronized String make(
      String name, Role role, boolean ownOnly, Optional<Duration> lifetime) {
    var token = RandomText.ofBits(BITS);
    var now = clock.instant();
    var all = new ArrayList<>(named());
    all.removeIf(one -> !one.goodAt(now));
    if (all.stream().anyMatch(one -> one.name().equals(name))) {
      throw new IllegalArgumentException("There is a token named '%s' already".formatted(name));
    }
    if (all.size() >= MOST_NAMED) {
      throw new IllegalArgumentException("There are %d tokens, the most".formatted(MOST_NAMED));
    }
    all.add(
        new NamedToken(
            name, RandomText.digest(token), role, ownOnly, now, lifetime.map(now::plus)));
    write(all);
    return token;
  }

  /** All that were made for somebody, also such as have expired. */
  public List<NamedToken> named() {
    try {
      PrivateFile.close(named(folder));
      return Files.readAllLines(named(folder)).stream()
          .limit(2L * MOST_NAMED)
          .flatMap(line -> NamedToken.of(line).stream())
          .toList();
    } catch (NoSuchFileException none) {
      return List.of();
    } catch (IOException unreadable) {
      return List.of(); // then nobody is let in by one
    }
  }

  /** Takes a token out of use; whether there was one. */
  public synchronized boolean revoke(String name) {
    var rest = new ArrayList<>(named());
    var found = rest.removeIf(one -> one.name().equals(name));
    if (found) {
      write(rest);
    }
    return found;
  }

  /** Takes the token of a role out of use; the next one that is asked for is a new one. */
  public synchronized boolean revoke(Role role) {
    try {
      return Files.deleteIfExists(file(role));
    } catch (IOException failed) {
      throw new UncheckedIOException("The token cannot be removed from " + folder, failed);
    }
  }

  /** The roles that have a token. */
  public List<Role> made() {
    return java.util.Arrays.stream(Role.values()).filter(role -> Files.exists(file(role))).toList();
  }

  private void write(List<NamedToken> tokens) {
    var text = new StringBuilder();
    tokens.forEach(token -> text.append(token.line()).append('\n'));
    try {
      PrivateFile.write(named(folder), text.toString());
    } catch (IOException failed) {
      throw new UncheckedIOException("The tokens cannot be kept in " + folder, failed);
    }
  }

  /** Whose token this is; nothing when it is none of ours. Every one is compared with. */
  public Optional<Caller> caller(String token) {
    var digest = RandomText.digest(token);
    var caller = callerOf(digest);
    if (caller.isPresent() && told.add(digest)) {
      seen.accept(token);
    }
    return caller;
  }

  /** Forgets what the files said a moment ago, also to somebody who is reading them now. */
  void forget() {
    reading.lock();
    try {
      known = new Known(Map.of(), List.of(), System.nanoTime() - FRESH, Instant.EPOCH);
    } finally {
      reading.unlock();
    }
  }

  /** Until when the token of this digest is good, as of now; nothing when it is not. */
  Optional<Instant> goodUntil(String digest) {
    return callerOf(digest)
        .map(
            _ ->
                known.named().stream()
                    .filter(token -> RandomText.same(token.digest(), digest))
                    .flatMap(token -> token.expires().stream())
                    .findFirst()
                    .orElse(Instant.MAX));
  }

  /** Whose token has this digest, as of now. */
  Optional<Caller> callerOf(String digest) {
    var kept = known;
    if (System.nanoTime() - kept.readAt() < FRESH) {
      var caller = kept.at(clock.instant()).caller(digest);
      if (caller.isPresent()) {
        return caller;
      }
    }
    return readAfter(System.nanoTime()).caller(digest);
  }

  /**
   * What the files say, read after a moment: a token may have been made just before it, or taken
   * out of use. Whoever comes with a wrong one makes us read; many at once wait for one reading, so
   * that guessing costs little more than being told that it was wrong.
   */
  private Known readAfter(long moment) {
    reading.lock();
    try {
      var kept = known;
      if (kept.readAt() - moment >= 0) {
        return kept;
      }
      kept = readAll();
      known = kept;
      return kept;
    } finally {
      reading.unlock();
    }
  }

  /** The tokens as they were a moment ago. */
  private record Known(
      Map<Role, String> digests, List<NamedToken> named, long readAt, Instant now) {
    Known at(Instant later) {
      return new Known(digests, named, readAt, later);
    }

    Optional<Caller> caller(String digest) {
      var found = Optional.<Caller>empty();
      for (var entry : digests.entrySet()) {
        if (RandomText.same(entry.getValue(), digest)) {
          var role = entry.getKey();
          found = Optional.of(new Caller(role, "http", "token-" + role.wire(), false, "", digest));
        }
      }
      for (var token : named) {
        if (RandomText.same(token.digest(), digest) && token.goodAt(now)) {
          found = Optional.of(token.caller());
        }
      }
      return found;
    }
  }

  private Known readAll() {
    var began = System.nanoTime();
    var digests = new EnumMap<Role, String>(Role.class);
    for (var role : Role.values()) {
      try {
        read(role).ifPresent(token -> digests.put(role, RandomText.digest(token)));
      } catch (IOException unreadable) {
        // Then nobody has this role.
      }
    }
    return new Known(digests, named(), began, clock.instant());
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

  private static Path named(Path folder) {
    return folder.resolve("tokens");
  }
}
