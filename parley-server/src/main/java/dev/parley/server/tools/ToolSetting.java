package dev.parley.server.tools;

import java.time.Duration;

/** A limit that can be set from outside, as the system property {@code parley.NAME}. */
final class ToolSetting {
  private ToolSetting() {}

  static int count(String name, int otherwise) {
    return Integer.getInteger("parley." + name, otherwise);
  }

  static Duration seconds(String name, int otherwise) {
    return Duration.ofSeconds(count(name, otherwise));
  }
}
