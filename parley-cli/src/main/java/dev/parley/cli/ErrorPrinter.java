package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.server.wire.AdviceFields;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Says on stderr what went wrong and what to do next, and picks the exit code. */
final class ErrorPrinter implements IExecutionExceptionHandler, IParameterExceptionHandler {
  @Override
  public int handleExecutionException(Exception failed, CommandLine command, ParseResult parsed) {
    if (failed instanceof ClientException refused) {
      return tell(refused, wantsJson(parsed));
    }
    if (!Seat.current().variable("PARLEY_TRACE").isEmpty()) {
      failed.printStackTrace(Seat.current().err());
    }
    say(
        FailureWords.of(failed),
        FailureWords.sayAll(failed) ? "" : "Set PARLEY_TRACE=1 to see where it happened");
    return ExitCode.FAILED;
  }

  /** Says what was refused; the exit code for it. */
  static int tell(ClientException refused, boolean json) {
    if (json) {
      Seat.current().err().println(Printable.json(json(refused)));
    } else {
      say(String.valueOf(refused.getMessage()), next(refused));
    }
    return switch (refused.code()) {
      case NOT_FOUND -> ExitCode.NO_SUCH_SESSION;
      case BAD_INPUT -> ExitCode.USAGE;
      case TIMEOUT -> ExitCode.TIMED_OUT;
      default -> ExitCode.FAILED;
    };
  }

  @Override
  public int handleParseException(ParameterException wrong, String[] arguments) {
    var command = wrong.getCommandLine().getCommandSpec();
    var help = "Run '%s --help' to see what it takes".formatted(command.qualifiedName());
    if (wrong instanceof UnmatchedArgumentException unknown && !unknown.getUnmatched().isEmpty()) {
      var word = unknown.getUnmatched().getFirst();
      var isCommand = !unknown.isUnknownOption() && !command.subcommands().isEmpty();
      say(
          isCommand
              ? "There is no command '%s'".formatted(word)
              : unknown.isUnknownOption()
                  ? "There is no option '%s'".formatted(word)
                  : "'%s' is one word too many".formatted(word),
          meant(unknown) + (isCommand ? "Run 'parley help' to see the commands" : help));
    } else {
      say(String.valueOf(wrong.getMessage()), help);
    }
    return ExitCode.USAGE;
  }

  /** What was perhaps meant by a word with a slip in it. */
  private static String meant(UnmatchedArgumentException unknown) {
    var word = unknown.getUnmatched().getFirst();
    var near = Typo.near(word, unknown.getCommandLine().getCommandSpec());
    return near.isEmpty() ? "" : "Did you mean %s? ".formatted(String.join(" or ", near));
  }

  private static boolean wantsJson(ParseResult parsed) {
    return parsed.asCommandLineList().stream()
        .anyMatch(line -> line.getParseResult().hasMatchedOption("--json"));
  }

  /** As the daemon put it, so that a script can tell by the code. */
  private static String json(ClientException refused) {
    var answer = ParleyClient.object();
    var error =
        answer
            .putObject("error")
            .put("code", refused.wireCode())
            .put("message", String.valueOf(refused.getMessage()));
    if (!refused.tryInstead().isEmpty()) {
      error.put("try", refused.tryInstead());
    }
    return answer.toString();
  }

  /** What to do next, as commands; in plain words where a later daemon advises what is new here. */
  static String next(ClientException refused) {
    if (refused.code() == ClientException.Code.NO_DAEMON && refused.tryInstead().isEmpty()) {
      return "Any command that needs the daemon starts it, such as 'parley list'";
    }
    return refused
        .advice()
        .flatMap(advice -> AdviceFields.read(advice.code(), advice.parameters()))
        .map(CommandWording.WORDING::of)
        .orElse(refused.tryInstead());
  }

  private static void say(String sentence, String next) {
    Seat.current().err().println("parley: " + Printable.text(sentence));
    if (!next.isEmpty()) {
      Seat.current().err().println("  " + Printable.text(next));
    }
  }
}
