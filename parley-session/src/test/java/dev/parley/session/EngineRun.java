package dev.parley.session;

import dev.parley.pty.Limits;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.refusal.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalLong;

/** A program that starts something in a sandbox and under a limit, and prints what held it. */
final class EngineRun {
  private EngineRun() {}

  /**
   * Starts.
   *
   * @param arguments a folder that is no place for temporary files
   */
  public static void main(String[] arguments) throws Exception {
    var folder = Path.of(arguments[0]);
    var workspace = Files.createDirectories(folder.resolve("work"));
    try (var sessions =
        Sessions.inFolder(folder.resolve("state/sessions"), Sessions.Bounds.DEFAULT)) {
      for (var profile : SandboxProfile.names()) {
        if (SandboxProfile.named(profile).isConfined()) {
          var launch =
              Launch.of("sh", "-c", "touch ../was-here && echo out; echo in")
                  .in(workspace)
                  .sandboxed(SandboxProfile.named(profile));
          System.out.println(profile + ": " + outcome(sessions, launch));
        }
      }
      var limited = Launch.of("echo", "in").in(workspace).limited(memory());
      System.out.println("memory: " + outcome(sessions, limited));
    }
    System.exit(0);
  }

  private static String outcome(Sessions sessions, Launch launch) {
    try {
      var session = sessions.start(launch);
      var keepers = session.keepers().limits().toString();
      var turn =
          session.await(Expectation.exit().within(Duration.ofMinutes(1)), View.everything(), 0);
      return "%s %s %s"
          .formatted(
              session.keepers().sandbox().orElse("nothing"),
              keepers,
              turn.output().lines().filter(line -> line.matches("in|out")).toList());
    } catch (Refusal refused) {
      return "refused: " + refused.getMessage();
    }
  }

  private static Limits memory() {
    var none = OptionalLong.empty();
    return new Limits(none, none, none, none, none, OptionalLong.of(1L << 30), none, none, none);
  }
}
