package dev.parley.terminal;

/** How the cursor is drawn (DECSCUSR). */
public enum CursorShape {
  BLOCK,
  UNDERLINE,
  BAR
}
