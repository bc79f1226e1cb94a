package dev.parley.cli;

import java.io.IOException;

/** A person's terminal, as what a session prints is shown on it. */
interface Canvas {
  /** Shows the screen as it is when watching begins. */
  void paint(byte[] painting) throws IOException;

  /** Shows what a program printed. */
  void show(byte[] printed) throws IOException;

  /** The person's terminal has another size. */
  void resize(int columns, int rows) throws IOException;

  /** The session has this size from now on; a painting of it follows. */
  void begin(int columns, int rows);

  /** Says something to the person, in one line that is not the program's. */
  void notice(String line) throws IOException;

  /** Takes away what was said. */
  void dismiss() throws IOException;

  /** Takes back what was asked of the terminal, so that the shell finds it as it was. */
  void leave() throws IOException;
}
