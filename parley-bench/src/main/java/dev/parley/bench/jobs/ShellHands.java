package dev.parley.bench.jobs;

import java.util.Optional;
import java.util.regex.Pattern;

/**
 * For peers where every program is started by typing it into a shell: it has ended when the shell's
 * prompt is back.
 */
abstract class ShellHands extends LookingHands {
  private final Pattern prompt =
      Pattern.compile(Pattern.quote(place.folder().getFileName().toString()) + "[$#]\\s*\\z");

  protected ShellHands(Workplace place, Meter meter) {
    super(place, meter);
  }

  /** What is shown, and whether the shell's prompt stands at its end. */
  protected final Look seen(String text) {
    return new Look(text, prompt.matcher(plain(text)).find(), Optional.empty());
  }
}
