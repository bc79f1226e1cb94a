package dev.parley.session;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Who of the processes in front of a terminal is blocked reading it now. The first of them need not
 * be: a script starts programs beside itself, and ssh starts an ssh of its own for every jump host,
 * which asks in the same words for somebody else.
 */
final class TerminalReaders {
  /** {@code read} on the architectures we know: x86-64 and arm64. */
  private static final Set<String> READ = Set.of("0", "63");

  private static final int GROUP = 2; // fields after the name, as in proc(5)
  private static final int TERMINAL = 4;
  private static final int FRONT_GROUP = 5;

  private TerminalReaders() {}

  /**
   * Whether this process reads, and nobody else does.
   *
   * @param program what it must be by now: it may have begun as a shell
   */
  static boolean isAlone(long pid, String program) {
    return name(pid).equals(program) && readers(pid).equals(List.of(pid));
  }

  /**
   * All who read, or may: a value that is typed goes to any of them.
   *
   * @param front any process of the terminal
   */
  static List<Long> readers(long front) {
    var own = fields(front);
    var readers = new ArrayList<Long>();
    if (own.size() <= FRONT_GROUP) {
      return readers;
    }
    try (DirectoryStream<Path> processes = Files.newDirectoryStream(Path.of("/proc"), "[0-9]*")) {
      for (var process : processes) {
        var pid = Long.parseLong(process.getFileName().toString());
        var its = fields(pid);
        if (its.size() > FRONT_GROUP
            && its.get(TERMINAL).equals(own.get(TERMINAL))
            && its.get(GROUP).equals(own.get(FRONT_GROUP))
            && mayRead(pid)) {
          readers.add(pid);
        }
      }
    } catch (IOException | RuntimeException unreadable) {
      return List.of();
    }
    return readers;
  }

  /** Whether a process reads, or is another user's, so that we cannot tell. */
  private static boolean mayRead(long pid) {
    try {
      return reads(pid);
    } catch (IOException hidden) {
      return Files.exists(Path.of("/proc/" + pid));
    }
  }

  private static boolean reads(long pid) throws IOException {
    var call = Files.readString(Path.of("/proc/" + pid + "/syscall")).split(" ");
    if (call.length < 2 || !READ.contains(call[0])) {
      return false;
    }
    var file =
        Files.readSymbolicLink(
                Path.of("/proc/" + pid + "/fd/" + Long.parseLong(call[1].substring(2), 16)))
            .toString();
    return file.equals("/dev/tty") || file.startsWith("/dev/pts/");
  }

  static String name(long pid) {
    try {
      return Files.readString(Path.of("/proc/" + pid + "/comm")).strip();
    } catch (IOException gone) {
      return "";
    }
  }

  private static List<String> fields(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" "));
    } catch (IOException | RuntimeException gone) {
      return List.of();
    }
  }
}
