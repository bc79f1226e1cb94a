package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Everything a holder must know to go on where another program in the same process left off: the
 * daemon, if one runs, and what is held.
 *
 * @param daemon the daemon's pid; zero when none runs
 * @param socket our end of the socket to it; negative when none runs
 * @param lock what keeps a second holder away; negative when it must be locked first
 */
record Handover(int daemon, int socket, int lock, List<Held> held) {
  private static final String OPTION = "--resume=";

  Handover {
    held = List.copyOf(held);
  }

  /** Nothing yet. */
  static Handover fresh() {
    return new Handover(0, -1, -1, List.of());
  }

  /** What a program's arguments hand over, if they do. */
  static Handover of(List<String> arguments) {
    var last = arguments.isEmpty() ? "" : arguments.getLast();
    return last.startsWith(OPTION)
        ? read(Integer.parseInt(last.substring(OPTION.length())))
        : fresh();
  }

  /** The arguments that are not ours. */
  static List<String> rest(List<String> arguments) {
    return arguments.getLast().startsWith(OPTION)
        ? arguments.subList(0, arguments.size() - 1)
        : arguments;
  }

  private static Handover read(int file) {
    // The file's place is at its end, where it was written; opened anew it is at the beginning.
    var lines = Text.of("/proc/self/fd/" + file).lines().toList();
    Sys.close(file);
    var first = lines.getFirst().split(" ");
    var held = new ArrayList<Held>();
    for (var line : lines.subList(1, lines.size())) {
      var words = List.of(line.split(" "));
      var one = Held.of(words, Integer.parseInt(words.get(4)), Integer.parseInt(words.get(5)));
      DescriptorPassing.closeAtExec(one.master());
      DescriptorPassing.closeAtExec(one.pidfd());
      held.add(one);
    }
    var handover =
        new Handover(
            Integer.parseInt(first[0]),
            Integer.parseInt(first[1]),
            Integer.parseInt(first[2]),
            held);
    for (var descriptor : List.of(handover.socket, handover.lock)) {
      if (descriptor >= 0) {
        DescriptorPassing.closeAtExec(descriptor);
      }
    }
    return handover;
  }

  /**
   * Becomes the program given, which finds this handover among its arguments. Returns only when
   * that fails; then nothing has changed.
   */
  PtyException become(Collection<String> command) {
    var file = DescriptorPassing.memoryFile("parley-handover");
    var text = new StringBuilder(daemon + " " + socket + " " + lock + "\n");
    for (var one : held) {
      text.append(one.line() + " " + one.master() + " " + one.pidfd() + "\n");
    }
    DescriptorPassing.write(file, text.toString());
    DescriptorPassing.closeAllAtExec(3);
    DescriptorPassing.keepAtExec(file);
    for (var descriptor : List.of(socket, lock)) {
      if (descriptor >= 0) {
        DescriptorPassing.keepAtExec(descriptor);
      }
    }
    for (var one : held) {
      DescriptorPassing.keepAtExec(one.master());
      DescriptorPassing.keepAtExec(one.pidfd());
    }
    var arguments = new ArrayList<>(command);
    arguments.add(OPTION + file);
    var result = DescriptorPassing.exec(arguments);
    DescriptorPassing.closeAllAtExec(3);
    Sys.close(file);
    return Errors.failed(-result, "become the holder");
  }
}
