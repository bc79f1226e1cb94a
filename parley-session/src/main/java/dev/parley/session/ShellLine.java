package dev.parley.session;

import dev.parley.terminal.Screen;
import dev.parley.terminal.keys.Key;
import java.util.List;

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

  private static final List<Key> ENTER = List.of(Key.parse("enter"));

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
        : new ShellLine(screen.leftOfCursor(), content);
  }

  private static Content content(Screen screen, ShellMarks marks, long typedAt, boolean entered) {
    if (!marks.idleSince(typedAt) || marks.lineIsEmpty(screen)) {
      return Content.EMPTY;
    }
    if (!entered) {
      return Content.TYPED;
    }
    return marks.atPromptAfter(typedAt) ? Content.REFUSED : Content.UNFINISHED;
  }

  private static String prompt(Screen screen, ShellMarks marks, Intake intake) {
    // Something else was printed behind the prompt, or the screen was drawn anew.
    if (!marks.lineIsEmpty(screen)) {
      return screen.leftOfCursor();
    }
    // Output without a line end stands left of the prompt, on the line where the prompt begins.
    var prompt = marks.prompt();
    return intake.breaksLine(prompt.from(), prompt.to())
        ? marks.lineLeft()
        : behind(marks.promptLeft(), marks.lineLeft());
  }

  /** What was added to a text, of which the beginning may have been cut off meanwhile. */
  private static String behind(String before, String after) {
    if (after.startsWith(before)) {
      return after.substring(before.length());
    }
    var kept = after.length();
    while (!before.endsWith(after.substring(0, kept))) {
      kept--;
    }
    return after.substring(kept);
  }

  /**
   * The whole line that the shell has when this input was typed; empty when nobody can say. What a
   * person types comes key by key, and what keys do to a line the shell alone knows.
   */
  static String entered(Input input, Screen screen, ShellMarks marks, Activity activity) {
    var content = content(screen, marks, activity.typedAt(), activity.entered());
    var held =
        switch (content) {
          case EMPTY -> marks.continuation() ? activity.lastLine() + "\n" : "";
          case UNFINISHED -> activity.lastLine() + "\n";
          case TYPED, REFUSED -> behind(marks.lineLeft(), screen.leftOfCursor());
        };
    return switch (input) {
      case Input.Line(var text) -> held + text;
      case Input.Keys(var keys) when keys.equals(ENTER) -> held;
      case Input.Text _, Input.Keys _, Input.Paste _, Input.Secret _, Input.Raw _, Input.Send _ ->
          "";
    };
  }
}
