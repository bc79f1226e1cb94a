package dev.parley.session;

import java.time.Duration;
import java.util.OptionalInt;

/**
 * What a shell command left behind, as the shell's own marks tell it.
 *
 * @param output exactly what the command printed, with the terminal's line ends undone
 * @param exitCode empty while the command goes on: it asked for input, or the time ran out
 * @param directory where the shell is now; empty when it does not say
 * @param from where its output begins in the journal
 * @param to where its output ends in the journal
 */
public record CommandResult(
    String command,
    String output,
    OptionalInt exitCode,
    String directory,
    Duration duration,
    long from,
    long to) {

  CommandResult leavingTheShellIn(String place) {
    return new CommandResult(command, output, exitCode, place, duration, from, to);
  }

  public boolean finished() {
    return exitCode.isPresent();
  }
}
