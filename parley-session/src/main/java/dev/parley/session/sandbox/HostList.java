package dev.parley.session.sandbox;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * The hosts that a session may reach: {@code example.org}, {@code *.example.org} for everything
 * below it, either with {@code :443} for one port only.
 */
record HostList(List<String> entries) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9.:_\\-\\[\\]]{1,255}");

  HostList {
    entries = entries.stream().map(entry -> entry.toLowerCase(Locale.ROOT)).toList();
  }

  /** Whether a name, or an address that is written out, is in the list. */
  boolean has(String host, int port) {
    return has(host, Integer.toString(port));
  }

  /** Whether it is there with any port. */
  boolean hasOnAnyPort(String host) {
    return has(host, "");
  }

  private boolean has(String host, String port) {
    var name = plain(host);
    return isThere(
        port,
        whose -> whose.startsWith("*.") ? name.endsWith(whose.substring(1)) : name.equals(whose));
  }

  private boolean hasItself(String host, int port) {
    return isThere(Integer.toString(port), plain(host)::equals);
  }

  private boolean isThere(String port, Predicate<String> isMeant) {
    return entries.stream()
        .anyMatch(
            entry -> {
              var colon = entry.lastIndexOf(':');
              var hasPort = colon > entry.lastIndexOf(']');
              return (!hasPort || port.isEmpty() || entry.substring(colon + 1).equals(port))
                  && isMeant.test(plain(hasPort ? entry.substring(0, colon) : entry));
            });
  }

  /**
   * Whether this could be the name or address of a host. What a client of the proxy says may hold
   * anything, and goes into logs and onto screens.
   */
  static boolean isName(String host) {
    return NAME.matcher(host).matches();
  }

  /** Without the dot of the root, and without the brackets of an IPv6 address. */
  private static String plain(String host) {
    var name = host.toLowerCase(Locale.ROOT);
    if (name.startsWith("[") && name.endsWith("]")) {
      name = name.substring(1, name.length() - 1);
    }
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }

  /**
   * Where a host that is in the list may be reached. A name that leads to this host itself, or to
   * the network around it where clouds keep their secrets, would open what nobody meant to open; so
   * such an address has to be in the list, or {@code localhost}. A private address is fine for a
   * name that is in the list itself, and not for one of all those below a name: whoever can make
   * names there would choose what is reached inside.
   */
  List<InetAddress> addresses(String host, int port) throws UnknownHostException {
    var allowed = new ArrayList<InetAddress>();
    var isNamed = hasItself(host, port);
    for (var address : InetAddress.getAllByName(plain(host))) {
      var kind = Reach.of(address);
      if (kind == Reach.WORLD
          || (kind == Reach.PRIVATE && isNamed)
          || hasItself(address.getHostAddress(), port)
          || (isNamed && host.indexOf(':') >= 0) // an address of IPv6 has several spellings
          || isLocalhost(host, port)) {
        allowed.add(address);
      }
    }
    return allowed;
  }

  private boolean isLocalhost(String host, int port) {
    return plain(host).equals("localhost") && has("localhost", port);
  }
}
