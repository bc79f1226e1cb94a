package dev.parley.session;

import dev.parley.terminal.Event;
import dev.parley.terminal.Screen;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;

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

  private static final int MOST_BEGUN = 64;

  /** The form of what is saved; another one is of no use. */
  private static final String SAVED = "2";

  /** Marks of a command that is run inside a shell of the shell. */
  static final String NESTED = "k=n";

  private final String nonce;
  private boolean seen;
  private boolean atPrompt;
  private boolean continuation;
  private boolean running;
  private boolean ended;
  private long outputFrom;
  private long outputTo;
  private long ranTo;

  /** Where the output of the last few commands begins. */
  private final ArrayDeque<Long> begun = new ArrayDeque<>();

  private long promptFrom;
  private long promptTo;
  private String promptLeft = "";
  private long lineFrom;
  private String lineLeft = "";
  private long startedAt;
  private long commands;
  private String directory = "";
  private Optional<Finished> last = Optional.empty();
  private long nestedFrom = -1;
  private long runs;
  private Optional<Finished> lastRun = Optional.empty();

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
      case Event.Directory place -> {
        // While a command runs, that is a program speaking and not the shell.
        if (!running) {
          directory = path(place.uri());
        }
      }
      default -> {}
    }
  }

  private void accept(Event.Mark mark, long now) {
    if (mark.parameters().contains(NESTED)) {
      acceptNested(mark, now);
      return;
    }
    switch (mark.kind()) {
      case 'A' -> {
        promptFrom = mark.to();
        promptLeft = mark.left();
      }
      case 'B' -> {
        if (ended) {
          atPrompt = true;
          promptTo = mark.from();
          lineFrom = mark.to();
          lineLeft = mark.left();
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
          begun.addLast(outputFrom);
          if (begun.size() > MOST_BEGUN) {
            begun.removeFirst();
          }
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
          runs++;
          lastRun = last;
        }
        if (running) {
          ranTo = mark.from();
        }
        outputTo = mark.from();
        running = false;
        atPrompt = false;
        continuation = false;
        ended = true;
      }
      default -> {}
    }
  }

  /** A command that was run inside a shell of the shell: what the outer one does goes on. */
  private void acceptNested(Event.Mark mark, long now) {
    if (mark.kind() == 'C') {
      nestedFrom = mark.to();
      startedAt = now;
    } else if (mark.kind() == 'D' && nestedFrom >= 0) {
      runs++;
      lastRun =
          Optional.of(
              new Finished(runs, exitCode(mark), nestedFrom, mark.from(), now - startedAt, true));
      nestedFrom = -1;
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

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String decoded(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** What is known now, as a text for {@link #restore}. */
  String save() {
    return "%s %b %b %b %b %b %d %d %d %d %d %s %s %d %s"
        .formatted(
            SAVED,
            seen,
            atPrompt,
            continuation,
            running,
            ended,
            outputFrom,
            outputTo,
            promptFrom,
            promptTo,
            lineFrom,
            encoded(promptLeft),
            encoded(lineLeft),
            commands,
            directory);
  }

  /** Goes on from what another process has saved. */
  void restore(String saved, long now) {
    var words = saved.split(" ", 15);
    if (words.length == 15 && words[0].equals(SAVED)) {
      seen = Boolean.parseBoolean(words[1]);
      atPrompt = Boolean.parseBoolean(words[2]);
      continuation = Boolean.parseBoolean(words[3]);
      running = Boolean.parseBoolean(words[4]);
      ended = Boolean.parseBoolean(words[5]);
      outputFrom = Long.parseLong(words[6]);
      outputTo = Long.parseLong(words[7]);
      promptFrom = Long.parseLong(words[8]);
      promptTo = Long.parseLong(words[9]);
      lineFrom = Long.parseLong(words[10]);
      promptLeft = decoded(words[11]);
      lineLeft = decoded(words[12]);
      commands = Long.parseLong(words[13]);
      directory = words[14];
      startedAt = now;
    }
  }

  String nonce() {
    return nonce;
  }

  /** Where the output of the command begins that runs now and was typed at an offset or later. */
  OptionalLong runningFrom(long typedAt) {
    if (nestedFrom > typedAt) {
      return OptionalLong.of(nestedFrom);
    }
    return running && outputFrom > typedAt ? OptionalLong.of(outputFrom) : OptionalLong.empty();
  }

  /** How many commands have ended, those inside a shell of the shell too. */
  long runs() {
    return runs;
  }

  Optional<Finished> lastRun() {
    return lastRun;
  }

  /** A stretch of the journal. */
  record Stretch(long from, long to) {}

  /**
   * What commands have printed, of all that was printed between two offsets: without the line that
   * was typed and what the shell draws around it.
   *
   * @param typedAtPrompt whether a line was typed at a prompt at the first offset
   * @param ready whether the shell is at its prompt at the second, with nothing behind it
   */
  Stretch printed(long from, long to, boolean typedAtPrompt, boolean ready) {
    var begin = typedAtPrompt ? firstOutputAfter(from).orElse(from) : from;
    if (!ready) {
      return new Stretch(begin, to);
    }
    // Where nothing has run, the prompt was drawn anew, and what the shell draws follows it.
    return new Stretch(begin, outputTo >= begin ? outputTo : promptFrom > begin ? promptFrom : to);
  }

  /**
   * The line behind the command that ran at an offset, where the shell has taken one since and ran
   * nothing: what ended a program may end with a line end for which the program did not wait.
   */
  Optional<Stretch> lineAfterCommandAt(long offset) {
    return ranTo >= offset && outputTo > ranTo && firstOutputAfter(offset).isEmpty()
        ? last.filter(line -> !line.ran()).map(line -> new Stretch(line.from(), line.to()))
        : Optional.empty();
  }

  /** Where the output of the last command that ran has ended. */
  long ranTo() {
    return ranTo;
  }

  private OptionalLong firstOutputAfter(long offset) {
    return begun.stream().mapToLong(Long::longValue).filter(from -> from > offset).min();
  }

  /** The text left of the prompt that is shown, on the line where it begins. */
  String promptLeft() {
    return promptLeft;
  }

  /** The text left of the line to type: the last line of the prompt, and what stands before it. */
  String lineLeft() {
    return lineLeft;
  }

  /** Where the bytes of the prompt that is shown begin and end. */
  Stretch prompt() {
    return new Stretch(promptFrom, promptTo);
  }

  /** Whether the cursor stands where the line to type begins, and nothing is typed there. */
  boolean lineIsEmpty(Screen screen) {
    var cursor = screen.cursor();
    return screen.leftOfCursor().equals(lineLeft)
        && screen.row(cursor.row()).text(cursor.column()).isBlank();
  }

  /** Whether the cursor stands in the line to type, right behind the prompt. */
  boolean lineIsShown(Screen screen) {
    return screen.leftOfCursor().startsWith(lineLeft);
  }

  /** Whether nothing has run since something was typed at an offset. */
  boolean idleSince(long offset) {
    return atPrompt && offset >= 0 && offset >= outputFrom;
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
