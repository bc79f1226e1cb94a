package dev.parley.pty.finding;

import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Understands the texts of evidence. */
final class EvidenceText {
  static final String FAR = "far:";
  static final String RELAY = "relay:";
  static final String SLEEPS_IN = "kernel:wchan(";
  static final String QUIET = "quiet:";

  private static final Pattern SILENCE = Pattern.compile(QUIET + "(\\d{1,15})ms");
  private static final Map<String, Evidence> FIXED = fixed();

  private EvidenceText() {}

  /** Far evidence wraps once: who nests it deeper has not got it from a probe of ours. */
  static Evidence parse(String text) {
    return text.startsWith(FAR) && !FIXED.containsKey(text)
        ? new Evidence.Far(here(text.substring(FAR.length())))
        : here(text);
  }

  private static Evidence here(String text) {
    var fixed = FIXED.get(text);
    if (fixed != null) {
      return fixed; // "relay:busy" is ours; a relay that is called "busy" is out of luck
    }
    if (text.startsWith(RELAY)) {
      return new Evidence.Relay(text.substring(RELAY.length()));
    }
    if (text.startsWith(SLEEPS_IN) && text.endsWith(")")) {
      return new Evidence.SleepsIn(text.substring(SLEEPS_IN.length(), text.length() - 1));
    }
    var silence = SILENCE.matcher(text);
    return silence.matches()
        ? new Evidence.Silence(Duration.ofMillis(Long.parseLong(silence.group(1))))
        : new Evidence.Other(text);
  }

  private static Map<String, Evidence> fixed() {
    var words = new HashMap<String, Evidence>();
    Stream.<Evidence[]>of(
            Evidence.Beside.values(),
            Evidence.Doubt.values(),
            Evidence.Pursuit.values(),
            Evidence.Activity.values(),
            Evidence.Underway.values(),
            Evidence.Blind.values(),
            Evidence.Over.values(),
            Evidence.Mark.values(),
            Evidence.Shown.values(),
            new Evidence[] {
              new Evidence.Repeated(),
              new Evidence.Settled(),
              new Evidence.ZeroRead(),
              new Evidence.EchoOff()
            })
        .flatMap(Arrays::stream)
        .forEach(each -> words.put(each.wire(), each));
    for (var call : Evidence.Blocked.Call.values()) {
      for (var finite : new boolean[] {false, true}) {
        var blocked = new Evidence.Blocked(call, finite);
        words.put(blocked.wire(), blocked);
      }
    }
    return Map.copyOf(words);
  }
}
