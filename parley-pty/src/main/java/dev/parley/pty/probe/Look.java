package dev.parley.pty.probe;

import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one look at a terminal has shown.
 *
 * @param doing what those in front of it do
 * @param sure whether the kernel's word is enough
 * @param evidence why, the deciding one first
 * @param sighting the wait that decided, when somebody seen wants input
 */
record Look(Doing doing, boolean sure, List<Evidence> evidence, @Nullable Sighting sighting) {

  static Look working(Evidence why) {
    return new Look(Doing.WORKING, true, List.of(why), null);
  }

  static Look unknown(Evidence... why) {
    return new Look(Doing.UNKNOWN, false, List.of(why), null);
  }

  boolean wantsInput() {
    return doing == Doing.WAITING || doing == Doing.SECRET;
  }

  /** The same, but not sure. */
  Look unsure() {
    return new Look(doing, false, evidence, sighting);
  }

  Look and(Evidence more) {
    var all = new ArrayList<>(evidence);
    all.add(more);
    return new Look(doing, sure, all, sighting);
  }

  /** The same with one piece of evidence left out. */
  Look without(Evidence one) {
    var rest = new ArrayList<>(evidence);
    rest.remove(one);
    return new Look(doing, sure, rest, sighting);
  }

  Finding finding() {
    return new Finding(doing, sure ? Grade.HARD : Grade.SOFT, evidence, Duration.ZERO);
  }

  /** No answer yet: working, and worth asking again after a while. */
  Finding findingLater(Duration again) {
    return new Finding(Doing.WORKING, sure ? Grade.HARD : Grade.SOFT, evidence, again);
  }
}
