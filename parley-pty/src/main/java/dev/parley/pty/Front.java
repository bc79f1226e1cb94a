package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Describes the program in front of a terminal. */
final class Front {

  private Front() {}

  /** The group in front of an open terminal; zero or less when there is none. */
  static int group(int master) {
    var scratch = Sys.Scratch.take();
    try {
      var result = Sys.ioctl(master, Sys.TIOCGPGRP, scratch.memory.address());
      return result < 0 ? result : scratch.memory.get(ValueLayout.JAVA_INT, 0);
    } finally {
      scratch.giveBack();
    }
  }

  /** The leader of the group, or a living member of it when the leader is gone. */
  static Optional<Foreground> of(int group, LinuxPty child, Orphans orphans) {
    var leader = Member.of(group).filter(member -> !member.ended());
    if (leader.isPresent()) {
      return Optional.of(describe(leader.get()));
    }
    return Ending.members(child, orphans).stream()
        .filter(member -> member.group() == group)
        .findFirst()
        .map(Front::describe);
  }

  private static Foreground describe(Member member) {
    var folder = "/proc/" + member.pid();
    var command = Text.utf8(Text.of(folder + "/cmdline"));
    return new Foreground(
        member.pid(),
        Text.utf8(Text.of(folder + "/comm")).strip(),
        command.isEmpty() ? List.of() : words(command),
        Text.link(folder + "/cwd"));
  }

  private static List<String> words(String command) {
    var ended = command.endsWith("\0") ? command.substring(0, command.length() - 1) : command;
    return Arrays.asList(ended.split("\0", -1));
  }
}
