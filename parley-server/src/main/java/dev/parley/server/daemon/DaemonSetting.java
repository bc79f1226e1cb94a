package dev.parley.server.daemon;

import java.util.Locale;

/**
 * A limit of the daemon that can be set from outside: as the system property {@code parley.NAME},
 * or as the environment variable {@code PARLEY_NAME} of the command that starts the daemon.
 */
final class DaemonSetting {
  private DaemonSetting() {}

  static long number(String name, long otherwise) {
    var property = Long.getLong("parley." + name);
    if (property != null) {
      return property;
    }
    var variable =
        System.getenv().getOrDefault("PARLEY_" + name.toUpperCase(Locale.ROOT), "").strip();
    return variable.matches("\\d{1,18}") ? Long.parseLong(variable) : otherwise;
  }
}
