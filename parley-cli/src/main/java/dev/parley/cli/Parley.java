package dev.parley.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The {@code parley} command: where everything is put together. */
@Command(
    name = "parley",
    mixinStandardHelpOptions = true,
    version = "parley 0.1.0",
    description = "Terminals that agents can hold a conversation with.")
public final class Parley {
  private Parley() {}

  public static void main(String[] arguments) {
    System.exit(new CommandLine(new Parley()).execute(arguments));
  }
}
