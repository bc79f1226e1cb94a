package dev.parley.session.remote.ssh;

import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.ssh.SshConversation.Step;
import dev.parley.session.time.TimeSource;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One conversation with ssh until it is connected: it asks, and is answered by what the kernel says
 * of it, never by what the screen looks like alone.
 *
 * <p>A password is typed only when our own ssh, and not one that it has started for a jump host, is
 * blocked reading the terminal with echo off, and its whole prompt is the one ssh itself writes for
 * the very user and host it is meant for. A passphrase is typed only for the very key, and then ssh
 * is told to ask for nothing whose words a host could choose. An unknown host key is answered with
 * the fingerprint the caller has accepted, which ssh itself compares.
 */
final class SshLogin {
  private static final Pattern FINGERPRINT =
      Pattern.compile("(\\w+) key fingerprint is (SHA256:[A-Za-z0-9+/=]+)");

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
  void open(SshConnection connection, SshConversation.Starter conversations) {
    var deadline = TimeSource.system().nanos() + credentials.within().toNanos();
    var launch =
        Launch.of(new SshCommand(target).login(connection.socket(), credentials))
            .in(Path.of("/"))
            .with(SURROUNDINGS)
            .sized(500, 50); // no question is folded
    var talk = conversations.start(launch);
    var connected = false;
    try {
      while (!connected) {
        var left = Duration.ofNanos(Math.max(0, deadline - TimeSource.system().nanos()));
        switch (talk.await(left)) {
          case Step.Connected _ -> {
            connection.keep(talk);
            connected = true;
          }
          case Step.Failed _ -> {
            var said = talk.printed();
            throw SshFailure.in(said).at(target, said);
          }
          case Step.AsksForSecret asked -> secret(talk, asked);
          case Step.Asks(var prompt) -> question(talk, prompt);
          case Step.Busy _ -> throw SshFailure.TIMEOUT.at(target);
        }
      }
    } finally {
      if (!connected) {
        talk.end("login");
      }
    }
  }

  private void secret(SshConversation talk, Step.AsksForSecret asked) {
    var prompt = asked.prompt();
    var password = credentials.password();
    if (password.isEmpty() || !isOurs(prompt)) {
      throw SshFailure.asked(target, prompt);
    }
    if (!asked.certain()) {
      // On a busy host the next look may be sure of what this one was not.
      if (++doubts > MOST_DOUBTS) {
        throw SshFailure.asked(target, prompt);
      }
      talk.awaitChange(BETWEEN_LOOKS);
      return;
    }
    if (++tries > MOST_TRIES) {
      throw SshFailure.AUTHENTICATION.at(target);
    }
    talk.typeSecret(password.get());
  }

  /** What is brought with a key is the key's passphrase, and goes to no host. */
  private boolean isOurs(String prompt) {
    return credentials.keyFile().isPresent()
        ? prompt
            .strip()
            .equals("Enter passphrase for key '%s':".formatted(credentials.keyFile().get()))
        : config.isAskedFor(prompt);
  }

  private void question(SshConversation talk, String prompt) {
    var shown = FINGERPRINT.matcher(talk.printed());
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
    talk.typeLine(target.fingerprint());
  }

  /** Of several hosts on the way the last one is asked about. */
  private static boolean last(Matcher matcher) {
    var end = -1;
    while (matcher.find()) {
      end = matcher.start();
    }
    return end >= 0 && matcher.find(end);
  }
}
