package dev.parley.session.sandbox;

import java.time.Duration;

/**
 * What the programs in sandboxes may ask of their proxies.
 *
 * @param each connections of one session
 * @param all connections of all sessions
 * @param head time until a client has said where it wants to go, and is connected
 * @param idle time without a byte in either direction
 */
record ProxyBounds(int each, int all, Duration head, Duration idle) {
  static final ProxyBounds DEFAULT =
      new ProxyBounds(128, 512, Duration.ofMinutes(1), Duration.ofMinutes(15));
}
