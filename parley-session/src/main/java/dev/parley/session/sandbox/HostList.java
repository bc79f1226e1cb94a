package dev.parley.session.sandbox;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The hosts that a session may reach: {@code example.org}, {@code *.example.org} for everything
 * below it, either with {@code :443} for one port only.
 */
record HostList(List<String> entries) {

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
    return entries.stream()
        .anyMatch(
            entry -> {
              var colon = entry.lastIndexOf(':');
              var hasPort = colon > entry.lastIndexOf(']');
              var whose = plain(hasPort ? entry.substring(0, colon) : entry);
              return (!hasPort || port.isEmpty() || entry.substring(colon + 1).equals(port))
                  && (whose.startsWith("*.")
                      ? name.endsWith(whose.substring(1))
                      : name.equals(whose));
            });
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
   * such an address has to be in the list, or {@code localhost}.
   */
  List<InetAddress> addresses(String host, int port) throws UnknownHostException {
    var allowed = new ArrayList<InetAddress>();
    for (var address : InetAddress.getAllByName(plain(host))) {
      if (!isNear(address) || has(address.getHostAddress(), port) || isLocalhost(host, port)) {
        allowed.add(address);
      }
    }
    return allowed;
  }

  private boolean isLocalhost(String host, int port) {
    return plain(host).equals("localhost") && has("localhost", port);
  }

  private static boolean isNear(InetAddress address) {
    return address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isAnyLocalAddress()
        || address.isMulticastAddress();
  }
}
