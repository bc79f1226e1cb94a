package dev.parley.session.remote;

import dev.parley.pty.Exit;
import dev.parley.session.Confidence;
import dev.parley.session.Expectation;
import dev.parley.session.Input;
import dev.parley.session.Launch;
import dev.parley.session.Refusal;
import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Turn;
import dev.parley.session.Until;
import dev.parley.session.View;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One conversation with ssh until it is connected: it asks, and is answered by what the kernel says
 * of it, never by what the screen looks like alone.
 *
 * <p>A password is typed only when our own ssh is blocked reading the terminal with echo off, and
 * its prompt names the very user and host it is meant for; a jump host on the way asks in the same
 * manner and must not get it. An unknown host key is answered with the fingerprint the caller has
 * accepted, which ssh itself compares.
 */
final class SshLogin {
  private static final Pattern FINGERPRINT =
      Pattern.compile("(\\w+) key fingerprint is (SHA256:[A-Za-z0-9+/=]+)");
  private static final Pattern PASSPHRASE = Pattern.compile("Enter passphrase for (key )?'?.*: ?$");

  /** What keeps ssh from asking anybody but us, in any other way. */
  private static final Map<String, String> SURROUNDINGS =
      Map.of("LC_ALL", "C", "SSH_ASKPASS_REQUIRE", "never");

  private static final int MOST_TRIES = 2;
  private static final int MOST_DOUBTS = 50;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(50);

  private final Target.Ssh target;
  private final Credentials credentials;
  private final SshConfig config;
  private int tries;
  private int doubts;
  private boolean keyAnswered;

  SshLogin(Target.Ssh target, Credentials credentials, SshConfig config) {
    this.target = target;
    this.credentials = credentials;
    this.config = config;
  }

  /**
   * Opens a connection that is shared by way of a socket, or leaves nothing behind.
   *
   * @param conversations starts a program to talk to, which nobody else sees
   * @throws Refusal when there is no connection
   */
  void open(SshConnection connection, Function<Launch, Session> conversations) {
    var deadline = System.nanoTime() + credentials.within().toNanos();
    var launch =
        Launch.of(new SshCommand(target).login(connection.socket(), credentials))
            .in(Path.of("/"))
            .with(SURROUNDINGS)
            .sized(500, 50); // no question is folded
    var talk = conversations.apply(launch);
    var connected = false;
    try {
      while (true) {
        var left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
        var turn = talk.await(Expectation.turn().within(left));
        switch (turn.state()) {
          case SessionState.Exited(Exit.Code(var code)) when code == 0 -> {
            connection.keep(talk);
            connected = true;
            return;
          }
          case SessionState.Exited _, SessionState.Lost _ -> {
            var said = said(talk);
            throw SshFailure.in(said).at(target, said);
          }
          case SessionState.Secret(var prompt) -> secret(talk, turn, prompt);
          case SessionState.Waiting(var prompt) -> question(talk, prompt);
          case SessionState.Working _, SessionState.Ready _ -> throw SshFailure.TIMEOUT.at(target);
        }
      }
    } finally {
      if (!connected) {
        talk.end(Duration.ZERO, "login");
      }
    }
  }

  private void secret(Session talk, Turn turn, String prompt) {
    var password = credentials.password();
    if (password.isEmpty() || !(passphrase(prompt) || config.isAskedFor(prompt))) {
      throw SshFailure.asked(target, prompt);
    }
    if (!oursAsks(turn)) {
      // On a busy host the next look may be sure of what this one was not.
      if (++doubts > MOST_DOUBTS) {
        throw SshFailure.asked(target, prompt);
      }
      talk.await(Expectation.turn().only(Until.CHANGE, Until.EXIT).within(BETWEEN_LOOKS));
      return;
    }
    if (++tries > MOST_TRIES) {
      throw SshFailure.AUTHENTICATION.at(target);
    }
    talk.send(Input.secret(password.get()), Expectation.none());
  }

  /** Whether the kernel says that our own ssh asks, with nothing else to wait for. */
  private static boolean oursAsks(Turn turn) {
    var ours = turn.foreground().map(front -> front.name().equals("ssh")).orElse(false);
    return ours && turn.verdict().confidence() == Confidence.HIGH;
  }

  private boolean passphrase(String prompt) {
    return credentials.keyFile().isPresent() && PASSPHRASE.matcher(prompt).find();
  }

  private void question(Session talk, String prompt) {
    var shown = FINGERPRINT.matcher(said(talk));
    if (!prompt.contains("fingerprint") || !last(shown)) {
      throw SshFailure.asked(target, prompt);
    }
    if (target.fingerprint().isEmpty()) {
      throw SshFailure.unknownKey(target, shown.group(1), shown.group(2));
    }
    if (keyAnswered) {
      throw SshFailure.otherKey(target, shown.group(2));
    }
    keyAnswered = true;
    talk.send(Input.line(target.fingerprint()), Expectation.none());
  }

  /** Of several hosts on the way the last one is asked about. */
  private static boolean last(Matcher matcher) {
    var end = -1;
    while (matcher.find()) {
      end = matcher.start();
    }
    return end >= 0 && matcher.find(end);
  }

  private static String said(Session talk) {
    return talk.read(0, View.everything()).text();
  }
}
