package dev.parley.cli;

import dev.parley.client.OwnCalls;
import dev.parley.pty.OwnTerminal.Size;
import dev.parley.server.launcher.Lent;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Where a command sits: its streams, terminal, directory and environment. They are this process's
 * own ({@link OwnSeat}), or a launcher's while the command runs in the daemon ({@link LentSeat}).
 * Commands go through here instead of {@code System}, so that they cannot tell.
 */
interface Seat {
  /** The seat of what runs now; threads that a command starts get it handed. */
  ScopedValue<Seat> SEAT = ScopedValue.newInstance();

  static Seat current() {
    return SEAT.isBound() ? SEAT.get() : OwnSeat.ONLY;
  }

  /** The way to the sessions where the daemon is this process; nothing where it is another. */
  Optional<OwnCalls> calls();

  InputStream in();

  /** Standard output, in UTF-8 whatever the locale: what programs print is. */
  PrintStream out();

  PrintStream err();

  Path directory();

  Map<String, String> environment();

  boolean hasTerminalIn();

  boolean hasTerminalOut();

  /** Whether what is typed may be read: a job in the background may not. */
  boolean isInFront();

  /** The size of the terminal on stdout; nothing where there is none. */
  Optional<Size> size();

  /** Puts the terminal on stdin into raw mode until closed; nothing where stdin is none. */
  Optional<Undo> raw() throws IOException;

  /** Asks for a line that is not shown; nothing at the end of the input. */
  Optional<String> readHidden(String prompt) throws IOException;

  /** Runs something after every change of the terminal's size. */
  void whenResized(Runnable task);

  /** Runs something should the command be told to end (Ctrl-C, a hang-up) before it is over. */
  Undo whenEnding(Runnable task);

  /**
   * What to run instead should the daemon go away before the command is over; for a command in a
   * process of its own, which sees to that itself, nothing.
   */
  void resumeAs(List<String> arguments) throws IOException;

  /**
   * Prints so that, should the daemon go away, what goes on instead neither repeats nor misses any
   * of it: all that is printed and {@link #resumeAs} count as one.
   */
  void atOnce(Lent.Printing printing) throws IOException;

  /** Closed, it undoes what made it. */
  interface Undo extends AutoCloseable {
    @Override
    void close();
  }

  /** A variable of the environment; empty where it is not set. */
  default String variable(String name) {
    return environment().getOrDefault(name, "");
  }

  /**
   * Whether the locale can show more than ASCII. What programs print is passed on in any case; this
   * is for our own words.
   */
  default boolean isUnicode() {
    for (var name : List.of("LC_ALL", "LC_CTYPE", "LANG")) {
      var locale = variable(name);
      if (!locale.isEmpty()) {
        return locale.toLowerCase(Locale.ROOT).matches(".*utf-?8.*");
      }
    }
    return false;
  }

  /**
   * Writes a file that the user named.
   *
   * @throws FileSystemException with the name, whatever went wrong
   */
  default void write(Path named, byte[] bytes) throws IOException {
    try {
      Files.write(path(named), bytes);
    } catch (FileSystemException says) {
      throw says;
    } catch (IOException failed) {
      throw new FileSystemException(named.toString(), null, failed.getMessage());
    }
  }

  /** A path that the user named, seen from where the user is. */
  default Path path(Path named) {
    return directory().resolve(named).normalize();
  }
}
