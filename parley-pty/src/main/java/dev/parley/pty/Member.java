package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process of a child's tree. The pid with the time it started names it for good.
 *
 * @param pid its number
 * @param group its process group
 * @param session its session
 * @param threads how many threads it has
 * @param start when it started, in ticks since boot
 * @param ended it has ended and waits to be waited for
 */
record Member(int pid, int group, int session, int threads, long start, boolean ended) {

  /** What names a process for good. */
  record Id(int pid, long start) {}

  Id id() {
    return new Id(pid, start);
  }

  /** Looks a process up; empty when there is none. */
  static Optional<Member> of(int pid) {
    var line = Text.of("/proc/" + pid + "/stat");
    var name = line.lastIndexOf(") "); // the name may hold anything, so count from its end
    if (name < 0) {
      return Optional.empty();
    }
    var fields = line.substring(name + 2).split(" "); // the first is field 3 of proc(5)
    var threads = Integer.parseInt(fields[17]);
    return Optional.of(
        new Member(
            pid,
            Integer.parseInt(fields[2]),
            Integer.parseInt(fields[3]),
            threads,
            Long.parseLong(fields[19]),
            // A main thread that has ended shows as Z too, while other threads go on.
            threads <= 1 && (fields[0].equals("Z") || fields[0].equals("X"))));
  }

  /** The same process as it is now; empty when it is gone. */
  Optional<Member> now() {
    return of(pid).filter(other -> other.start == start);
  }

  /** The pids of what it started and is still its child. */
  List<Integer> children() {
    if (threads <= 1) {
      return childrenOf(pid, Integer.toString(pid));
    }
    var all = new ArrayList<Integer>();
    for (var thread : Text.names("/proc/" + pid + "/task")) {
      all.addAll(childrenOf(pid, thread));
    }
    return all;
  }

  /**
   * The pids of the children that one thread has started or taken over. When one of them goes while
   * the kernel writes the list, the next may be missing from it, so a list counts when it comes
   * twice.
   */
  static List<Integer> childrenOf(int pid, String thread) {
    var file = "/proc/" + pid + "/task/" + thread + "/children";
    var line = Text.of(file);
    for (var again = line.isEmpty() ? line : Text.of(file);
        !again.equals(line);
        again = Text.of(file)) {
      line = again;
    }
    var pids = new ArrayList<Integer>();
    for (var word : line.split(" ")) {
      if (!word.isBlank()) {
        pids.add(Integer.valueOf(word.strip()));
      }
    }
    return pids;
  }

  /** A pidfd of exactly this process, or a negative number when it is gone. */
  int open() {
    var pidfd = Sys.pidfdOpen(pid);
    if (pidfd >= 0 && now().isEmpty()) {
      Sys.close(pidfd);
      return -Sys.ESRCH;
    }
    return pidfd;
  }
}
