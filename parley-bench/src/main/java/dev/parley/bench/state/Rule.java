package dev.parley.bench.state;

import dev.parley.session.Session;
import java.time.Duration;
import java.util.regex.Pattern;

/** A way others tell that a program waits: by its last line, or by silence. */
enum Rule {
  LAST_LINE("last line looks like a prompt") {
    @Override
    boolean saysWaiting(Session session, Duration quiet) {
      return PROMPT.matcher(cursorLine(session)).find();
    }

    @Override
    boolean saysSecret(Session session) {
      return PASSWORD.matcher(cursorLine(session)).find();
    }
  },
  QUIET_100_MS("100 ms of silence") {
    @Override
    boolean saysWaiting(Session session, Duration quiet) {
      return quiet.compareTo(Duration.ofMillis(100)) >= 0;
    }
  },
  QUIET_1_S("1 s of silence") {
    @Override
    boolean saysWaiting(Session session, Duration quiet) {
      return quiet.compareTo(Duration.ofSeconds(1)) >= 0;
    }
  };

  /** The prompts that tools of this kind list: shells, interpreters, debuggers, questions. */
  private static final Pattern PROMPT =
      Pattern.compile(
          "(\\$|#|%|>|>>>|\\.\\.\\.|:|\\?|\\]|\\*)\\s*$"
              + "|\\((gdb|Pdb|lldb)\\)\\s*$|In \\[\\d+\\]:\\s*$|[=-][#>]\\s*$"
              + "|--More--|\\(END\\)|[\\[(](y/n|yes/no|Y/n|y/N)[^\\])]*[\\])]\\s*[:?]?\\s*$");

  private static final Pattern PASSWORD =
      Pattern.compile("(password|passphrase|passcode|\\bPIN\\b).*:\\s*$", Pattern.CASE_INSENSITIVE);

  private final String label;

  Rule(String label) {
    this.label = label;
  }

  String label() {
    return label;
  }

  /**
   * @param quiet how long nothing was typed or printed
   */
  abstract boolean saysWaiting(Session session, Duration quiet);

  /** Silence knows nothing of secrets. */
  boolean saysSecret(Session session) {
    return false;
  }

  private static String cursorLine(Session session) {
    var screen = session.screen();
    return screen.lines().get(screen.cursor().row());
  }
}
