package dev.parley.session;

import java.util.Locale;

/** The rule that decided a verdict. The page on states tells when each applies. */
public enum Rule {
  ENDED("It has ended, or the way to it has."),
  KERNEL_WORKING("The kernel finds it working, stopped, or something still on its way."),
  ECHO_OFF("The kernel finds it reading in line mode with echo off."),
  SHELL_PROMPT("The shell says that it is at its prompt, and it waits."),
  SHELL_LINE("The shell says that it is at its prompt, and its editor holds a line."),
  SHELL_CONTINUATION("The shell says that it wants the rest of a command."),
  KERNEL_SURE("The kernel finds it waiting for the terminal and for nothing else."),
  PROMPT_AGAIN("The prompt at which the last line was typed has come back."),
  ECHO_LAGS("Only a part of the line just typed has been echoed."),
  ANIMATED("It would take input, but its screen keeps changing, as a spinner does."),
  STOPPED_MOVING("It would take input, and its screen has come to rest after a spinner."),
  WORK_UNDER_WAY("It would take input, but work of its own is under way."),
  UNFAMILIAR_TEXT("It does several things, and what it shows ends like no question before."),
  SETTLED("It would take input, and has been seen to rest after a text."),
  QUIET_AFTER_TEXT("It would take input, and the cursor rests after a text."),
  QUIET_SCREEN("It would take input, and its screen has been drawn."),
  QUIET_LIST("It would take input in raw mode, and the cursor is hidden."),
  QUIET_RAW("It would take input in raw mode, and waits for nothing else."),
  LOOKS_AGAIN("It does nothing but look at its keyboard again and again."),
  LOOKS_IN_PASSING("It sleeps for moments and reads its keyboard in between."),
  LONG_SILENCE("It would take input, and nothing has come for long."),
  NO_SECOND_WITNESS("It would take input, but may be waiting for something else."),
  BLIND_SILENCE("The kernel cannot tell; nothing has come for a while."),
  BLIND("The kernel cannot tell."),
  SECRET_SHOWN("It wants input, and the screen asks for a secret or hides what is typed.");

  private final String sentence;

  Rule(String sentence) {
    this.sentence = sentence;
  }

  /** The rule as it travels: {@code kernel-sure}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The rule in words. */
  public String sentence() {
    return sentence;
  }
}
