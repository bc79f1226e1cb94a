package dev.parley.bench.jobs;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Plays one job through one peer, by the shortest sensible calls of that peer's own documentation.
 * What it cleans up in {@link #close()} is not counted.
 */
abstract class Hands implements AutoCloseable {
  private static final Pattern ESCAPES =
      Pattern.compile(
          "\033(?:\\[[0-?]*[ -/]*[@-~]|\\][^\007\033]*(?:\007|\033\\\\)|[()][A-Z0-9]|[=>78M])");

  protected final Meter meter;
  protected final Workplace place;
  private final Map<String, String> told = new HashMap<>();

  protected Hands(Workplace place, Meter meter) {
    this.place = place;
    this.meter = meter;
  }

  /** What a step needed did not happen, as far as this peer can tell. */
  static final class GaveUp extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String reason;

    GaveUp(String reason) {
      super(reason);
      this.reason = reason;
    }

    String reason() {
      return reason;
    }
  }

  abstract void start(String session, String command, Until until);

  abstract void type(String session, Typing typing, Until until);

  abstract void await(String session, Until until);

  /** Looks for something that the last answers did not have in them; returns what it was told. */
  abstract String search(String session, Pattern what);

  /** Learns the exit code of the last command of a shell. */
  String exitCode(String session) {
    type(session, Typing.line("echo \"exit code: $?\""), Until.shell());
    return find(told(session), Pattern.compile("exit code: (\\d+)")).orElse("unknown");
  }

  @Override
  public abstract void close();

  /** Plays all steps. */
  final void play(Iterable<Step> steps) {
    for (var step : steps) {
      switch (step) {
        case Step.Start(var session, var command, var until) -> {
          told.put(session, "");
          start(session, place.fill(command), until);
        }
        case Step.Type(var session, var typing, var until) -> {
          told.put(session, "");
          type(session, place.fill(typing), until);
        }
        case Step.Await(var session, var until) -> await(session, until);
        case Step.Note(var session, var name, var pattern) -> {
          var found =
              find(told(session), pattern).or(() -> find(search(session, pattern), pattern));
          place.set(name, found.orElseThrow(() -> new GaveUp("never saw " + pattern)));
        }
        case Step.ExitCode(var session, var name) -> place.set(name, exitCode(session));
      }
    }
  }

  /** What the answers said since the last step to a session. */
  protected final String told(String session) {
    return told.getOrDefault(session, "");
  }

  protected final void tell(String session, String text) {
    told.merge(session, text, (before, now) -> before + "\n" + now);
  }

  static Optional<String> find(String text, Pattern pattern) {
    var found = pattern.matcher(plain(text));
    return found.find() ? Optional.of(found.group(1)) : Optional.empty();
  }

  /** A text as whoever reads it sees it: without control sequences. */
  static String plain(String text) {
    return ESCAPES.matcher(text).replaceAll("").replace("\r", "");
  }
}
