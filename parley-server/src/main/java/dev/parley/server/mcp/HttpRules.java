package dev.parley.server.mcp;

import java.net.URI;
import java.security.Principal;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Who may knock at an HTTP endpoint: the names it goes by, the web pages that may call it, and the
 * tokens it admits. A page from anywhere can make a browser send requests to this machine, so a
 * name or an origin that is not ours is turned away before anything is read (DNS rebinding).
 *
 * @param hosts names in the {@code Host} header, beside those of the loopback interface
 * @param origins web origins beside the endpoint's own, such as {@code https://agents.example.org}
 */
public record HttpRules(Set<String> hosts, Set<String> origins, Optional<Admission> admission) {
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]", "::1");

  /** Decides who a token belongs to; nothing when nobody. Compare in constant time. */
  @FunctionalInterface
  public interface Admission {
    Optional<Principal> admit(String token);
  }

  public HttpRules {
    hosts = Set.copyOf(hosts);
    origins = Set.copyOf(origins);
  }

  /** This machine only, and no token. */
  public static HttpRules loopback() {
    return new HttpRules(Set.of(), Set.of(), Optional.empty());
  }

  /** Only callers with a token. */
  public HttpRules admitting(Admission admission) {
    return new HttpRules(hosts, origins, Optional.of(admission));
  }

  /** Also under this name. */
  public HttpRules named(String host) {
    var more = new HashSet<>(hosts);
    more.add(host);
    return new HttpRules(more, origins, admission);
  }

  /** Also from pages of this origin. */
  public HttpRules from(String origin) {
    var more = new HashSet<>(origins);
    more.add(origin);
    return new HttpRules(hosts, more, admission);
  }

  /** Whether only this machine can reach an address of this name. */
  public static boolean isLoopback(String host) {
    return LOOPBACK.contains(host);
  }

  public boolean knowsHost(String host) {
    return isLoopback(host) || hosts.contains(host);
  }

  /** Whether a page of this origin may call; the endpoint's own pages may, whatever its name. */
  public boolean knowsOrigin(String origin, String scheme, String host, int port) {
    if (origins.contains(origin)) {
      return true;
    }
    try {
      var page = URI.create(origin);
      return scheme.equalsIgnoreCase(page.getScheme())
          && host.equalsIgnoreCase(page.getHost())
          && port == portOr(page.getPort(), page.getScheme());
    } catch (IllegalArgumentException notAnOrigin) {
      return false;
    }
  }

  /** The port of an address that may have left it out. */
  public static int portOr(int port, @Nullable String scheme) {
    return port > 0 ? port : "https".equalsIgnoreCase(scheme) ? 443 : 80;
  }
}
