package dev.parley.pty;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.collectingAndThen;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import dev.parley.pty.PtyException.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A control group of its own for one child, so that memory and processor are limited for everything
 * it starts, and nothing of it can hide. Version 2 where it has the controllers, version 1
 * otherwise.
 *
 * @param folders one with version 2, one for each controller with version 1
 */
record Cgroup(List<Path> folders) {
  static final Cgroup NONE = new Cgroup(List.of());
  private static final long PERIOD = 100_000; // microseconds
  private static final long MOST_PERCENT = 1_000_000; // more than any host has

  /** Of memory in version 1: the most whole pages that a number holds. */
  private static final String UNLIMITED = "" + (Long.MAX_VALUE & -4096);

  /** The files by which each is limited, in version 2 and version 1. */
  static final List<String> MEMORY = List.of("memory.max", "memory.limit_in_bytes");

  static final List<String> PROCESSOR = List.of("cpu.max", "cpu.cfs_quota_us");
  static final List<String> PROCESSES = List.of("pids.max");

  /** How the names of all our groups begin. */
  static final String BEGINNING = "parley-";

  /** How the names of groups begin that are around those of a client. */
  static final String AROUND = "parley-of-";

  Cgroup {
    folders = List.copyOf(folders);
  }

  /** Where groups can be made: a mounted hierarchy at our own place in it. */
  private record Place(Path folder, boolean two) {}

  /**
   * Makes the group that limits need, in the one of a total if there is one; none when they need
   * none.
   */
  static synchronized Cgroup make(Limits limits, Total total, String name) {
    var made = new ArrayList<Path>();
    var place = total.isSet() ? total.group() + "/" + name : name;
    try {
      total.memory().ifPresent(bytes -> around("memory", place, made, memory(bytes)));
      total.cpuPercent().ifPresent(percent -> around("cpu", place, made, processor(percent)));
      total.processes().ifPresent(count -> around("pids", place, made, processes(count)));
      limits.memory().ifPresent(bytes -> made.add(limit("Memory", "memory", place, memory(bytes))));
      limits
          .cpuPercent()
          .ifPresent(
              percent -> made.add(limit("Processor time", "cpu", place, processor(percent))));
      if (limits.processes().isPresent()) {
        limitProcesses(limits.processes().getAsLong(), place).ifPresent(made::add);
      }
      return made.isEmpty() ? NONE : new Cgroup(made.stream().distinct().toList());
    } catch (PtyException e) {
      new Cgroup(made).remove();
      throw e;
    }
  }

  /** The groups that earlier processes have made here, by name. */
  static Map<String, Cgroup> left() {
    return Stream.of("memory", "cpu", "pids")
        .flatMap(controller -> places(controller).stream())
        .map(Place::folder)
        .distinct()
        .flatMap(folder -> Stream.concat(Stream.of(folder), below(folder, AROUND)))
        .flatMap(folder -> below(folder, BEGINNING))
        .collect(
            groupingBy(
                group -> group.getFileName().toString(), collectingAndThen(toList(), Cgroup::new)));
  }

  private static Stream<Path> below(Path folder, String beginning) {
    var names = folder.toFile().list((_, name) -> name.startsWith(beginning));
    return names == null ? Stream.empty() : Stream.of(names).map(folder::resolve);
  }

  /** Limits the group around the one of this name; where that is not possible, nothing is done. */
  private static void around(
      String controller, String name, List<Path> made, Predicate<Path> limit) {
    group(controller, name)
        .ifPresent(
            folder -> {
              if (limit.test(outer(folder))) {
                made.add(folder);
              } else if (!made.contains(folder)) {
                new Cgroup(List.of(folder)).remove();
              }
            });
  }

  private static Path limit(String what, String controller, String name, Predicate<Path> limit) {
    return group(controller, name).filter(limit).orElseThrow(() -> unsupported(what));
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

  private static Predicate<Path> memory(long bytes) {
    return folder ->
        write(
            folder.resolve(
                Files.exists(folder.resolve("memory.max"))
                    ? "memory.max"
                    : "memory.limit_in_bytes"),
            "" + bytes);
  }

  private static Predicate<Path> processor(long percent) {
    var quota = Math.min(percent, MOST_PERCENT) * PERIOD / 100;
    return folder ->
        Files.exists(folder.resolve("cpu.max"))
            ? write(folder.resolve("cpu.max"), quota + " " + PERIOD)
            : write(folder.resolve("cpu.cfs_period_us"), "" + PERIOD)
                && write(folder.resolve("cpu.cfs_quota_us"), "" + quota);
  }

  private static Predicate<Path> processes(long count) {
    return folder -> write(folder.resolve("pids.max"), "" + count);
  }

  /**
   * Threads count too, as the kernel counts them.
   *
   * @return no folder where the count is left to a namespace
   */
  private static Optional<Path> limitProcesses(long count, String name) {
    return switch (ProcessCount.here()) {
      case CONTROL_GROUP ->
          Optional.of(limit("The number of processes", "pids", name, processes(count)));
      case NAMESPACE -> Optional.empty();
      case NONE -> throw unsupported("The number of processes");
    };
  }

  /** Which version of control groups keeps a limit that is set by a file; empty when none does. */
  Optional<String> keeping(List<String> files) {
    return keeping(folders.stream(), files);
  }

  /** The same for the group around this one. */
  Optional<String> keepingTotal(List<String> files) {
    return keeping(folders.stream().map(Cgroup::outer).filter(Cgroup::isAround), files);
  }

  private static Path outer(Path folder) {
    return requireNonNull(folder.getParent()); // a group is never the root
  }

  private static boolean isAround(Path folder) {
    return String.valueOf(folder.getFileName()).startsWith(AROUND);
  }

  private static Optional<String> keeping(Stream<Path> folders, List<String> files) {
    return folders
        .filter(folder -> files.stream().anyMatch(file -> isSet(folder.resolve(file))))
        .map(
            folder ->
                Files.exists(folder.resolve("cgroup.controllers")) ? "cgroup v2" : "cgroup v1")
        .findFirst();
  }

  /** Whether a file limits anything; with version 2 a group has the files of all controllers. */
  private static boolean isSet(Path file) {
    var value = Text.of(file.toString()).strip();
    return !value.isEmpty()
        && !value.startsWith("max")
        && !value.equals("-1")
        && !value.equals(UNLIMITED);
  }

  /** Whether this group counts processes. */
  boolean countsProcesses() {
    return keeping(PROCESSES).isPresent();
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
        if (isAround(outer(folder))) {
          Files.createDirectories(outer(folder));
          if (place.two) {
            write(folder.resolveSibling("cgroup.subtree_control"), "+" + controller);
          }
        }
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
    synchronized (Cgroup.class) { // nobody makes one in the group around meanwhile
      var gone = true;
      for (var folder : folders) {
        gone &= isGone(folder);
        if (isAround(outer(folder))) {
          isGone(outer(folder)); // the last one switches off the light
        }
      }
      return gone;
    }
  }

  private static boolean isGone(Path folder) {
    try {
      Files.deleteIfExists(folder);
      return true;
    } catch (IOException e) {
      return false;
    }
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
