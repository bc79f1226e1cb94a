package dev.parley.pty;

import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * What all children of one client may use together, by a control group around theirs. A host where
 * that cannot be made does not hold it, and says so ({@link Pty#keptBy}).
 *
 * @param client whose children they are
 * @param memory bytes of memory
 * @param processes processes and threads
 * @param cpuPercent percent of one processor
 */
public record Total(
    String client, OptionalLong memory, OptionalLong processes, OptionalLong cpuPercent) {

  /** For a child that is counted with no others. */
  public static final Total NONE =
      new Total("", OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

  boolean isSet() {
    return memory.isPresent() || processes.isPresent() || cpuPercent.isPresent();
  }

  /** What the group around is called. A client's name may hold anything. */
  String group() {
    return Cgroup.AROUND + UUID.nameUUIDFromBytes(client.getBytes(StandardCharsets.UTF_8));
  }
}
