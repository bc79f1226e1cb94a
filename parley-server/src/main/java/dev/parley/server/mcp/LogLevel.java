package dev.parley.server.mcp;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How much a log message matters; the names of syslog, least first. */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  String text() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<LogLevel> named(String text) {
    return Arrays.stream(values()).filter(level -> level.text().equals(text)).findFirst();
  }
}
