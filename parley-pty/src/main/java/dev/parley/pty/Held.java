package dev.parley.pty;

import dev.parley.pty.sys.Sys;
import java.util.List;
import java.util.Optional;

/**
 * What the holder keeps of one session: the terminal, the child, and how the child ended if nobody
 * else was there to see it.
 *
 * @param session the session's id
 * @param pid the child
 * @param master our end of its terminal
 * @param pidfd what names the child for good
 * @param marker the entry in the environment that the child hands on to what it starts
 * @param exit how the child ended, once known
 */
public record Held(
    String session, int pid, int master, int pidfd, String marker, Optional<Exit> exit) {

  private static final String LIVING = "-";

  /** As a message or a line of a file: {@code id pid marker exit}. */
  String line() {
    return "%s %d %s %s"
        .formatted(session, pid, marker, exit.map(how -> "" + Exits.status(how)).orElse(LIVING));
  }

  /** Reads {@link #line}; the words after it are not looked at. */
  static Held of(List<String> words, int master, int pidfd) {
    return new Held(
        words.get(0),
        Integer.parseInt(words.get(1)),
        master,
        pidfd,
        words.get(2),
        words.get(3).equals(LIVING)
            ? Optional.empty()
            : Optional.of(Exits.ofStatus(Integer.parseInt(words.get(3)))));
  }

  Held ended(Exit how) {
    return new Held(session, pid, master, pidfd, marker, Optional.of(how));
  }

  /** Lets go of the descriptors; a living child is hung up if nobody else has them. */
  public void close() {
    Sys.close(master);
    Sys.close(pidfd);
  }
}
