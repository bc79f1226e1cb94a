package dev.parley.bench.jobs;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/**
 * For peers that type with one call and look with another. Whoever uses them looks after a quarter
 * of a second, then after twice as long each time, up to two seconds: a generous guess at how fast
 * an agent takes its turns.
 */
abstract class LookingHands extends Hands {
  private static final long FIRST = 250_000_000L;
  private static final long LONGEST = 2_000_000_000L;
  private static final Pattern SHELL_PROMPT = Pattern.compile("[$#]\\s*\\z");

  /** The last command of each session, where it was one of a shell. */
  private final Map<String, String> lines = new HashMap<>();

  protected LookingHands(Workplace place, Meter meter) {
    super(place, meter);
  }

  /**
   * What a look has shown.
   *
   * @param waits what the peer itself says of the program, if it says anything
   */
  record Look(String text, boolean ended, Optional<Boolean> waits) {
    static Look of(String text) {
      return new Look(text, false, Optional.empty());
    }
  }

  /** Starts a program; the answer is a look already, if it shows anything. */
  protected abstract Optional<Look> begin(String session, String command);

  /** Types; the answer is a look already, if it shows anything. */
  protected abstract Optional<Look> press(String session, Typing typing);

  /** Looks; a peer that can wait may wait for what is wanted. */
  protected abstract Look look(String session, Until until);

  @Override
  final void start(String session, String command, Until until) {
    settle(session, begin(session, command), until);
  }

  @Override
  final void type(String session, Typing typing, Until until) {
    lines.put(session, until instanceof Until.Shell && typing.isLine() ? typing.words() : "");
    settle(session, press(session, typing), until);
  }

  @Override
  final void await(String session, Until until) {
    settle(session, Optional.empty(), until);
  }

  /**
   * An answer may show the end of much output alone: a command of a shell runs again with a filter
   * behind it, anything else is looked at once more.
   */
  @Override
  String search(String session, Pattern what) {
    var line = lines.getOrDefault(session, "");
    if (line.isEmpty()) {
      return look(session, Until.nothing()).text();
    }
    var filter = what.pattern().replace("\\d", "[0-9]");
    type(session, Typing.line(line + " | grep -oE \"" + filter + "\""), Until.shell());
    return told(session);
  }

  private void settle(String session, Optional<Look> first, Until until) {
    first.ifPresent(look -> tell(session, look.text()));
    if (until instanceof Until.Nothing) {
      return;
    }
    var deadline = System.nanoTime() + until.patience().toNanos();
    var previous = Optional.<Look>empty();
    var latest = first;
    var pause = FIRST;
    for (; ; ) {
      if (latest.isPresent()) {
        if (met(until, latest.orElseThrow(), previous)) {
          return;
        }
        if (System.nanoTime() > deadline) {
          throw new GaveUp("waited in vain for " + until);
        }
      }
      LockSupport.parkNanos(pause);
      pause = Math.min(LONGEST, pause * 2);
      previous = latest;
      var look = look(session, until);
      tell(session, look.text());
      latest = Optional.of(look);
    }
  }

  /** Whether a look shows what was waited for. */
  protected boolean met(Until until, Look look, Optional<Look> previous) {
    var text = plain(look.text()).stripTrailing();
    return switch (until) {
      case Until.Nothing _ -> true;
      case Until.Exit _ -> look.ended();
      case Until.Shows shows -> shows.in(text);
      case Until.Shell _ -> SHELL_PROMPT.matcher(text).find();
      case Until.Prompt prompt -> prompt.ends(text);
      // Without a word from the peer, what does not change any more is taken for waiting.
      case Until.Input _ ->
          look.waits()
              .orElseGet(
                  () -> previous.filter(before -> before.text().equals(look.text())).isPresent());
    };
  }
}
