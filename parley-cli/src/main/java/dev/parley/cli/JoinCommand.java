package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley join}: makes this user's daemon a node of a fleet. */
@Command(
    name = "join",
    mixinStandardHelpOptions = true,
    description = {
      "Joins a fleet: this daemon's sessions can be used from the other nodes, and theirs from here.",
      "It is remembered, and joined again after restarts, until 'parley leave'."
    },
    footer = {
      "",
      "Examples:",
      "  parley join nats://broker:4222",
      "  parley join tls://broker:4222 --node lab1 --label gpu=yes --credentials lab1.nkey --ca ca.pem"
    })
final class JoinCommand implements Callable<Integer> {
  @Mixin Answering answering = new Answering();

  @Option(
      names = "--node",
      paramLabel = "NAME",
      description = "What this node is called; default the host's name.")
  @Nullable String node;

  @Option(
      names = "--label",
      paramLabel = "NAME=VALUE",
      description = "What 'fleet:NAME=VALUE' finds it by; may be repeated.")
  Map<String, String> labels = Map.of();

  @Option(
      names = "--capacity",
      paramLabel = "N",
      description = "Sessions the fleet may have here; default 256; 0: a way in only.")
  @Nullable Integer capacity;

  @Option(
      names = "--credentials",
      paramLabel = "FILE",
      description = "A key's seed, a .creds file of NATS, or user:password.")
  @Nullable Path credentials;

  @Option(
      names = "--ca",
      paramLabel = "FILE",
      description = "Certificates (PEM) by which the broker is known; uses TLS.")
  @Nullable Path ca;

  @Option(
      names = "--accept",
      paramLabel = "WHAT",
      description = "What callers of other nodes may do here: none, watch or all (default).")
  @Nullable String accept;

  @Option(
      names = "--worker",
      description = "Be reached and reach no others, for fleets of hundreds of nodes.")
  boolean worker;

  @Parameters(
      paramLabel = "URL",
      description = "The NATS broker: nats://HOST:4222 or tls://HOST:4222; several with commas.")
  String url = "";

  @Override
  public Integer call() {
    var params = ParleyClient.object().put("url", url);
    if (node != null) {
      params.put("node", node);
    }
    if (!labels.isEmpty()) {
      var fields = params.putObject("labels");
      labels.forEach(fields::put);
    }
    if (capacity != null) {
      params.put("capacity", capacity);
    }
    if (credentials != null) {
      params.put("credentials", Seat.current().path(credentials).toString());
    }
    if (ca != null) {
      params.put("ca", Seat.current().path(ca).toString());
    }
    if (accept != null) {
      params.put("accept", accept);
    }
    if (worker) {
      params.put("worker", true);
    }
    try (var client = ToDaemon.open()) {
      var joined = client.call("fleet_join", params);
      answering.say(
          joined,
          "joined %s as node %s"
              .formatted(joined.path("url").asString(), joined.path("node").asString()));
      return ExitCode.DONE;
    }
  }
}
