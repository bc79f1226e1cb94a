package dev.parley.pty;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Describes the program in front of a terminal. */
final class Front {

  private Front() {}

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
