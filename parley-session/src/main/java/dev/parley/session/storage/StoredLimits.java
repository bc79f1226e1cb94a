package dev.parley.session.storage;

import dev.parley.pty.Limits;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;

/** Limits as they are written down: those that are set, by name. */
final class StoredLimits {
  private StoredLimits() {}

  static Map<String, Long> map(Limits limits) {
    var map = new LinkedHashMap<String, Long>();
    limits.addressSpace().ifPresent(value -> map.put("address_space", value));
    limits.processes().ifPresent(value -> map.put("processes", value));
    limits.openFiles().ifPresent(value -> map.put("open_files", value));
    limits.cpuSeconds().ifPresent(value -> map.put("cpu_seconds", value));
    limits.coreSize().ifPresent(value -> map.put("core_size", value));
    limits.memory().ifPresent(value -> map.put("memory", value));
    limits.cpuPercent().ifPresent(value -> map.put("cpu_percent", value));
    limits.fileSize().ifPresent(value -> map.put("file_size", value));
    limits.wallSeconds().ifPresent(value -> map.put("wall_seconds", value));
    return map;
  }

  static Limits read(Map<?, ?> map) {
    return new Limits(
        limit(map, "address_space"),
        limit(map, "processes"),
        limit(map, "open_files"),
        limit(map, "cpu_seconds"),
        limit(map, "core_size"),
        limit(map, "memory"),
        limit(map, "cpu_percent"),
        limit(map, "file_size"),
        limit(map, "wall_seconds"));
  }

  private static OptionalLong limit(Map<?, ?> map, String name) {
    return map.get(name) instanceof Long value && value >= 0
        ? OptionalLong.of(value)
        : OptionalLong.empty();
  }
}
