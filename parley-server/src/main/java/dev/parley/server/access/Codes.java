package dev.parley.server.access;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * One-time codes that a browser exchanges for a key: 128 bits, good for a minute and for one use.
 * They travel in the fragment of an address, which browsers send to nobody.
 */
final class Codes {
  private static final int BITS = 128;
  private static final long LIFETIME = Duration.ofSeconds(60).toNanos();
  private static final int MOST = 100;

  private record Code(Role role, long until) {}

  private final LongSupplier nanos;
  private final Map<String, Code> codes = new LinkedHashMap<>();

  Codes(LongSupplier nanos) {
    this.nanos = nanos;
  }

  synchronized String make(Role role) {
    codes.values().removeIf(code -> code.until() - nanos.getAsLong() < 0);
    if (codes.size() >= MOST) {
      codes.remove(codes.keySet().iterator().next());
    }
    var code = RandomText.ofBits(BITS);
    codes.put(RandomText.digest(code), new Code(role, nanos.getAsLong() + LIFETIME));
    return code;
  }

  /** The role a code stands for; it is used up by this. */
  synchronized Optional<Role> redeem(String code) {
    return Optional.ofNullable(codes.remove(RandomText.digest(code)))
        .filter(found -> found.until() - nanos.getAsLong() >= 0)
        .map(Code::role);
  }
}
