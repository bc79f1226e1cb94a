package dev.parley.session;

import dev.parley.terminal.Event;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a shell with marks has said about itself: at its prompt, in an unfinished line, or running a
 * command.
 *
 * <p>Only marks that carry this session's nonce count, so that a file with marks in it, printed by
 * {@code cat}, changes nothing. Shells redraw their prompts as they like; a prompt is one to type
 * at only when it is the first after the end of a command.
 */
final class ShellMarks {

  /**
   * A command that has ended.
   *
   * @param from where its output begins; where the shell took the line, if it never ran
   * @param ran false when the shell refused the line: a syntax error, a comment, nothing at all
   */
  record Finished(long number, int exitCode, long from, long to, long nanos, boolean ran) {}

  private final String nonce;
  private boolean seen;
  private boolean atPrompt;
  private boolean continuation;
  private boolean running;
  private boolean ended;
  private long outputFrom;
  private long lineFrom;
  private long startedAt;
  private long commands;
  private String directory = "";
  private Optional<Finished> last = Optional.empty();

  /** Marks with this nonce are believed; an empty one believes none. */
  ShellMarks(String nonce) {
    this.nonce = nonce;
  }

  void accept(Event event, long now) {
    switch (event) {
      case Event.Mark mark -> {
        if (!nonce.isEmpty() && mark.parameters().contains("n=" + nonce)) {
          accept(mark, now);
        }
      }
      case Event.Directory place -> directory = path(place.uri());
      default -> {}
    }
  }

  private void accept(Event.Mark mark, long now) {
    switch (mark.kind()) {
      case 'A' -> {}
      case 'B' -> {
        if (ended) {
          atPrompt = true;
          lineFrom = mark.to();
        }
        continuation = false;
        seen = true;
      }
      case 'P' -> {
        atPrompt = false;
        continuation = true;
      }
      case 'C' -> {
        // Several commands pasted at once mark each beginning but only one end; they are one unit.
        if (!running) {
          outputFrom = mark.to();
          startedAt = now;
        }
        running = true;
        atPrompt = false;
        continuation = false;
        ended = false;
      }
      case 'D' -> {
        if (running || (seen && (atPrompt || continuation))) {
          commands++;
          last =
              Optional.of(
                  new Finished(
                      commands,
                      exitCode(mark),
                      running ? outputFrom : lineFrom,
                      mark.from(),
                      running ? now - startedAt : 0,
                      running));
        }
        running = false;
        atPrompt = false;
        continuation = false;
        ended = true;
      }
      default -> {}
    }
  }

  private static int exitCode(Event.Mark mark) {
    try {
      return mark.parameters().isEmpty() ? 0 : Integer.parseInt(mark.parameters().getFirst());
    } catch (NumberFormatException notANumber) {
      return 0;
    }
  }

  private static String path(String uri) {
    if (!uri.startsWith("file://")) {
      return uri;
    }
    var slash = uri.indexOf('/', "file://".length());
    if (slash < 0) {
      return "";
    }
    try {
      return URLDecoder.decode(uri.substring(slash).replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException notEncoded) {
      return uri.substring(slash);
    }
  }

  /** What is known now, as a text for {@link #restore}. */
  String save() {
    return "%b %b %b %b %b %d %d %d %s"
        .formatted(
            seen,
            atPrompt,
            continuation,
            running,
            ended,
            outputFrom,
            lineFrom,
            commands,
            directory);
  }

  /** Goes on from what another process has saved. */
  void restore(String saved, long now) {
    var words = saved.split(" ", 9);
    if (words.length == 9) {
      seen = Boolean.parseBoolean(words[0]);
      atPrompt = Boolean.parseBoolean(words[1]);
      continuation = Boolean.parseBoolean(words[2]);
      running = Boolean.parseBoolean(words[3]);
      ended = Boolean.parseBoolean(words[4]);
      outputFrom = Long.parseLong(words[5]);
      lineFrom = Long.parseLong(words[6]);
      commands = Long.parseLong(words[7]);
      directory = words[8];
      startedAt = now;
    }
  }

  String nonce() {
    return nonce;
  }

  /** Where the output of the command now running begins. */
  long outputFrom() {
    return outputFrom;
  }

  /** Whether the shell has shown a marked prompt at all. */
  boolean active() {
    return seen;
  }

  boolean atPrompt() {
    return atPrompt;
  }

  /** Whether the prompt was shown behind an offset, and so in answer to what was typed there. */
  boolean atPromptAfter(long offset) {
    return atPrompt && lineFrom > offset;
  }

  /** The shell has taken a line and wants the rest of it. */
  boolean continuation() {
    return continuation;
  }

  boolean running() {
    return running;
  }

  /** How many commands have ended. */
  long commands() {
    return commands;
  }

  Optional<Finished> last() {
    return last;
  }

  /** Where the shell says it is; empty when it never said. */
  String directory() {
    return directory;
  }
}
