package dev.parley.pty;

/**
 * How a terminal treats input: in whole lines or key by key, and whether it shows what is typed.
 *
 * @param canonical input is handed over line by line
 * @param echo what is typed is shown
 * @param signals Ctrl-C and its like become signals
 */
public record Modes(boolean canonical, boolean echo, boolean signals) {

  /** Line mode with echo off, as password prompts set it. */
  public boolean secret() {
    return canonical && !echo;
  }
}
