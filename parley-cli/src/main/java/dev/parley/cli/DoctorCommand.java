package dev.parley.cli;

import dev.parley.pty.Capabilities;
import dev.parley.pty.Capability;
import dev.parley.session.SandboxTrial;
import dev.parley.session.launch.SandboxProfile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
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
    var found = Capabilities.find().and(sandboxes()).and(FleetChecks.now());
    if (json) {
      printJson(found);
    } else {
      print(found);
    }
    return found.ok("terminal") ? 0 : 1;
  }

  /** Each profile, tried in a folder of its own. */
  private static List<Capability> sandboxes() {
    try {
      var folder = Files.createTempDirectory("parley-doctor");
      try {
        return Stream.concat(
                SandboxProfile.names().stream()
                    .map(SandboxProfile::named)
                    .filter(SandboxProfile::isConfined)
                    .map(profile -> sandbox(profile, folder)),
                Stream.of(hosts()))
            .toList();
      } finally {
        Files.delete(folder);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static Capability hosts() {
    return SandboxTrial.allowsHosts()
        ? new Capability("sandbox hosts", true, "A list of hosts is enforced by a proxy", "")
        : new Capability(
            "sandbox hosts",
            false,
            "A profile with a list of hosts is refused, and a death by signal inside is a code:"
                + " there is no parley-inside",
            "Install Parley as a package, or a C compiler beside a clone of it");
  }

  /** Which engines hold a profile here; the first of them is the one that is used. */
  private static Capability sandbox(SandboxProfile profile, Path folder) {
    var holding = new ArrayList<String>();
    var failing = new ArrayList<String>();
    for (var engine : SandboxTrial.engines()) {
      SandboxTrial.of(profile, engine, folder)
          .ifPresentOrElse(
              why -> failing.add("%s: %s".formatted(engine, why)), () -> holding.add(engine));
    }
    var not = failing.isEmpty() ? "" : " (not by %s)".formatted(String.join("; ", failing));
    return holding.isEmpty()
        ? new Capability(
            "sandbox " + profile.name(),
            false,
            "A session that asks for it is refused: " + String.join("; ", failing),
            "Install bubblewrap and allow user namespaces, or use Linux 6.12 for Landlock")
        : new Capability(
            "sandbox " + profile.name(),
            true,
            "Enforced by %s%s".formatted(String.join(", or else ", holding), not),
            "");
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
              capability.ok() ? paint.yes() : paint.no(),
              paint.strong(capability.name() + " ".repeat(widest - capability.name().length())),
              capability.sentence());
      if (!capability.ok() && !capability.remedy().isEmpty()) {
        Seat.current()
            .out()
            .printf("    %s  %s %s%n", " ".repeat(widest), paint.arrow(), capability.remedy());
      }
    }
    Seat.current().out().println();
    Seat.current()
        .out()
        .println(
            found.ok()
                ? "Everything works."
                : "Parley works without what is marked %s, as far as the sentences beside it say."
                    .formatted(paint.no()));
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
