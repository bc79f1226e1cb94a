package dev.parley.session.remote.ssh;

import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.refusal.Refusal.Code;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Why a connection could not be made, told from ssh's own last words. They are in English: ssh has
 * no other language.
 */
enum SshFailure {
  CHANGED_KEY(
      Code.HOST_KEY,
      "REMOTE HOST IDENTIFICATION HAS CHANGED",
      "The host key of %s is not the one that is known; somebody may be in between. Nothing was"
          + " sent",
      "Let a person find out why; only they should remove the old key (ssh-keygen -R)"),
  HOST_KEY(
      Code.HOST_KEY,
      "Host key verification failed|No .* host key is known",
      "The host key of %s was not accepted",
      "Compare its fingerprint with one from a source you trust"),
  AUTHENTICATION(
      Code.AUTHENTICATION,
      "Permission denied \\(|Too many authentication failures|Authentication failed"
          + "|No more authentication methods",
      "%s does not accept these credentials",
      "Check user, key and password"),
  REFUSED(
      Code.CONNECTION_REFUSED,
      "Connection refused",
      "%s refuses connections: nothing listens on that port",
      "Check the port, and that an ssh server runs there"),
  TIMEOUT(
      Code.TIMED_OUT,
      "timed out|Timeout",
      "%s did not answer in time",
      "Check the address, or allow more time"),
  NO_HOST(
      Code.UNREACHABLE,
      "Could not resolve hostname|Name or service not known",
      "There is no host of the name %s",
      "Check the name"),
  UNREACHABLE(
      Code.UNREACHABLE,
      "No route to host|Network is unreachable|Connection closed|Connection reset|Broken pipe"
          + "|kex_exchange_identification|banner exchange|stdio forwarding failed",
      "%s cannot be reached",
      "Check the address and the way there"),
  OTHER(Code.UNREACHABLE, "", "No connection to %s was made", "Try ssh by hand to see more");

  private final Code code;
  private final Pattern words;
  private final String sentence;
  private final String tryInstead;

  SshFailure(Code code, String words, String sentence, String tryInstead) {
    this.code = code;
    this.words = Pattern.compile(words);
    this.sentence = sentence;
    this.tryInstead = tryInstead;
  }

  /** The failure that these last words of ssh tell of. */
  static SshFailure in(String said) {
    for (var failure : values()) {
      if (failure.words.matcher(said).find()) {
        return failure;
      }
    }
    return OTHER;
  }

  Refusal at(Target.Ssh target) {
    return new Refusal(code, sentence.formatted(shown(target)), tryInstead);
  }

  /** With ssh's last line, which may say more than we know. */
  Refusal at(Target.Ssh target, String said) {
    var last = lastLine(said);
    return new Refusal(
        code,
        sentence.formatted(shown(target)) + (last.isEmpty() ? "" : " (ssh: " + last + ")"),
        tryInstead);
  }

  private static String lastLine(String said) {
    List<String> lines = said.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    var last = lines.isEmpty() ? "" : lines.getLast().replaceAll("\\p{Cntrl}", "");
    return last.length() <= 160 ? last : last.substring(0, 160) + "…";
  }

  static Refusal unknownKey(Target.Ssh target, String kind, String fingerprint) {
    return new Refusal(
        Code.HOST_KEY,
        "The host key of %s is not known. It shows %s %s"
            .formatted(shown(target), kind, fingerprint),
        new Advice.AcceptHostKey(
            new Target.Ssh(target.user(), target.host(), target.port(), fingerprint, "")
                .toString()));
  }

  static Refusal otherKey(Target.Ssh target, String fingerprint) {
    return new Refusal(
        Code.HOST_KEY,
        "%s shows another host key than the one accepted: %s".formatted(shown(target), fingerprint),
        "Do not connect before a person has found out why");
  }

  /** It asks for something nobody gave us. */
  static Refusal asked(Target.Ssh target, String prompt) {
    return new Refusal(
        Code.AUTHENTICATION,
        "%s asks for something that was not given: %s"
            .formatted(shown(target), prompt.strip().replaceAll("\\p{Cntrl}", "")),
        Advice.Step.GIVE_CREDENTIALS);
  }

  static Refusal noClient() {
    return new Refusal(
        Code.UNSUPPORTED_HERE,
        "There is no ssh client on this host",
        "Install OpenSSH's client (Debian: openssh-client)");
  }

  private static String shown(Target.Ssh target) {
    return target.port().isPresent()
        ? target.host() + ":" + target.port().getAsInt()
        : target.host();
  }
}
