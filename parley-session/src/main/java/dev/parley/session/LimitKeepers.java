package dev.parley.session;

import dev.parley.pty.Limits;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** What keeps each limit of a session: a control group, the kernel for each process, or a clock. */
final class LimitKeepers {
  private static final String EACH_PROCESS = "rlimit";

  private static final Map<String, String> TOTALS =
      Map.of(
          "total memory", "total_memory_mb",
          "total cpu", "total_cpu_percent",
          "total processes", "total_processes");

  private LimitKeepers() {}

  /** By the names that callers use for limits. */
  static Map<String, String> of(Limits limits, Map<String, String> groups) {
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
