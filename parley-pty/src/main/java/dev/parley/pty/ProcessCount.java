package dev.parley.pty;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/**
 * How the number of a child's processes is limited. The kernel's own limit for it (RLIMIT_NPROC)
 * counts all processes of the user and lets root start any number, so it is of no use as it is.
 */
enum ProcessCount {
  /** By a control group, which counts what is in it. */
  CONTROL_GROUP("by a control group"),
  /** By a user namespace of the child's own, in which the kernel counts anew; not for root. */
  NAMESPACE("by a user namespace"),
  /** Not at all. */
  NONE("");

  private static final int PATIENCE_SECONDS = 10;

  final String words;

  ProcessCount(String words) {
    this.words = words;
  }

  /** The best that this user can have here. */
  static ProcessCount here() {
    return Cgroup.allows("pids") ? CONTROL_GROUP : Namespace.WORKS ? NAMESPACE : NONE;
  }

  /** What runs a program in a namespace with a count of its own; the program follows. */
  static String prefix(long most) {
    return "unshare --user --map-current-user prlimit --nproc=%1$d:%1$d".formatted(most);
  }

  /** Found out once, when somebody asks. */
  private static final class Namespace {
    static final boolean WORKS = !isRoot() && runs();

    private static boolean isRoot() {
      return Text.of("/proc/self/status").lines().anyMatch(line -> line.matches("Uid:\\s+0\\s.*"));
    }

    private static boolean runs() {
      try {
        var command = prefix(100) + " true";
        var process =
            new ProcessBuilder("/bin/sh", "-c", command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        process.getOutputStream().close();
        return process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
      } catch (IOException noShell) {
        return false;
      } catch (InterruptedException stopped) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }
}
