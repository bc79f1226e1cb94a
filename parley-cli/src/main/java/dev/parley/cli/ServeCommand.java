package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.Home;
import dev.parley.client.ParleyClient;
import dev.parley.server.http.HttpSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import tools.jackson.databind.JsonNode;

/**
 * {@code parley serve}: the daemon with its HTTP door where it is wanted, for as long as this
 * command runs. A daemon that runs already is restarted if its door is elsewhere, which ends no
 * session; one that this command started ends with it.
 */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = "Runs the daemon with HTTP and the console, until interrupted.",
    footer = {
      "",
      "Examples:",
      "  parley serve",
      "  parley serve --http 0.0.0.0:7717 --tls-keystore parley.p12 --tls-password-file password"
    })
final class ServeCommand implements Callable<Integer> {
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(50);

  @Mixin Answering answering = new Answering();

  @Option(
      names = "--http",
      paramLabel = "HOST:PORT",
      defaultValue = HttpSettings.STANDARD,
      description = "Where to listen; at port 0 a free one is chosen once and kept.")
  private String http = "";

  @Option(
      names = "--tls-keystore",
      paramLabel = "FILE",
      description = "A PKCS12 file with the certificate and its key.")
  private Optional<Path> keystore = Optional.empty();

  @Option(
      names = "--tls-password-file",
      paramLabel = "FILE",
      description = "A file with the password of the key store.")
  private Optional<Path> password = Optional.empty();

  @Option(
      names = "--insecure",
      description = "Listen where other machines can reach it, without TLS.")
  private boolean insecure;

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets spec
  ServeCommand() {}

  @Override
  public Integer call() throws InterruptedException {
    var options = options();
    var home = Home.ofUser();
    var started = !isRunning();
    try (var client =
        ParleyClient.starting(home, Parley.VERSION, ToDaemon.command().with(options))) {
      if (!options.equals(RestartCommand.httpOptions(opened(client)))) {
        var unused = RestartCommand.restarted(client, options);
      }
      say(opened(client));
      if (started) {
        Runtime.getRuntime().addShutdownHook(new Thread(ServeCommand::stop, "parley-stop"));
      }
      awaitEnd();
      return ExitCode.DONE;
    }
  }

  /** Options of the daemon's JVM, in the order in which it reports them. */
  private List<String> options() {
    try {
      var unused = HttpSettings.of(http, keystore, password, insecure);
    } catch (IllegalArgumentException refused) {
      throw new ParameterException(spec.commandLine(), String.valueOf(refused.getMessage()));
    }
    var options = new ArrayList<String>();
    options.add("-Dparley.http=" + http);
    if (insecure) {
      options.add("-Dparley.http_insecure=true");
    }
    keystore.ifPresent(file -> options.add("-Dparley.http_keystore=" + file.toAbsolutePath()));
    password.ifPresent(file -> options.add("-Dparley.http_password=" + file.toAbsolutePath()));
    return options;
  }

  private static boolean isRunning() {
    try (var client = ToDaemon.running()) {
      client.call("status", ParleyClient.object());
      return true;
    } catch (ClientException none) {
      return false;
    }
  }

  /** The status of a daemon that has opened its door, or tried to: it does so last of all. */
  private static JsonNode opened(ParleyClient client) throws InterruptedException {
    var status = client.call("status", ParleyClient.object());
    for (var tries = 0; !status.has("http") && tries < 200; tries++) {
      Thread.sleep(BETWEEN_TRIES);
      status = client.call("status", ParleyClient.object());
    }
    return status;
  }

  private void say(JsonNode status) {
    var door = status.path("http");
    if (!door.has("url")) {
      throw new ClientException(
          ClientException.Code.UNSUPPORTED_HERE,
          door.path("warning").asString("The daemon has no HTTP door"),
          "Give another address with --http");
    }
    answering.say(door, door.path("url").asString());
    if (door.has("warning")) {
      answering.remark(door.path("warning").asString());
    }
    answering.remark("'parley open' opens the console, 'parley token' prints the token");
  }

  /** Waits until the daemon is gone for good; between two daemons there is none for a moment. */
  private static void awaitEnd() throws InterruptedException {
    for (var missed = 0; missed < 3; missed = isRunning() ? 0 : missed + 1) {
      Thread.sleep(BETWEEN_LOOKS);
    }
  }

  private static void stop() {
    try (var client = ToDaemon.running()) {
      client.call("stop", ParleyClient.object(), Duration.ofSeconds(5));
    } catch (ClientException gone) {
      // It has ended already.
    }
  }
}
