package dev.parley.pty;

import dev.parley.pty.PtyException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A control group of its own for one child, so that memory and processor are limited for everything
 * it starts, and nothing of it can hide. Version 2 where it has the controllers, version 1
 * otherwise.
 *
 * @param folders one with version 2, one for each controller with version 1
 */
record Cgroup(List<Path> folders) {
  private static final Cgroup NONE = new Cgroup(List.of());
  private static final long PERIOD = 100_000; // microseconds

  Cgroup {
    folders = List.copyOf(folders);
  }

  /** Where groups can be made: a mounted hierarchy at our own place in it. */
  private record Place(Path folder, boolean two) {}

  /** Makes the group that limits need; none when they need none. */
  static Cgroup make(Limits limits, String name) {
    if (limits.memory().isEmpty()
        && limits.cpuPercent().isEmpty()
        && limits.processes().isEmpty()) {
      return NONE;
    }
    var made = new ArrayList<Path>();
    try {
      limits.memory().ifPresent(bytes -> made.add(limitMemory(bytes, name)));
      limits.cpuPercent().ifPresent(percent -> made.add(limitProcessor(percent, name)));
      if (limits.processes().isPresent()) {
        limitProcesses(limits.processes().getAsLong(), name).ifPresent(made::add);
      }
      return new Cgroup(made.stream().distinct().toList());
    } catch (PtyException e) {
      new Cgroup(made).remove();
      throw e;
    }
  }

  /** The group of this name that an earlier process made; none when it made none. */
  static Cgroup of(String name) {
    return new Cgroup(
        Stream.of("memory", "cpu", "pids")
            .flatMap(controller -> places(controller).stream())
            .map(place -> place.folder.resolve(name))
            .filter(Files::isDirectory)
            .distinct()
            .toList());
  }

  /** Whether a group with this controller can be made here. */
  static boolean allows(String controller) {
    return group(controller, "parley-test-" + ProcessHandle.current().pid())
        .map(
            folder -> {
              new Cgroup(List.of(folder)).remove();
              return true;
            })
        .orElse(false);
  }

  private static Path limitMemory(long bytes, String name) {
    var folder = group("memory", name).orElseThrow(() -> unsupported("Memory"));
    var two = Files.exists(folder.resolve("memory.max"));
    if (!write(folder.resolve(two ? "memory.max" : "memory.limit_in_bytes"), "" + bytes)) {
      throw unsupported("Memory");
    }
    return folder;
  }

  private static Path limitProcessor(long percent, String name) {
    var folder = group("cpu", name).orElseThrow(() -> unsupported("Processor time"));
    var quota = percent * PERIOD / 100;
    var done =
        Files.exists(folder.resolve("cpu.max"))
            ? write(folder.resolve("cpu.max"), quota + " " + PERIOD)
            : write(folder.resolve("cpu.cfs_period_us"), "" + PERIOD)
                && write(folder.resolve("cpu.cfs_quota_us"), "" + quota);
    if (!done) {
      throw unsupported("Processor time");
    }
    return folder;
  }

  /**
   * Threads count too, as the kernel counts them.
   *
   * @return no folder where the count is left to a namespace
   */
  private static Optional<Path> limitProcesses(long count, String name) {
    return switch (ProcessCount.here()) {
      case CONTROL_GROUP -> {
        var folder = group("pids", name).orElseThrow(() -> unsupported("The number of processes"));
        if (!write(folder.resolve("pids.max"), "" + count)) {
          throw unsupported("The number of processes");
        }
        yield Optional.of(folder);
      }
      case NAMESPACE -> Optional.empty();
      case NONE -> throw unsupported("The number of processes");
    };
  }

  /** Which version of control groups keeps each limit; those that no group keeps are not there. */
  Map<String, String> keptBy() {
    var kept = new HashMap<String, String>();
    keeping("memory.max", "memory.limit_in_bytes").ifPresent(how -> kept.put("memory", how));
    keeping("cpu.max", "cpu.cfs_quota_us").ifPresent(how -> kept.put("cpu", how));
    keeping("pids.max").ifPresent(how -> kept.put("processes", how));
    return kept;
  }

