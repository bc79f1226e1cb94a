package dev.parley.session;

import java.time.Duration;

/**
 * What is known beside the kernel's finding.
 *
 * @param line what the shell's editor holds at its prompt
 * @param fullscreen whether the alternate screen is in use
 * @param raw whether every key goes to the program at once
 * @param cursorHidden whether no cursor is shown
 * @param unfamiliar whether the text before the cursor ends like no question before
 * @param secretByText whether the screen asks for a secret in words or hides what is typed, and the
 *     terminal leaves echo to the program
 * @param answered whether anything was printed since the last was typed
 * @param promptAgain whether the prompt at which the last line was typed has come back
 * @param echoLags whether only a part of what was typed has been echoed
 * @param moving whether its screen keeps changing by itself, as far as every key goes to it
 * @param stopped whether it did so since something was typed, and does no longer
 * @param quiet since when nothing was typed or printed
 * @param untouched since when nothing was typed
 * @param patience how much silence is an answer where nothing better is known
 */
record Witnesses(
    boolean atPrompt,
    ShellLine.Content line,
    boolean continuation,
    boolean fullscreen,
    boolean raw,
    boolean cursorHidden,
    boolean unfamiliar,
    boolean secretByText,
    int cursorColumn,
    String prompt,
    boolean answered,
    boolean promptAgain,
    boolean echoLags,
    boolean moving,
    boolean stopped,
    Duration quiet,
    Duration untouched,
    Duration patience) {

  /** Whether it has been quiet this long; before the first answer to what was typed, far longer. */
  boolean quietFor(Duration spell) {
    return quiet.compareTo(answered || spell.compareTo(patience) > 0 ? spell : patience) >= 0;
  }
}
