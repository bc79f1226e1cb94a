package dev.parley.session;

import dev.parley.pty.finding.Account;
import java.util.ArrayList;
import java.util.List;

/**
 * Why a session is said to be in its state: the rule that decided, what the kernel showed thread by
 * thread, and what else was known. For people who report a wrong state.
 *
 * @param witnesses what else was known, in words; empty for a session that has ended
 */
public record Explanation(Verdict verdict, Account account, List<String> witnesses) {
  public Explanation {
    witnesses = List.copyOf(witnesses);
  }

  static List<String> words(Witnesses known) {
    var words = new ArrayList<String>();
    words.add("quiet for %d ms".formatted(known.quiet().toMillis()));
    words.add(known.answered() ? "printed since the last input" : "nothing printed since input");
    words.add("cursor in column %d".formatted(known.cursorColumn()));
    add(words, known.cursorHidden(), "cursor hidden");
    add(words, known.fullscreen(), "alternate screen");
    words.add(known.raw() ? "raw mode" : "line mode");
    add(words, known.atPrompt(), "shell at its prompt");
    add(words, known.continuation(), "shell wants the rest of a command");
    add(words, known.promptAgain(), "the last prompt has come back");
    add(words, known.echoLags(), "the echo of the last line is not complete");
    add(words, known.moving(), "the screen keeps changing by itself");
    add(words, known.stopped(), "the screen has stopped changing by itself");
    add(words, known.unfamiliar(), "the text before the cursor ends like no question before");
    add(words, known.secretByText(), "the screen asks for a secret");
    return words;
  }

  private static void add(List<String> words, boolean holds, String word) {
    if (holds) {
      words.add(word);
    }
  }
}
