package dev.parley.client;

import java.util.HashMap;
import java.util.Map;

/**
 * The environment this process was called with. Where the caller's locale is not one of UTF-8, the
 * launcher gives the JVM another, because it reads arguments, variables and file names by it; what
 * the caller had is in {@code PARLEY_LC_ALL}.
 */
public final class OwnEnvironment {
  private static final String KEPT = "PARLEY_LC_ALL";

  private OwnEnvironment() {}

  public static Map<String, String> get() {
    return asCalled(System.getenv());
  }

  static Map<String, String> asCalled(Map<String, String> environment) {
    if (!environment.containsKey(KEPT)) {
      return environment;
    }
    var called = new HashMap<>(environment);
    var locale = called.remove(KEPT);
    if (locale == null || locale.isEmpty()) {
      called.remove("LC_ALL");
    } else {
      called.put("LC_ALL", locale);
    }
    return Map.copyOf(called);
  }
}
