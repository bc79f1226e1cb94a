package dev.parley.terminal;

/** Where the next character goes, counted from zero, and whether a person would see it there. */
public record Cursor(int column, int row, boolean visible) {}
