package dev.parley.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** How a command answers: in words for a person, or as JSON for a program. */
final class Answering {
  @Option(names = "--json", description = "Answer as JSON, in one line.")
  boolean json;

  /** Not System.out: what programs print is UTF-8 whatever the locale. */
  final PrintStream out =
      new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);

  final Paint paint = Paint.forStdout();

  /** Prints the answer: as JSON where that was asked for, and a sentence otherwise. */
  void say(JsonNode fields, String sentence) {
    out.println(json ? fields.toString() : sentence);
  }

  /** A remark beside the answer; it goes to stderr, so that scripts read the answer alone. */
  void remark(String sentence) {
    if (!json) {
      System.err.println("parley: " + sentence);
    }
  }
}
