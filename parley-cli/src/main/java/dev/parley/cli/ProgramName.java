package dev.parley.cli;

/** A program in as few words as tell it from others, as the console has it too. */
final class ProgramName {
  private ProgramName() {}

  /** A command line without the folders its program came from; of a shell's line that line. */
  static String of(String command) {
    return Printable.line(command)
        .replaceFirst("^(\\S*/)?(ba|da|z|k)?sh -l?c ", "")
        .replaceFirst("^\\S*/", "");
  }
}
