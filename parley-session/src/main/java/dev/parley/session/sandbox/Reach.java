package dev.parley.session.sandbox;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Arrays;

/** How far away an address is, by the ranges that the registries set aside (RFC 6890). */
enum Reach {
  /** This host itself, its links, and what is no host at all. */
  NEAR,
  /** A network that is not the world's: of a company, a cluster, a provider. */
  PRIVATE,
  WORLD;

  static Reach of(InetAddress address) {
    var bytes = address.getAddress();
    if (address.isLoopbackAddress()
        || address.isLinkLocalAddress()
        || address.isAnyLocalAddress()
        || address.isMulticastAddress()) {
      return NEAR;
    }
    return address instanceof Inet6Address ? of6(bytes) : of4(bytes);
  }

  private static Reach of4(byte[] bytes) {
    var first = bytes[0] & 0xff;
    var second = bytes[1] & 0xff;
    // "This network", what is reserved, and where clouds answer without being asked who one is.
    if (first == 0
        || first >= 240
        || (first == 192 && second == 0 && bytes[2] == 0)
        || Arrays.equals(bytes, new byte[] {100, 100, 100, (byte) 200})) {
      return NEAR;
    }
    return first == 10
            || (first == 172 && second >= 16 && second < 32)
            || (first == 192 && second == 168)
            || (first == 100 && second >= 64 && second < 128)
            || (first == 198 && (second == 18 || second == 19))
        ? PRIVATE
        : WORLD;
  }

  private static Reach of6(byte[] bytes) {
    if (begins(bytes, 0xfd, 0x00, 0x0e, 0xc2) || begins(bytes, 0xfd, 0x20, 0x00, 0xce)) {
      return NEAR; // again the clouds
    }
    if ((bytes[0] & 0xfe) == 0xfc || begins(bytes, 0xfe, 0xc0)) {
      return PRIVATE; // unique local, and site local as it was called before
    }
    // Addresses that carry another one: compatible, mapped, translated (NAT64) and 6to4.
    if (isZero(bytes, 0, 10) && (isZero(bytes, 10, 12) || begins(tail(bytes, 10), 0xff, 0xff))) {
      return carried(bytes, 12);
    }
    if (begins(bytes, 0x00, 0x64, 0xff, 0x9b)) {
      return isZero(bytes, 4, 12) ? carried(bytes, 12) : PRIVATE;
    }
    if (begins(bytes, 0x20, 0x02)) {
      return carried(bytes, 2);
    }
    // Teredo, and what begins with zeros otherwise, lead where nobody can say.
    return begins(bytes, 0x20, 0x01, 0x00, 0x00) || bytes[0] == 0 ? NEAR : WORLD;
  }

  private static Reach carried(byte[] bytes, int from) {
    try {
      return of(InetAddress.getByAddress(Arrays.copyOfRange(bytes, from, from + 4)));
    } catch (UnknownHostException impossible) {
      return NEAR;
    }
  }

  private static byte[] tail(byte[] bytes, int from) {
    return Arrays.copyOfRange(bytes, from, bytes.length);
  }

  private static boolean isZero(byte[] bytes, int from, int to) {
    for (var i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean begins(byte[] bytes, int... beginning) {
    for (var i = 0; i < beginning.length; i++) {
      if ((bytes[i] & 0xff) != beginning[i]) {
        return false;
      }
    }
    return true;
  }
}
