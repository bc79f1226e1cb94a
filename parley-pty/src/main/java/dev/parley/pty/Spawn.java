package dev.parley.pty;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What to start on a pseudo-terminal: the arguments as the program will see them, its whole
 * environment, its directory, the terminal's size and the limits it lives under.
 *
 * @param wrapping what it is put behind, once it was found
 * @param total what it may use together with others
 */
public record Spawn(
    List<String> command,
    Map<String, String> environment,
    Path directory,
    int columns,
    int rows,
    Limits limits,
    Wrapping wrapping,
    Total total) {

  /** The largest size a terminal may be given, either way. */
  public static final int MAX_SIZE = 4096;

  public Spawn {
    if (command.isEmpty() || command.getFirst().isEmpty()) {
      throw new PtyException(PtyException.Reason.BAD_INPUT, "There is no command to start");
    }
    requireSize(columns, rows);
    command = List.copyOf(command);
    environment = Map.copyOf(environment);
  }

  public Spawn(
      List<String> command,
      Map<String, String> environment,
      Path directory,
      int columns,
      int rows,
      Limits limits) {
    this(command, environment, directory, columns, rows, limits, Wrapping.NONE, Total.NONE);
  }

  static void requireSize(int columns, int rows) {
    if (columns < 1 || rows < 1 || columns > MAX_SIZE || rows > MAX_SIZE) {
      throw new PtyException(
          PtyException.Reason.BAD_INPUT,
          "A terminal of %d columns and %d rows cannot be made; both must be from 1 to %d"
              .formatted(columns, rows, MAX_SIZE));
    }
  }
}
