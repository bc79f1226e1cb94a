package dev.parley.session;

import dev.parley.pty.Limits;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What keeps a session to what it may do.
 *
 * @param sandbox what holds its sandbox, {@code bwrap} or {@code landlock}; empty without one
 * @param limits what keeps each limit, by the names that callers use for limits: a control group,
 *     the kernel for each process, or a clock
 */
public record Keepers(Optional<String> sandbox, Map<String, String> limits) {
  private static final String EACH_PROCESS = "rlimit";

  private static final Map<String, String> TOTALS =
      Map.of(
          "total memory", "total_memory_mb",
          "total cpu", "total_cpu_percent",
          "total processes", "total_processes");

  public Keepers {
    limits = Collections.unmodifiableMap(new TreeMap<>(limits));
  }

  static Keepers of(Limits limits, Map<String, String> keptBy) {
    return new Keepers(Optional.ofNullable(keptBy.get("sandbox")), limits(limits, keptBy));
  }

  private static Map<String, String> limits(Limits limits, Map<String, String> groups) {
    var kept = new TreeMap<String, String>();
    put(kept, "memory_mb", limits.memory(), groups.getOrDefault("memory", ""));
    put(kept, "cpu_percent", limits.cpuPercent(), groups.getOrDefault("cpu", ""));
    put(kept, "processes", limits.processes(), groups.getOrDefault("processes", "user namespace"));
    put(kept, "open_files", limits.openFiles(), EACH_PROCESS);
    put(kept, "file_mb", limits.fileSize(), EACH_PROCESS);
    put(kept, "cpu_seconds", limits.cpuSeconds(), EACH_PROCESS);
    put(kept, "address_space_mb", limits.addressSpace(), EACH_PROCESS);
    put(kept, "wall_s", limits.wallSeconds(), "clock");
    TOTALS.forEach(
        (group, name) -> {
          if (groups.containsKey(group)) {
            kept.put(name, groups.get(group));
          }
        });
    return kept;
  }

  private static void put(Map<String, String> kept, String name, OptionalLong limit, String how) {
    if (limit.isPresent() && !how.isEmpty()) {
      kept.put(name, how);
    }
  }
}
