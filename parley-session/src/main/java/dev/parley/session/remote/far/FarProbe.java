package dev.parley.session.remote.far;

import dev.parley.pty.Signal;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import dev.parley.pty.finding.Finding.Doing;
import dev.parley.pty.finding.Finding.Grade;
import dev.parley.session.remote.transport.Companion;
import dev.parley.session.remote.transport.ShellQuoting;
import dev.parley.session.remote.transport.Transport;
import dev.parley.session.time.TimeSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A script on the far side that looks at the program in front of a terminal there, the way the
 * {@link dev.parley.pty.Pty#probe probe} does here. It lies nowhere on that side, is asked line by
 * line, looks only while somebody waits, and ends with its channel.
 *
 * <p>What it finds it says in the terminal's own output (see {@link InBandMessages}), behind
 * everything that the program printed before. Here come only the words that nobody waits for.
 */
final class FarProbe implements Companion.Listener, AutoCloseable {
  private static final String SCRIPT = script();

  private final CompletableFuture<Integer> ended = new CompletableFuture<>();
  private final TimeSource time;
  private volatile @Nullable Companion there;
  private volatile long heardAt;
  private volatile boolean ready;
  private volatile boolean gone;
  private volatile List<Evidence> working = List.of();

  private FarProbe(TimeSource time) {
    this.time = time;
    this.heardAt = time.nanos();
  }

  /** Starts the script over the transport; null when that cannot even be tried. */
  static @Nullable FarProbe start(Transport transport, TimeSource time) {
    try {
      var probe = new FarProbe(time);
      probe.there = transport.companion(SCRIPT, probe);
      return probe;
    } catch (IOException failed) {
      return null;
    }
  }

  private static String script() {
    try (var source = FarProbe.class.getResourceAsStream("probe.sh")) {
      if (source == null) {
        throw new IllegalStateException("The probe's script is not in the jar");
      }
      var script = new String(source.readAllBytes(), StandardCharsets.UTF_8);
      // bash can wait for a question and for time to pass at once; any other shell does too,
      // slower.
      return "parley_probe=%s\nif command -v bash >/dev/null 2>&1; then exec bash -c \"$parley_probe\" parley-probe; fi\nexec /bin/sh -c \"$parley_probe\" parley-probe\n"
          .formatted(ShellQuoting.quoted(script));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  @Override
  public void said(String line) {
    var space = line.indexOf(' ');
    var rest = space < 0 ? "" : line.substring(space + 1);
    heardAt = time.nanos();
    switch (space < 0 ? line : line.substring(0, space)) {
      case "ready" -> ready = true;
      case "blind" -> gone = true;
      case "working" -> working = evidence(rest);
      case "ended" -> ended.complete(number(rest));
      default -> {}
    }
  }

  @Override
  public void ended() {
    gone = true;
    ended.complete(0);
  }

  private static int number(String text) {
    return text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
  }

  /** What the script says of the far side, word by word. */
  static List<Evidence> evidence(String words) {
    return Arrays.stream(words.split(" "))
        .<Evidence>map(word -> new Evidence.Far(Evidence.parse(word)))
        .toList();
  }

  /** It looks, or soon will. */
  boolean usable() {
    return !gone;
  }

  boolean ready() {
    return ready && !gone;
  }

  /** When it last said anything here. */
  long heardAt() {
    return heardAt;
  }

  /** The program as it was last found working. Behind a relay another may have the keyboard. */
  Optional<Finding> working() {
    var why = working;
    var relayed = why.stream().anyMatch(each -> each instanceof Evidence.Far(Evidence.Relay _));
    return why.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Finding(Doing.WORKING, relayed ? Grade.SOFT : Grade.HARD, why, Duration.ZERO));
  }

  /** Tells it which terminal to look at, and how to say what it sees. */
  void aim(long pid, String tty, String beginning, String session) {
    say("aim %d %s %s %s".formatted(pid, tty, beginning, session));
  }

  /**
   * Asks to be told when input is wanted, for a while.
   *
   * @param typed whether something was typed since its last answer, which must have been read
   * @param allTyped how much was ever typed; how the program is when that changes, it is at rest
   * @param allPrinted how much it has printed
   */
  void ask(long question, Duration patience, boolean typed, long allTyped, long allPrinted) {
    say(
        "ask %d %d %d %d %d"
            .formatted(question, patience.toMillis(), typed ? 1 : 0, allTyped, allPrinted));
  }

  /** Signals the group in front. */
  void signal(Signal signal) {
    say("signal " + signal.name());
  }

  /** Ends everything in the terminal's session and waits for it; says how many processes. */
  int end(Duration grace) {
    say("end " + grace.toMillis());
    try {
      return ended.get(grace.toMillis() + 3000, TimeUnit.MILLISECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return 0;
    } catch (ExecutionException | TimeoutException unheard) {
      return 0;
    }
  }

  private void say(String line) {
    var to = there;
    if (to == null) {
      return;
    }
    try {
      to.say(line);
    } catch (IOException closed) {
      gone = true;
    }
  }

  @Override
  public void close() {
    ended();
    var ending = there;
    if (ending != null) {
      ending.close();
    }
  }
}
