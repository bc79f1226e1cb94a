package dev.parley.cli;

import java.io.IOException;

/** A person's terminal, as what a session prints is shown on it. */
interface Canvas {
  /** Shows the screen as it is when watching begins. */
  void paint(byte[] painting) throws IOException;

  /** Shows what a program printed. */
  void show(byte[] printed) throws IOException;

  void resize(int columns, int rows);

  /** Takes back what was asked of the terminal, so that the shell finds it as it was. */
  void leave() throws IOException;
}
