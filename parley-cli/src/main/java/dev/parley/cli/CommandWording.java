package dev.parley.cli;

import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Wording;

/** What could be done next, as {@code parley} commands. */
final class CommandWording implements Wording {
  static final Wording WORDING = new CommandWording();

  private CommandWording() {}

  @Override
  public String of(Advice advice) {
    return switch (advice) {
      case Advice.Step step -> of(step);
      case Advice.ReadFrom(var offset) ->
          "Read from there with 'parley read SESSION --from %d'".formatted(offset);
      case Advice.AcceptHostKey(var target) ->
          "Compare the fingerprint with one from a source you trust; accept it with '--target %s'"
              .formatted(target);
      case Advice.Plain _ -> advice.plain();
    };
  }

  private static String of(Advice.Step step) {
    return switch (step) {
      case LIST_SESSIONS -> "Run 'parley list --all' to see the sessions there are";
      case CLOSE_A_SESSION -> "End one with 'parley close SESSION'";
      case START_ANOTHER -> "Start a new session with 'parley start'";
      case AWAIT_FLOOR ->
          "Wait for the hand-back with 'parley wait SESSION --until control', or type with 'parley"
              + " attach SESSION'";
      case TAKE_FLOOR -> "Type with 'parley attach SESSION', which takes control";
      case AWAIT_SECRET_PROMPT ->
          "Wait until its state is secret, or type it all the same with 'parley secret SESSION"
              + " --force'";
      case ASK_FOR_NAMED_SECRET -> "Supply it with 'parley secret SESSION --name NAME'";
      case FREE_THE_SHELL ->
          "Answer the program with 'parley send SESSION TEXT', interrupt it with 'parley send"
              + " SESSION --key ctrl+c', or start another session";
      case GIVE_CREDENTIALS ->
          "Use a key or an agent; or run ssh as a program with 'parley start -- ssh HOST' and"
              + " answer it with 'parley attach'";
      case ASK_FOR_PASSWORD -> "A password is asked for: enter it with 'parley secret SESSION'.";
      case FINISH_COMMAND ->
          "The shell wants the rest of the command: type it with 'parley send SESSION TEXT', or"
              + " give it up with 'parley send SESSION --key ctrl+c'.";
      case RUN_OR_DROP_LINE ->
          "The shell's line is not empty: run it with 'parley send SESSION --key enter', or drop it"
              + " with 'parley send SESSION --key ctrl+c'.";
      case DROP_LINE -> "Drop the line with 'parley send SESSION --key ctrl+c', then type again";
      case READ_SCREEN ->
          "A full-screen program: look at it with 'parley read SESSION --view screen' and answer"
              + " with 'parley send SESSION --key KEY'.";
      case CONTINUE_PROGRAM ->
          "The program is stopped: 'parley signal SESSION CONT' lets it go on.";
      case WAIT_OR_INTERRUPT ->
          "Still working: 'parley wait SESSION' waits on, 'parley send SESSION --key ctrl+c'"
              + " interrupts.";
    };
  }
}
