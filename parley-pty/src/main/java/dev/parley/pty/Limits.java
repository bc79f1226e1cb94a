package dev.parley.pty;

import java.util.List;
import java.util.OptionalLong;

/**
 * What a child and everything it starts may use. An empty limit is none; one that this host cannot
 * hold is refused at the start, never ignored.
 *
 * @param addressSpace bytes of address space, each process
 * @param processes processes and threads of the whole tree, by cgroup or in a user namespace
 * @param openFiles open descriptors, each process
 * @param cpuSeconds seconds of processor time, each process
 * @param coreSize bytes of a core dump
 * @param memory bytes of memory for the whole tree, by cgroup
 * @param cpuPercent percent of one processor for the whole tree, by cgroup
 * @param fileSize bytes of a file that is written, each process
 * @param wallSeconds seconds on the clock; kept by whoever ends the child, not by the kernel
 */
public record Limits(
    OptionalLong addressSpace,
    OptionalLong processes,
    OptionalLong openFiles,
    OptionalLong cpuSeconds,
    OptionalLong coreSize,
    OptionalLong memory,
    OptionalLong cpuPercent,
    OptionalLong fileSize,
    OptionalLong wallSeconds) {

  public Limits {
    for (var limit :
        List.of(
            addressSpace,
            processes,
            openFiles,
            cpuSeconds,
            coreSize,
            memory,
            cpuPercent,
            fileSize,
            wallSeconds)) {
      if (limit.isPresent() && limit.getAsLong() < 0) {
        throw new PtyException(
            PtyException.Reason.BAD_INPUT, "A limit cannot be less than zero: " + limit);
      }
    }
  }

  /** No limit at all. */
  public static final Limits NONE =
      new Limits(
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty(),
          OptionalLong.empty());

  /** These, and where others are tighter or the only ones, the others. */
  public Limits within(Limits most) {
    return new Limits(
        least(addressSpace, most.addressSpace),
        least(processes, most.processes),
        least(openFiles, most.openFiles),
        least(cpuSeconds, most.cpuSeconds),
        least(coreSize, most.coreSize),
        least(memory, most.memory),
        least(cpuPercent, most.cpuPercent),
        least(fileSize, most.fileSize),
        least(wallSeconds, most.wallSeconds));
  }

  private static OptionalLong least(OptionalLong one, OptionalLong other) {
    if (one.isEmpty() || other.isEmpty()) {
      return one.isEmpty() ? other : one;
    }
    return OptionalLong.of(Math.min(one.getAsLong(), other.getAsLong()));
  }
}
