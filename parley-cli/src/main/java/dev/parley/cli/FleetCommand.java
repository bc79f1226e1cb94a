package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.fleet.FleetCredentials;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code parley fleet}: what is needed around a fleet. */
@Command(
    name = "fleet",
    mixinStandardHelpOptions = true,
    description = "Tries a fleet out on this machine, or makes keys for one.",
    subcommands = {FleetCommand.Try.class, FleetCommand.Credentials.class},
    footer = {"", "Examples:", "  parley fleet try", "  parley fleet credentials --nodes a,b,c"})
final class FleetCommand {

  /** {@code parley fleet try}. */
  @Command(
      name = "try",
      mixinStandardHelpOptions = true,
      description = {
        "Starts a broker and three nodes on this machine, in a folder of their own, to look at.",
        "Ctrl-C ends it all and removes the folder. It needs nats-server."
      })
  static final class Try implements Callable<Integer> {
    @Override
    public Integer call() throws IOException, InterruptedException {
      try (var fleet = FleetTrial.begin(List.of("a", "b", "c"))) {
        Seat.current().out().println(fleet.welcome());
        fleet.await();
      }
      return ExitCode.DONE;
    }
  }

  /** {@code parley fleet credentials}. */
  @Command(
      name = "credentials",
      mixinStandardHelpOptions = true,
      description = {
        "Writes a configuration of nats-server, and a key for each node,",
        "by which a node can speak only for itself."
      })
  static final class Credentials implements Callable<Integer> {
    @Mixin Answering answering = new Answering();

    @Option(
        names = "--nodes",
        paramLabel = "NAME",
        required = true,
        split = ",",
        description = "The nodes, separated by commas.")
    List<String> nodes = List.of();

    @Option(
        names = "--into",
        paramLabel = "DIR",
        description = "Where the files are written; default here.")
    Path folder = Path.of("");

    @Override
    public Integer call() throws IOException {
      try {
        var files = FleetCredentials.write(Seat.current().path(folder), nodes);
        var fields = ParleyClient.object();
        var list = fields.putArray("files");
        files.forEach(file -> list.add(file.toString()));
        answering.say(
            fields,
            """
            wrote %s
            On the broker's host:  nats-server -c %s
            On each node's host:   parley join nats://BROKER:4222 --node NODE --credentials NODE.nkey"""
                .formatted(
                    files.stream().map(Path::toString).collect(Collectors.joining(", ")),
                    files.getFirst()));
        return ExitCode.DONE;
      } catch (Refusal refused) {
        throw new ClientException(
            ClientException.Code.BAD_INPUT, String.valueOf(refused.getMessage()), "");
      }
    }
  }
}
