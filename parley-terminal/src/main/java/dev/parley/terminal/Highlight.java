package dev.parley.terminal;

/**
 * A stretch of text a program made stand out, counted in cells from zero: the chosen entry of a
 * menu, a button with the focus, a selection.
 */
public record Highlight(int row, int column, int length, String text) {}
