package dev.parley.cli;

import dev.parley.pty.Capabilities;
import dev.parley.pty.Capability;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code parley doctor}: what this host allows, found by trying it out. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = "Tries out what this host allows and says what to do where something is missing.")
final class DoctorCommand implements Callable<Integer> {

  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  /** Ends with 1 when something does not work, so that a script can ask. */
  @Override
  public Integer call() {
    var found = Capabilities.find();
    if (json) {
      printJson(found);
    } else {
      print(found);
    }
    return found.ok("terminal") ? 0 : 1;
  }

  private static void print(Capabilities found) {
    var paint = Paint.of(Seat.current());
    Seat.current()
        .out()
        .printf(
            "Parley %s on Java %s (%s)%n%n",
            Parley.VERSION, Runtime.version(), System.getProperty("java.home"));
    var widest = found.all().stream().mapToInt(it -> it.name().length()).max().orElse(0);
    for (var capability : found.all()) {
      Seat.current()
          .out()
          .printf(
              "  %s %s  %s%n",
              capability.ok() ? paint.good("✓") : paint.bad("✗"),
              paint.strong(capability.name() + " ".repeat(widest - capability.name().length())),
              capability.sentence());
      if (!capability.ok() && !capability.remedy().isEmpty()) {
        Seat.current().out().printf("    %s  → %s%n", " ".repeat(widest), capability.remedy());
      }
    }
    Seat.current().out().println();
    Seat.current()
        .out()
        .println(
            found.ok()
                ? "Everything works."
                : "Parley works without what is marked ✗, as far as the sentences beside it say.");
  }

  private static void printJson(Capabilities found) {
    var mapper = JsonMapper.builder().build();
    var answer = mapper.createObjectNode();
    answer.put("version", Parley.VERSION);
    answer.put("java", Runtime.version().toString());
    answer.put("ok", found.ok());
    var all = answer.putArray("capabilities");
    for (Capability capability : found.all()) {
      all.addObject()
          .put("name", capability.name())
          .put("ok", capability.ok())
          .put("sentence", capability.sentence())
          .put("remedy", capability.remedy());
    }
    Seat.current()
        .out()
        .println(mapper.writerWithDefaultPrettyPrinter().writeValueAsString(answer));
  }
}
