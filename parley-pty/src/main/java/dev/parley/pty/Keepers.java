package dev.parley.pty;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What keeps a child to its limits and in its sandbox, by name. */
final class Keepers {
  private Keepers() {}

  static Map<String, String> of(Cgroup cgroup, Wrapping wrapping, Total total) {
    var kept = new HashMap<String, String>();
    cgroup.keeping(Cgroup.MEMORY).ifPresent(how -> kept.put("memory", how));
    cgroup.keeping(Cgroup.PROCESSOR).ifPresent(how -> kept.put("cpu", how));
    cgroup.keeping(Cgroup.PROCESSES).ifPresent(how -> kept.put("processes", how));
    if (!wrapping.keeper().isEmpty()) {
      kept.put("sandbox", wrapping.keeper());
    }
    total(kept, "total memory", total.memory(), cgroup, Cgroup.MEMORY);
    total(kept, "total cpu", total.cpuPercent(), cgroup, Cgroup.PROCESSOR);
    total(kept, "total processes", total.processes(), cgroup, Cgroup.PROCESSES);
    return Map.copyOf(kept);
  }

  /** A total that cannot be held is told, since what is started would be held up by nothing. */
  private static void total(
      Map<String, String> kept,
      String name,
      OptionalLong limit,
      Cgroup cgroup,
      List<String> files) {
    if (limit.isPresent()) {
      kept.put(name, cgroup.keepingTotal(files).orElse("not held"));
    }
  }
}
