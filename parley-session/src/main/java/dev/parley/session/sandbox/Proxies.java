package dev.parley.session.sandbox;

import dev.parley.session.launch.Network;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The proxies of sessions, each in a folder with its socket and its list of hosts, so that the next
 * process can go on with it. The session sees the folder and not the socket alone: the next process
 * makes another socket.
 */
public final class Proxies implements AutoCloseable {
  /** Where programs inside find it; in a network of their own nobody else has it. */
  static final int PORT = 3128;

  private static final String SOCKET = "proxy"; // the bridge knows it by this name
  private static final String HOSTS = "hosts";
  private static final int MOST_TOLD = 200;
  private static final int LONGEST_SOCKET = 107; // the kernel's bound

  private final Supplier<Path> root;
  private final BiConsumer<String, String> refused;
  private final ProxyBounds bounds;
  private final Semaphore places;
  private final Map<String, Proxy> open = new ConcurrentHashMap<>();

  /**
   * @param root a folder that only this user can enter
   * @param refused is told of a session and of a host that it may not reach, once for each
   */
  public Proxies(Supplier<Path> root, BiConsumer<String, String> refused) {
    this(root, refused, ProxyBounds.DEFAULT);
  }

  Proxies(Supplier<Path> root, BiConsumer<String, String> refused, ProxyBounds bounds) {
    this.root = root;
    this.refused = refused;
    this.bounds = bounds;
    this.places = new Semaphore(bounds.all());
  }

  /** Makes the proxy of a session, and says in which folder its socket is. */
  public Path open(String session, Network.Hosts hosts) {
    var folder = root.get().resolve(session);
    if (folder.resolve(SOCKET).toString().getBytes(StandardCharsets.UTF_8).length
        > LONGEST_SOCKET) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "The path %s is too long for a socket".formatted(folder),
          "Set PARLEY_HOME to a shorter folder");
    }
    try {
      Files.createDirectories(
          folder,
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
      Files.write(folder.resolve(HOSTS), hosts.hosts());
      listen(session, folder, hosts.hosts());
      return folder;
    } catch (IOException failed) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE, "The proxy of the sandbox cannot be made: " + failed);
    }
  }

  /** Goes on with the proxies of sessions that an earlier process left, and removes all others. */
  public void resume(Set<String> living) {
    try (var folders = Files.newDirectoryStream(root.get())) {
      for (var folder : folders) {
        var session = String.valueOf(folder.getFileName());
        if (living.contains(session) && Files.exists(folder.resolve(HOSTS))) {
          listen(session, folder, Files.readAllLines(folder.resolve(HOSTS)));
        } else {
          remove(folder);
        }
      }
    } catch (IOException none) {
      // Nobody has left any.
    }
  }

  private void listen(String session, Path folder, List<String> hosts) throws IOException {
    var told = new Told(host -> refused.accept(session, host));
    var proxy =
        new Proxy(folder.resolve(SOCKET), new HostList(hosts), bounds, places, told::refused);
    var before = open.put(session, proxy);
    if (before != null) {
      before.close();
    }
  }

  /** The hosts that were told of one session: each once, and not without end. */
  private record Told(Consumer<String> told, Set<String> hosts) {
    Told(Consumer<String> told) {
      this(told, new HashSet<>());
    }

    void refused(String host) {
      boolean isNew;
      int count;
      synchronized (hosts) {
        isNew = hosts.size() <= MOST_TOLD && hosts.add(host);
        count = hosts.size();
      }
      if (isNew) {
        told.accept(count <= MOST_TOLD ? host : "more than %d hosts".formatted(MOST_TOLD));
      }
    }
  }

  /** A session is over. */
  public void close(String session) {
    var proxy = open.remove(session);
    if (proxy != null) {
      proxy.close();
      remove(root.get().resolve(session));
    }
  }

  private static void remove(Path folder) {
    try {
      Files.deleteIfExists(folder.resolve(SOCKET));
      Files.deleteIfExists(folder.resolve(HOSTS));
      Files.deleteIfExists(folder);
    } catch (IOException left) {
      // The next process removes it.
    }
  }

  /** The variables by which programs find the proxy. */
  public static Map<String, String> environment(Network.Hosts hosts) {
    var address = "http://127.0.0.1:" + PORT;
    // What a session serves itself it reaches directly, unless it may reach what the host serves.
    var list = new HostList(hosts.hosts());
    var near = List.of("localhost", "127.0.0.1", "::1");
    var direct = near.stream().noneMatch(list::hasOnAnyPort) ? String.join(",", near) : "";
    return Map.of(
        "http_proxy", address,
        "https_proxy", address,
        "all_proxy", address,
        "HTTP_PROXY", address,
        "HTTPS_PROXY", address,
        "ALL_PROXY", address,
        "no_proxy", direct,
        "NO_PROXY", direct);
  }

  @Override
  public void close() {
    open.values().forEach(Proxy::close);
    open.clear();
  }
}
