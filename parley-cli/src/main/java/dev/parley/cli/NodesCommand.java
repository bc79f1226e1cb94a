package dev.parley.cli;

import dev.parley.client.ParleyClient;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.JsonNode;

/** {@code parley nodes}: the nodes of the fleet and how each is. */
@Command(
    name = "nodes",
    mixinStandardHelpOptions = true,
    description = "Lists the nodes of the fleet: state, sessions, room, load.")
final class NodesCommand implements Callable<Integer> {
  private static final List<String> HEADINGS =
      List.of("NODE", "STATE", "SESSIONS", "LOAD", "SEEN", "VERSION", "LABELS");

  @Mixin Answering answering = new Answering();

  @Override
  public Integer call() {
    try (var client = ToDaemon.open()) {
      var fleet = client.call("nodes", ParleyClient.object());
      if (answering.json) {
        answering.json(fleet);
      } else if (!fleet.path("joined").asBoolean(false)) {
        answering.remark("this daemon is in no fleet; 'parley join' joins one");
      } else {
        table(fleet);
      }
      return ExitCode.DONE;
    }
  }

  private void table(JsonNode fleet) {
    for (var field : List.of("problem", "warning")) {
      fleet.path(field).asStringOpt().ifPresent(answering::remark);
    }
    var rows = new ArrayList<List<String>>();
    rows.add(HEADINGS);
    var self = fleet.path("node").asString("");
    fleet.path("nodes").forEach(node -> rows.add(row(node, self)));
    for (var row : rows) {
      var line = new StringBuilder();
      for (var column = 0; column < row.size(); column++) {
        var at = column;
        var width = rows.stream().mapToInt(one -> one.get(at).length()).max().orElse(0);
        line.append(row.get(column)).repeat(' ', width - row.get(column).length() + 2);
      }
      answering.out.println(line.toString().stripTrailing());
    }
  }

  private static List<String> row(JsonNode node, String self) {
    var name = node.path("node").asString("");
    return List.of(
        Printable.line(name) + (name.equals(self) ? " (this)" : ""),
        Printable.line(node.path("state").asString("")),
        "%d of %d".formatted(node.path("sessions").asInt(), node.path("capacity").asInt()),
        "%.2f".formatted(node.path("load").asDouble()),
        "%d ms".formatted(node.path("seen_ms").asLong()),
        Printable.line(node.path("problem").asString(node.path("version").asString(""))),
        Printable.line(
            node.path("labels").properties().stream()
                .map(label -> label.getKey() + "=" + label.getValue().asString(""))
                .sorted()
                .collect(Collectors.joining(","))));
  }
}
