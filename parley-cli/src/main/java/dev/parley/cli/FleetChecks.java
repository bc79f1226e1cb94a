package dev.parley.cli;

import dev.parley.client.ClientException;
import dev.parley.client.ParleyClient;
import dev.parley.pty.Capability;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What {@code parley doctor} says of the fleet; nothing where none was joined. */
final class FleetChecks {
  /** Less is the time that messages take, and does no harm. */
  private static final long WRONG_CLOCK_MS = 2000;

  private FleetChecks() {}

  static List<Capability> now() {
    try (var client = ToDaemon.running()) {
      return of(client.call("nodes", ParleyClient.object()));
    } catch (ClientException none) {
      return List.of(); // no daemon runs, and doctor starts none
    }
  }

  static List<Capability> of(JsonNode fleet) {
    if (!fleet.path("joined").asBoolean(false)) {
      return List.of();
    }
    var found = new ArrayList<Capability>();
    found.add(broker(fleet));
    found.add(nodes(fleet));
    found.add(clocks(fleet));
    return found;
  }

  private static Capability broker(JsonNode fleet) {
    var url = Printable.line(fleet.path("url").asString(""));
    var broker = fleet.path("broker");
    return fleet.path("connected").asBoolean(false)
        ? new Capability(
            "fleet broker",
            true,
            "nats-server %s at %s answers in %.2f ms"
                .formatted(
                    Printable.line(broker.path("version").asString("?")),
                    url,
                    broker.path("rtt_ms").asDouble(0)),
            "")
        : new Capability(
            "fleet broker",
            false,
            Printable.line(fleet.path("problem").asString("The broker at " + url + " is away")),
            "Sessions of this node go on; look after the broker, or 'parley leave'");
  }

  private static Capability nodes(JsonNode fleet) {
    var silent =
        fleet
            .path("nodes")
            .valueStream()
            .filter(
                node ->
                    node.has("problem")
                        || List.of("unreachable", "lost").contains(node.path("state").asString("")))
            .map(node -> Printable.line(node.path("node").asString("")))
            .toList();
    return silent.isEmpty()
        ? new Capability(
            "fleet nodes", true, "%d nodes answer".formatted(fleet.path("nodes").size()), "")
        : new Capability(
            "fleet nodes",
            false,
            "Not reached: " + String.join(", ", silent),
            "See 'parley nodes' and the daemon there");
  }

  /** Nothing of the fleet depends on clocks; but times in lists and logs do. */
  private static Capability clocks(JsonNode fleet) {
    var worst = 0L;
    var which = "";
    for (var node : fleet.path("nodes")) {
      var difference = node.path("clock_ms").asLong(0);
      if (Math.abs(difference) >= Math.abs(worst)) {
        worst = difference;
        which = Printable.line(node.path("node").asString(""));
      }
    }
    var sentence = "The clock of %s differs most, by %d ms".formatted(which, Math.abs(worst));
    return new Capability(
        "fleet clocks",
        Math.abs(worst) < WRONG_CLOCK_MS,
        sentence,
        "Let that host set its clock by NTP; times in lists and logs are its own");
  }
}
