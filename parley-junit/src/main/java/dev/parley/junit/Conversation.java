package dev.parley.junit;

import dev.parley.pty.Exit;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Turn;
import dev.parley.session.Until;
import dev.parley.session.View;
import dev.parley.terminal.Screen;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * A program under test, on a terminal of its own. Each step waits until the program has done its
 * part. A step that expects words fails as soon as they cannot come any more: when the program
 * waits for input, or has ended, without having said them. No step sleeps.
 *
 * <p>Steps look at what came after the step before. What the terminal shows of the typed text is
 * not taken for the program's words.
 */
public final class Conversation {
  private final Session session;
  private final Duration limit;
  private final KeptScreens kept;

  /** Everything before this offset is past. */
  private long seen;

  /** What was typed there. */
  private Input typed = Input.text("");

  Conversation(Session session, Duration limit, KeptScreens kept) {
    this.session = session;
    this.limit = limit;
    this.kept = kept;
  }

  // --- what it says -----------------------------------------------------------------------------

  /** Waits until it has printed this text. */
  public Conversation says(String text) {
    return says(quoted(text), turn(Expectation.text(text)));
  }

  /** Waits until it has printed something that matches this regular expression (RE2 syntax). */
  public Conversation saysMatching(String expression) {
    return says("/%s/".formatted(expression), turn(Expectation.pattern(expression)));
  }

  /**
   * Waits until it has printed this text, even while it waits for input; for programs that print
   * from the background. Fails when it has ended, or after the limit.
   */
  public Conversation eventuallySays(String text) {
    return says(quoted(text), Expectation.text(text));
  }

  private Conversation says(String shown, Expectation expectation) {
    var turn = await(expectation);
    if (turn.match().isEmpty()) {
      throw failed("it to say " + shown, turn);
    }
    return seenTo(turn.match().get().to());
  }

  /** Waits until it wants input, with this text just before the cursor. */
  public Conversation asks(String prompt) {
    var turn = await(Expectation.turn());
    if (!turn.state().wantsInput() || !turn.state().prompt().strip().endsWith(prompt.strip())) {
      throw failed("it to ask " + quoted(prompt), turn);
    }
    return seenTo(turn.excerpt().to());
  }

  /** Waits until it asks for something that it does not show, such as a password. */
  public Conversation asksForASecret() {
    var turn = await(Expectation.turn());
    if (!(turn.state() instanceof SessionState.Secret)) {
      throw failed("it to ask for a secret", turn);
    }
    return seenTo(turn.excerpt().to());
  }

  /** Waits until it has ended with this code. */
  public void exits(int code) {
    var turn = await(Expectation.exit());
    if (!(turn.state() instanceof SessionState.Exited(Exit.Code(var actual))) || actual != code) {
      throw failed("it to exit with %d".formatted(code), turn);
    }
  }

  // --- what it is told --------------------------------------------------------------------------

  /** Types a line and Enter, once the program wants input. */
  public Conversation type(String line) {
    return send(Input.line(line));
  }

  /** Types text as it is, without Enter, once the program wants input. */
  public Conversation typeOnly(String text) {
    return send(Input.text(text));
  }

  /** Presses keys, once the program wants input: {@code "up"}, {@code "ctrl+d"}, {@code "f5"}. */
  public Conversation press(String... keys) {
    return send(Input.keys(List.of(keys)));
  }

  /** Types a secret and Enter, once the program asks for one. */
  public Conversation typeSecret(String secret) {
    asksForASecret();
    return send(Input.secret(secret));
  }

  /** Presses Ctrl-C at once, whatever the program does. */
  public Conversation interrupt() {
    return sendNow(Input.keys(List.of("ctrl+c")));
  }

  private Conversation send(Input input) {
    var turn = await(Expectation.turn());
    if (!turn.state().wantsInput()) {
      throw failed("it to take input", turn);
    }
    return sendNow(input);
  }

  private Conversation sendNow(Input input) {
    var sent = session.send(input, Expectation.none());
    typed = input;
    seen = sent.excerpt().from();
    return this;
  }

  // --- what it shows ----------------------------------------------------------------------------

  /** Its screen, once it has nothing more to do by itself: it wants input, or has ended. */
  public Screen screen() {
    var turn = await(Expectation.turn());
    if (turn.state() instanceof SessionState.Working) {
      throw failed("it to come to rest", turn);
    }
    return turn.screen();
  }

  /**
   * Compares its screen, once it has nothing more to do by itself, with the one that was kept under
   * this name beside the test's sources, {@code src/test/screens/CLASS/NAME.txt}. A new one is kept
   * and the test fails, so that somebody looks at it; {@code -Dparley.screens=keep} keeps all as
   * they are now.
   */
  public Conversation looksAsKept(String name) {
    kept.compare(name, screen());
    return this;
  }

  /** The session itself, for whatever this class has no words for. */
  public Session session() {
    return session;
  }

  // --- waiting ----------------------------------------------------------------------------------

  private static Expectation turn(Expectation words) {
    return words.only(Until.MATCH, Until.INPUT, Until.COMMAND, Until.EXIT);
  }

  private Turn await(Expectation expectation) {
    return session.await(expectation.within(limit), View.text(), seen, typed);
  }

  private Conversation seenTo(long offset) {
    seen = offset;
    typed = Input.text("");
    return this;
  }

  private static String quoted(String text) {
    return "“%s”".formatted(text);
  }

  private static AssertionError failed(String expected, Turn turn) {
    var evidence = turn.verdict().evidence().stream().map(each -> each.wire()).toList();
    return new AssertionError(
        """
        Expected %s.
        It %s (%s confidence, %s), and its screen is
        %s"""
            .formatted(
                expected,
                doing(turn.state()),
                turn.verdict().confidence().name().toLowerCase(Locale.ROOT),
                String.join(" ", evidence),
                KeptScreens.framed(turn.screen())));
  }

  private static String doing(SessionState state) {
    return switch (state) {
      case SessionState.Working _ -> "is still working";
      case SessionState.Waiting _, SessionState.Ready _ -> "waits for input";
      case SessionState.Secret _ -> "waits for a secret";
      case SessionState.Exited(var exit) -> "has ended with " + exit;
      case SessionState.Lost _ -> "is lost";
      case SessionState.Unreachable _ -> "cannot be reached";
    };
  }
}