  private Optional<String> keeping(String... files) {
    return folders.stream()
        .filter(folder -> Stream.of(files).anyMatch(file -> Files.exists(folder.resolve(file))))
        .map(
            folder ->
                Files.exists(folder.resolve("cgroup.controllers")) ? "cgroup v2" : "cgroup v1")
        .findFirst();
  }

  /** Whether this group counts processes. */
  boolean countsProcesses() {
    return folders.stream().anyMatch(folder -> Files.exists(folder.resolve("pids.max")));
  }

  /** Whether the kernel has killed something inside because there was no memory left for it. */
  boolean ranOutOfMemory() {
    return folders.stream()
        .flatMap(
            folder ->
                Stream.of("memory.events", "memory.oom_control").map(name -> folder + "/" + name))
        .flatMap(file -> Text.of(file).lines())
        .anyMatch(line -> line.startsWith("oom_kill ") && !line.endsWith(" 0"));
  }

  private static PtyException unsupported(String what) {
    return new PtyException(
        Reason.UNSUPPORTED,
        "%s cannot be limited here: this user may not make a control group with that controller. Start without the limit, or delegate a cgroup to this user"
            .formatted(what));
  }

  private static Optional<Path> group(String controller, String name) {
    for (var place : places(controller)) {
      // With version 2 a group that holds processes cannot pass controllers on, so ours may have to
      // stand beside the one we are in.
      if (place.two) {
        write(place.folder.resolve("cgroup.subtree_control"), "+" + controller);
      }
      var folder = place.folder.resolve(name);
      try {
        Files.createDirectories(folder);
      } catch (IOException e) {
        continue;
      }
      var sign = place.two ? controller + ".max" : "cgroup.procs";
      if (Files.isWritable(folder.resolve(sign))) {
        return Optional.of(folder);
      }
      new Cgroup(List.of(folder)).remove();
    }
    return Optional.empty();
  }

  private static List<Place> places(String controller) {
    var places = new ArrayList<Place>();
    for (var mount : Text.of("/proc/self/mountinfo").lines().toList()) {
      var halves = mount.split(" - ", 2);
      var kind = halves[1].split(" ");
      var two = kind[0].equals("cgroup2");
      var one = kind[0].equals("cgroup") && List.of(kind[2].split(",")).contains(controller);
      if (two || one) {
        var fields = halves[0].split(" ");
        var folder = Path.of(fields[4]).resolve(ownPath(two ? "" : controller, fields[3]));
        places.add(new Place(folder, two));
        if (two && !folder.equals(Path.of(fields[4])) && folder.getParent() != null) {
          places.add(new Place(folder.getParent(), true));
        }
      }
    }
    return places;
  }

  /** Where we are in a hierarchy, below the part of it that is mounted. */
  private static String ownPath(String controller, String root) {
    for (var line : Text.of("/proc/self/cgroup").lines().toList()) {
      var fields = line.split(":", 3);
      if (List.of(fields[1].split(",")).contains(controller)) {
        var below = fields[2].startsWith(root) ? fields[2].substring(root.length()) : fields[2];
        return below.replaceFirst("^/+", "");
      }
    }
    return "";
  }

  /** The files a process writes itself into to join. */
  List<String> entrances() {
    return folders.stream().map(folder -> folder + "/cgroup.procs").toList();
  }

  /** Everything inside. */
  List<Integer> pids() {
    return folders.stream()
        .flatMap(folder -> Text.of(folder + "/cgroup.procs").lines())
        .map(Integer::valueOf)
        .distinct()
        .toList();
  }

  /** Kills everything inside at once where the kernel can; the ending looks again anyway. */
  void kill() {
    folders.forEach(folder -> write(folder.resolve("cgroup.kill"), "1"));
  }

  /** Only an empty group can go; one that is not yet empty is tried again by the caller. */
  boolean remove() {
    var gone = true;
    for (var folder : folders) {
      try {
        Files.deleteIfExists(folder);
      } catch (IOException e) {
        gone = false;
      }
    }
    return gone;
  }

  private static boolean write(Path file, String text) {
    if (!Files.isWritable(file)) {
      return false;
    }
    try {
      Files.writeString(file, text);
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
