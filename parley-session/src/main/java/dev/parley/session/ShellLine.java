package dev.parley.session;

import dev.parley.terminal.Screen;

/**
 * A shell's prompt, and the line behind it in the shell's editor, as the screen shows them.
 *
 * <p>The marks say where the prompt ends. A cursor that stands elsewhere, after something was typed
 * and nothing has run since, stands behind a line. Output of a job in the background moves it too,
 * which is why somebody must have typed.
 *
 * @param prompt the last line of the prompt and nothing else, when the line is empty; otherwise the
 *     text left of the cursor
 */
record ShellLine(String prompt, Content content) {

  /** What the shell's editor holds. */
  enum Content {
    EMPTY,
    /** Typed, and Enter not pressed yet. */
    TYPED,
    /** Enter was pressed, and the shell wants the rest: an open quote where there is no PS2. */
    UNFINISHED,
    /** Enter was pressed, and the shell has refused the line and kept it. */
    REFUSED
  }

  /** The line of a shell, as it is now. */
  static ShellLine of(Screen screen, ShellMarks marks, Intake intake, Activity activity) {
    var content = content(screen, marks, activity.typedAt(), activity.entered());
    return content == Content.EMPTY && marks.atPrompt()
        ? new ShellLine(prompt(screen, marks, intake), content)
        : new ShellLine(leftOfCursor(screen), content);
  }

  private static Content content(Screen screen, ShellMarks marks, long typedAt, boolean entered) {
    if (!marks.idleSince(typedAt) || marks.lineIsAt(screen.cursor())) {
      return Content.EMPTY;
    }
    if (!entered) {
      return Content.TYPED;
    }
    return marks.atPromptAfter(typedAt) ? Content.REFUSED : Content.UNFINISHED;
  }

  private static String prompt(Screen screen, ShellMarks marks, Intake intake) {
    // Something else was printed behind the prompt, or the screen was drawn anew.
    if (!marks.lineIsAt(screen.cursor())) {
      return leftOfCursor(screen);
    }
    var left = marks.promptColumn();
    var right = screen.cursor().column();
    // Output without a line end stands left of the prompt, on the line where the prompt begins.
    var prompt = marks.prompt();
    var oneLine = !intake.breaksLine(prompt.from(), prompt.to());
    return text(screen, oneLine && left <= right ? left : 0, right);
  }

  /** The text left of the cursor on its line. */
  private static String leftOfCursor(Screen screen) {
    return text(screen, 0, screen.cursor().column());
  }

  private static String text(Screen screen, int from, int to) {
    var row = screen.row(screen.cursor().row());
    var text = new StringBuilder();
    for (var column = from; column < to; column++) {
      var cell = row.text(column);
      text.append(cell.isEmpty() && row.width(column) > 0 ? " " : cell);
    }
    return text.toString();
  }
}
