package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * The few lines of shell that put a child under its limits before its program begins. Setting them
 * from outside after the start would come too late for what a program does first.
 */
final class LimitScript {
  private static final int CPU = 0;
  private static final int FILE_SIZE = 1;
  private static final int CORE = 4;
  private static final int OPEN_FILES = 7;
  private static final int ADDRESS_SPACE = 9;

  private LimitScript() {}

  /**
   * The program as it runs under limits; itself when there are none.
   *
   * @param group the control group it joins
   */
  static Program wrap(Program program, Limits limits, Cgroup group) {
    var lines = new ArrayList<String>();
    group.entrances().forEach(file -> lines.add("echo 0 > '%s'".formatted(file)));
    // The hard limit comes a second later: the signal of the soft one says why it was ended.
    if (limits.cpuSeconds().isPresent()) {
      add(lines, "ulimit -S -t %d", limits.cpuSeconds(), CPU, 1);
      add(lines, "ulimit -H -t %d", OptionalLong.of(limits.cpuSeconds().getAsLong() + 1), CPU, 1);
    }
    add(lines, "ulimit -f %d", limits.fileSize(), FILE_SIZE, 512);
    add(lines, "ulimit -c %d", limits.coreSize(), CORE, 512);
    add(lines, "ulimit -n %d", limits.openFiles(), OPEN_FILES, 1);
    add(lines, "ulimit -v %d", limits.addressSpace(), ADDRESS_SPACE, 1024);
    var counted = limits.processes().isPresent() && !group.countsProcesses();
    if (lines.isEmpty() && !counted) {
      return program;
    }
    lines.add(
        counted
            ? "exec %s \"$@\"".formatted(ProcessCount.prefix(limits.processes().getAsLong()))
            : "exec \"$@\"");
    var arguments =
        new ArrayList<>(List.of("sh", "-c", String.join(" && ", lines), "sh", program.path()));
    arguments.addAll(program.arguments().subList(1, program.arguments().size()));
    return new Program("/bin/sh", arguments);
  }

  private static void add(
      List<String> lines, String line, OptionalLong limit, int resource, int unit) {
    if (limit.isPresent()) {
      var value = Math.min(limit.getAsLong(), most(resource));
      lines.add(line.formatted((value + unit - 1) / unit));
    }
  }

  /**
   * What we may not exceed ourselves; asking for more would be refused, so less is what it gets.
   */
  private static long most(int resource) {
    return own(resource, Long.BYTES);
  }

  /** How many descriptors this process may have. */
  static long mostOpenFiles() {
    return own(OPEN_FILES, 0);
  }

  private static long own(int resource, int offset) {
    var scratch = Sys.Scratch.take();
    try {
      Errors.check(Sys.prlimit(0, resource, 0, scratch.memory.address()), "read our own limits");
      var limit = scratch.memory.get(ValueLayout.JAVA_LONG, offset);
      return limit < 0 ? Long.MAX_VALUE - 1024 : limit; // all bits set is no limit
    } finally {
      scratch.giveBack();
    }
  }
}
