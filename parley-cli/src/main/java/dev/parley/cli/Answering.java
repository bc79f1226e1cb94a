package dev.parley.cli;

import dev.parley.client.ClientException;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Option;
import tools.jackson.databind.JsonNode;

/** How a command answers: in words for a person, or as JSON for a program. */
final class Answering {
  @Option(names = "--json", description = "Answer as JSON, in one line.")
  boolean json;

  /** Where this command sits, this time. */
  Seat seat = Seat.current();

  PrintStream out = seat.out();
  Paint paint = Paint.of(seat);

  void sit(Seat where) {
    seat = where;
    out = where.out();
    paint = Paint.of(where);
  }

  /** Prints the answer: as JSON where that was asked for, and a sentence otherwise. */
  void say(JsonNode fields, String sentence) {
    out.println(json ? Printable.json(fields.toString()) : Printable.text(sentence));
  }

  /** Does it to each; one that cannot be found or reached keeps no other from its turn. */
  int each(List<String> sessions, ToIntFunction<String> task) {
    var code = ExitCode.DONE;
    for (var session : sessions) {
      try {
        code = Math.max(code, task.applyAsInt(session));
      } catch (ClientException refused) {
        code = Math.max(code, ErrorPrinter.tell(refused, json));
      }
    }
    return code;
  }

  /** Prints an answer as it is for programs. */
  void json(JsonNode fields) {
    out.println(Printable.json(fields.toString()));
  }

  /** What goes on with this command should the daemon that runs it go away. */
  void resumeAs(String... arguments) {
    try {
      seat.resumeAs(List.of(arguments));
    } catch (IOException gone) {
      // Then nobody is left to resume it.
    }
  }

  /** A remark beside the answer; it goes to stderr, so that scripts read the answer alone. */
  void remark(String sentence) {
    if (!json) {
      seat.err().println("parley: " + Printable.text(sentence));
    }
  }
}
