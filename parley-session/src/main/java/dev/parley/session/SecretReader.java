package dev.parley.session;

import dev.parley.pty.Foreground;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Who would read what is typed now: a process, its program, and the words with which it asks. A
 * person who is shown this and answers means this reader, and no other that takes its place.
 *
 * @param pid zero where it is not known
 * @param started when the process began, as the kernel counts; a pid is used again some day
 * @param executable the file it runs; empty where the kernel will not say, as of another user's
 * @param prompt the line in which it asks
 */
public record SecretReader(long pid, long started, String name, String executable, String prompt) {
  private static final List<String> FOLDERS =
      List.of("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin");
  private static final int STARTED = 19; // counted from the field after the name, as in proc(5)
  private static final long ROOT = 0;
  private static final Pattern PLAIN = Pattern.compile("\\p{Cntrl}");

  static SecretReader of(Optional<Foreground> front, String prompt) {
    return front
        .map(program -> of(program, TerminalReaders.readers(program.pid()), prompt.strip()))
        .orElseGet(() -> new SecretReader(0, 0, "", "", prompt.strip()));
  }

  private static SecretReader of(Foreground front, List<Long> readers, String prompt) {
    if (readers.size() > 1) {
      // Any of them may get it, so that it is for none of them alone.
      var names =
          readers.stream()
              .map(pid -> "%s %d".formatted(TerminalReaders.name(pid), pid))
              .collect(Collectors.joining(", "));
      return new SecretReader(
          front.pid(), started(front.pid()), "several programs (%s)".formatted(names), "", prompt);
    }
    var pid = readers.isEmpty() ? front.pid() : readers.getFirst();
    var name = pid == front.pid() ? front.name() : TerminalReaders.name(pid);
    return new SecretReader(pid, started(pid), name, executable(pid), prompt);
  }

  /** As it is shown to a person: {@code sudo, pid 4711, /usr/bin/sudo}. */
  public String shown() {
    if (pid == 0) {
      return "a program we cannot see";
    }
    return "%s, pid %d".formatted(name, pid) + (executable.isEmpty() ? "" : ", " + executable);
  }

  /** Whether a value that was meant for this reader may go to another. */
  boolean isSame(SecretReader now) {
    return pid == now.pid
        && started == now.started
        && name.equals(now.name)
        && executable.equals(now.executable)
        && prompt.equals(now.prompt);
  }

  /**
   * Checks that this reader, to whom a person has answered, is the one who reads now.
   *
   * @throws Refusal when it is another
   */
  void checkReads(SecretReader now) {
    if (!isSame(now)) {
      throw new Refusal(
          Refusal.Code.BUSY,
          "It is not typed: it was meant for %s, and now %s asks “%s”"
              .formatted(shown(), now.shown(), PLAIN.matcher(now.prompt).replaceAll("?")),
          "Look at the session, and answer anew if that is right");
    }
  }

  /**
   * Checks that this reader is the one a person has answered to.
   *
   * @param mark its {@link #mark}
   * @throws Refusal when it is another
   */
  void checkMark(String mark) {
    if (!mark().equals(mark)) {
      throw new Refusal(
          Refusal.Code.BUSY,
          "It is not typed: somebody else reads now, %s".formatted(shown()),
          "Look at the session, and answer anew if that is right");
    }
  }

  /** What stands for this reader where a person's answer has to name it. */
  public String mark() {
    try {
      var words = String.join("\0", name, executable, prompt).getBytes(StandardCharsets.UTF_8);
      var digest = MessageDigest.getInstance("SHA-256").digest(words);
      return "%d-%d-%s".formatted(pid, started, HexFormat.of().formatHex(digest, 0, 16));
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException(never); // every JDK has it
    }
  }

  /**
   * Checks that this reader is the program a secret is kept for.
   *
   * @throws Refusal when it is another
   */
  void checkIs(String program) {
    if (!isProgram(program)) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "This secret is kept for %s, and %s asks".formatted(program, shown()),
          Advice.Step.ASK_FOR_NAMED_SECRET);
    }
  }

  private boolean isProgram(String program) {
    if (!executable.isEmpty()) {
      return program.startsWith("/")
          ? executable.equals(real(program))
          : FOLDERS.stream().anyMatch(folder -> executable.equals(real(folder + "/" + program)));
    }
    // We may not look into a program of root's, and nobody but root can be one.
    return name.equals(program.substring(program.lastIndexOf('/') + 1)) && ownedByRoot();
  }

  private static String real(String path) {
    try {
      return Path.of(path).toRealPath().toString();
    } catch (IOException none) {
      return path;
    }
  }

  private boolean ownedByRoot() {
    try {
      return pid > 0
          && Files.getAttribute(Path.of("/proc/" + pid), "unix:uid", LinkOption.NOFOLLOW_LINKS)
              instanceof Integer owner
          && owner == ROOT;
    } catch (IOException | UnsupportedOperationException gone) {
      return false;
    }
  }

  /** The program a secret is kept for, as a person has said it. */
  static String checkedProgram(String program) {
    if (program.isBlank() || program.length() > 200 || program.chars().anyMatch(c -> c < ' ')) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "A secret that is kept needs to say for which program it is",
          "Give the program's name, such as sudo, or its path");
    }
    return program.strip();
  }

  private static String executable(long pid) {
    try {
      return Files.readSymbolicLink(Path.of("/proc/" + pid + "/exe")).toString();
    } catch (IOException | RuntimeException notOurs) {
      return "";
    }
  }

  private static long started(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
      return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[STARTED]);
    } catch (IOException | RuntimeException gone) {
      return 0;
    }
  }
}
