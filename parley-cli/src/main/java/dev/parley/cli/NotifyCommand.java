package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code parley notify}: says what a session needs somebody for; for hooks of coding agents. */
@Command(
    name = "notify",
    mixinStandardHelpOptions = true,
    description = {
      "Says what a session needs somebody for: lists, alerts and the console show it.",
      "Inside a session it is about that session. It holds until somebody looks or types."
    },
    footer = {
      "",
      "Examples:",
      "  parley notify --kind question --text 'May I deploy?'",
      "  parley notify --session build --kind done",
      "  parley notify --session build --kind none   # nobody is needed any more"
    })
final class NotifyCommand implements Callable<Integer> {
  /** What a session can need, as far as others can say it. */
  enum Kind {
    question,
    done,
    failed,
    none
  }

  /** A hook passes on what it knows; a sentence of it is of use. */
  private static final int LONGEST_DETAILS = 1 << 20;

  /** Where the clients whose hooks we set up put their sentence. */
  private static final List<String> SENTENCES =
      List.of("message", "last-assistant-message", "last_assistant_message", "error");

  @Mixin Answering answering = new Answering();

  @Option(
      names = "--session",
      paramLabel = "SESSION",
      description = "An id, its beginning, or a name; default $PARLEY_SESSION.")
  @Nullable String session;

  @Option(names = "--kind", required = true, description = "One of: ${COMPLETION-CANDIDATES}.")
  Kind kind = Kind.none;

  @Option(names = "--text", paramLabel = "TEXT", description = "What it is about, in a sentence.")
  @Nullable String text;

  @Option(
      names = "--hook",
      description =
          "Called by a client's hook: the text is taken from the JSON on stdin or in the last"
              + " argument, and outside of a session nothing happens.")
  boolean hook;

  @Parameters(arity = "0..1", paramLabel = "DETAILS", description = "The JSON of a hook.")
  @Nullable String details;

  @Override
  public Integer call() throws IOException {
    var own = answering.seat.variable("PARLEY_SESSION");
    if (session == null && own.isEmpty()) {
      if (hook) {
        return ExitCode.DONE; // the client runs somewhere else, which is no fault of its
      }
      throw new ClientException(
          ClientException.Code.BAD_INPUT,
          "This is not inside a session",
          "Say which one with --session");
    }
    var fields =
        ParleyClient.object()
            .put("session", session == null ? own : session)
            .put("kind", kind.name())
            .put("text", text == null ? sentence() : text);
    // A session that could be told runs in a daemon that runs.
    try (var client = ToDaemon.running()) {
      var answer = client.call("notify", fields);
      if (!hook) {
        answering.say(answer, "told");
      }
      return ExitCode.DONE;
    } catch (ClientException refused) {
      if (hook) {
        return ExitCode.DONE; // a hook that fails would stop the client's work
      }
      throw refused;
    }
  }

  /** What a hook says it is about; nothing where that cannot be told. */
  private String sentence() throws IOException {
    if (!hook) {
      return "";
    }
    var given = details;
    if (given == null) {
      given =
          answering.seat.hasTerminalIn()
              ? ""
              : new String(answering.seat.in().readNBytes(LONGEST_DETAILS), StandardCharsets.UTF_8);
    }
    try {
      var json = new JsonMapper().readTree(given);
      return SENTENCES.stream()
          .map(json::path)
          .filter(JsonNode::isString)
          .map(JsonNode::asString)
          .findFirst()
          .orElse("");
    } catch (JacksonException other) {
      return "";
    }
  }
}
