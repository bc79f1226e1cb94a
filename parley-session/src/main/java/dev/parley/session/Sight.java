package dev.parley.session;

import dev.parley.terminal.Screen;

/** A screen, how far in the output it shows, and lines that have left it, with colours. */
public record Sight(Screen screen, long offset, String above) {}
