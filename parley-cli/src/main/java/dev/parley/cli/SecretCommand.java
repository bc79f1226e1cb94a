package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley secret}: a person types a password; nobody sees it, agents included. */
@Command(
    name = "secret",
    mixinStandardHelpOptions = true,
    description = "Types a password into a session, unseen; it is masked wherever it is printed.",
    footer = {
      "",
      "Examples:",
      "  parley secret deploy",
      "  pass show server | parley secret deploy",
      "  parley secret deploy --name db --for psql   # kept in memory; the agent sends it by its"
          + " name",
      "  parley secret deploy --refuse      # the agent is told no"
    })
final class SecretCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Parameters(index = "0", paramLabel = "SESSION", description = "An id, its beginning, or a name.")
  String session = "";

  @Option(names = "--force", description = "Type it even if the program does not ask for one.")
  boolean force;

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description =
          "Type nothing now; keep it under this name until the session ends. The agent can have it"
              + " typed at a password prompt, and does not see it.")
  Optional<String> name = Optional.empty();

  @Option(
      names = "--for",
      paramLabel = "PROGRAM",
      description = "With --name: the only program it may be typed to, by its name or path.")
  Optional<String> program = Optional.empty();

  @Option(names = "--refuse", description = "Decline what the agent has asked for.")
  boolean refuse;

  @Override
  public Integer call() throws IOException {
    if (refuse) {
      return refused();
    }
    try (var client = ToDaemon.open()) {
      var reader = sayWhatFor(client);
      var value = entry();
      if (value.isEmpty()) {
        answering.remark("nothing was entered, so nothing was typed");
        return ExitCode.FAILED;
      }
      var params =
          ParleyClient.object()
              .put("session", session)
              .put("value", value.get())
              .put("force", force);
      name.ifPresent(kept -> params.put("name", kept));
      program.ifPresent(one -> params.put("program", one));
      params.put("reader", reader);
      var answer = client.call("secret", params);
      answering.say(
          answer,
          name.map(kept -> "Kept as %s until %s ends".formatted(kept, session))
              .orElseGet(
                  () -> "Typed; %s is %s".formatted(session, answer.path("state").asString(""))));
      return ExitCode.DONE;
    }
  }

  /** Says who asks, and in which words; what is entered then goes to that reader alone. */
  private String sayWhatFor(ParleyClient client) {
    var answer = client.call("asks", ParleyClient.object().put("session", session));
    for (var ask : answer.path("asks")) {
      var message = ask.path("message").asString().strip();
      if (ask.path("kind").asString().equals("secret") && !message.isEmpty()) {
        answering.remark("the agent says: " + message);
      }
    }
    var reader = answer.path("reader");
    if (name.isEmpty() && !force && !reader.has("mark")) {
      throw new ClientException(
          ClientException.Code.BUSY,
          "Nothing in %s asks for a secret now".formatted(session),
          "Look with 'parley read %1$s'; type it all the same with 'parley secret %1$s --force',"
                  .formatted(session)
              + " or keep it for later with --name");
    }
    if (name.isEmpty() && reader.has("shown")) {
      answering.remark(
          "%s reads it and asks: %s"
              .formatted(reader.path("shown").asString(), reader.path("prompt").asString()));
    }
    return reader.path("mark").asString("");
  }

  private int refused() {
    try (var client = ToDaemon.open()) {
      var answer =
          client.call("secret", ParleyClient.object().put("session", session).put("refuse", true));
      answering.say(answer, "Refused");
      return ExitCode.DONE;
    }
  }

  /** Hidden at a terminal; a line of stdin otherwise. */
  private Optional<String> entry() throws IOException {
    var seat = answering.seat;
    if (seat.hasTerminalIn()) {
      return seat.readHidden("Secret for %s: ".formatted(session)).filter(text -> !text.isEmpty());
    }
    var in = new BufferedReader(new InputStreamReader(seat.in(), StandardCharsets.UTF_8));
    return Optional.ofNullable(in.readLine()).filter(text -> !text.isEmpty());
  }
}
