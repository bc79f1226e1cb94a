package dev.parley.session.remote.ssh;

import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.transport.Transport;
import dev.parley.session.time.TimeSource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The connections to other hosts that sessions share. Who brings the same credentials to the same
 * host gets a part in one that is open already; a server that allows no more on it gets another.
 */
public final class SshConnections {
  /** Of one process: a password must not be told from a name in a folder. */
  private static final byte[] SALT = new SecureRandom().generateSeed(16);

  private final SocketFolder folder;
  private final SshConversation.Starter conversations;
  private final Map<String, Pool> pools = new ConcurrentHashMap<>();

  /** The connections to one host with the same credentials. */
  private record Pool(ReentrantLock lock, List<SshConnection> connections) {}

  public SshConnections(SocketFolder folder, SshConversation.Starter conversations) {
    this.folder = folder;
    this.conversations = conversations;
  }

  /**
   * A part in a connection, which may have to be made first.
   *
   * @throws Refusal when there is none within the time given
   */
  public Transport open(Target.Ssh target, Credentials credentials) {
    var deadline = TimeSource.system().nanos() + credentials.within().toNanos();
    checkKey(credentials);
    var key = key(target, credentials);
    var pool = pools.computeIfAbsent(key, _ -> new Pool(new ReentrantLock(), new ArrayList<>()));
    if (!locked(pool.lock())) {
      throw SshFailure.TIMEOUT.at(target);
    }
    try {
      var shared = living(pool, target, key);
      if (shared.isPresent()) {
        return transport(shared.get(), target, credentials);
      }
      var connection = new SshConnection(target, free(pool, key));
      var left = Duration.ofNanos(Math.max(1, deadline - TimeSource.system().nanos()));
      new SshLogin(target, credentials.within(left), SshConfig.of(target))
          .open(connection, conversations);
      pool.connections().add(connection);
      return transport(connection, target, credentials);
    } finally {
      pool.lock().unlock();
    }
  }

  /**
   * A part in the connection that an earlier process has left. Whether it lives, and whether it is
   * the very one, is found out when it is used; with a password it is not found again.
   */
  public Transport resume(Target.Ssh target) {
    var key = key(target, Credentials.NONE);
    var pool = pools.computeIfAbsent(key, _ -> new Pool(new ReentrantLock(), new ArrayList<>()));
    var path = folder.path().resolve(key + "0");
    return transport(
        pool.connections().stream()
            .filter(each -> each.socket().equals(path))
            .findFirst()
            .orElseGet(
                () -> {
                  var left = new SshConnection(target, path);
                  pool.connections().add(left);
                  return left;
                }),
        target,
        Credentials.NONE);
  }

  /** What is needed to open it again stays in memory with the session that may need it. */
  private SshTransport transport(
      SshConnection connection, Target.Ssh target, Credentials credentials) {
    return new SshTransport(
        connection, !target.persist().isEmpty(), () -> open(target, credentials));
  }

  private static boolean locked(ReentrantLock lock) {
    try {
      // Whoever has it is connecting to the same host, within a time of its own.
      return lock.tryLock(60, TimeUnit.SECONDS);
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static void checkKey(Credentials credentials) {
    credentials
        .keyFile()
        .filter(file -> !Files.isReadable(file))
        .ifPresent(
            file -> {
              throw new Refusal(
                  Refusal.Code.BAD_INPUT, "There is no key file %s to read".formatted(file));
            });
  }

  private Optional<SshConnection> living(Pool pool, Target.Ssh target, String key) {
    for (var connection : List.copyOf(pool.connections())) {
      if (!connection.alive()) {
        pool.connections().remove(connection);
        connection.close();
      }
    }
    if (pool.connections().isEmpty()) {
      var left = new SshConnection(target, folder.path().resolve(key + "0"));
      if (left.alive()) {
        pool.connections().add(left);
      }
    }
    return pool.connections().stream().filter(SshConnections::hasRoom).findFirst();
  }

  private static boolean hasRoom(SshConnection connection) {
    return !connection.full() && (!connection.mayBeFull() || connection.takesAnother());
  }

  /** A socket's path that no living connection has. */
  private Path free(Pool pool, String key) {
    for (var number = 0; ; number++) {
      var path = folder.path().resolve(key + number);
      if (pool.connections().stream().noneMatch(each -> each.socket().equals(path))) {
        try {
          Files.deleteIfExists(path);
        } catch (IOException inUse) {
          continue;
        }
        return path;
      }
    }
  }

  /** The same for the same host, user, key and password; short, and it tells none of them. */
  private static String key(Target.Ssh target, Credentials credentials) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      digest.update(
          new Target.Ssh(target.user(), target.host(), target.port(), "", "")
              .toString()
              .getBytes(StandardCharsets.UTF_8));
      credentials
          .keyFile()
          .ifPresent(file -> digest.update(("\0" + file).getBytes(StandardCharsets.UTF_8)));
      credentials
          .password()
          .ifPresent(
              password -> {
                digest.update(SALT);
                digest.update(password.getBytes(StandardCharsets.UTF_8));
              });
      return HexFormat.of().formatHex(digest.digest(), 0, 6) + "-";
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException(never);
    }
  }

  /** Ends them all. */
  public void close() {
    pools.values().stream()
        .flatMap(pool -> List.copyOf(pool.connections()).stream())
        .parallel()
        .forEach(SshConnection::close);
    pools.clear();
    folder.delete();
  }
}
