package dev.parley.server.wire;

import dev.parley.pty.Limits;
import dev.parley.server.calls.Place;
import dev.parley.server.json.Arguments;
import dev.parley.server.policy.LimitNames;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.Surroundings;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Reads from the fields of a start what to start, and where. */
public final class LaunchReader {
  private LaunchReader() {}

  /**
   * A launch on a target of a node; what only that node can know, such as the user's shell there,
   * is left to it.
   */
  static Launch launch(Arguments arguments, Target target, Place place) {
    refuseOtherPlaces(arguments, target);
    var here = place.equals(Place.HERE) && target.equals(Target.LOCAL);
    var launch = command(arguments, target, here).on(target);
    if (!place.equals(Place.HERE)) {
      launch = launch.in(Path.of(""));
    }
    if (arguments.has("cwd")) {
      var directory = arguments.text("cwd", ".");
      launch = launch.in(here ? directory(directory) : path(directory));
    }
    if (arguments.has("name")) {
      launch = launch.named(arguments.text("name", ""));
    }
    if (arguments.has("idle_timeout_s")) {
      launch = launch.endedWhenIdle(arguments.seconds("idle_timeout_s", Duration.ZERO));
    }
    if (arguments.has("max_lifetime_s")) {
      launch = launch.endedAfter(arguments.seconds("max_lifetime_s", Duration.ZERO));
    }
    if (arguments.has("limits")) {
      launch = launch.limited(limits(arguments.object("limits")));
    }
    if (arguments.has("sandbox")) {
      launch = launch.sandboxed(SandboxProfile.remembered(arguments.text("sandbox", "")));
    } else if (target.equals(Target.LOCAL)) {
      launch = launch.sandboxed(SandboxProfile.USUAL); // a policy says what that is
    }
    return launch
        .with(arguments.map("env"))
        .sized(
            arguments.number("cols", Launch.DEFAULT_COLUMNS),
            arguments.number("rows", Launch.DEFAULT_ROWS));
  }

  private static void refuseOtherPlaces(Arguments arguments, Target target) {
    if (arguments.has("limits") && !target.equals(Target.LOCAL)) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "Only programs on this host can be limited",
          "Start without limits; a container has its engine's own");
    }
  }

  private static Launch command(Arguments arguments, Target target, boolean here) {
    var shell =
        arguments.text("shell").or(() -> here ? Optional.empty() : Optional.of(Launch.FAR_SHELL));
    // Who logs in to another host gets a login shell there, as ssh gives one.
    var login = arguments.flag("login", target instanceof Target.Ssh && !arguments.has("command"));
    if (!arguments.has("command")) {
      var launch = shell.map(Launch::shell).orElseGet(Launch::shell);
      return login ? launch.asLogin() : launch;
    }
    if (arguments.text("command").isEmpty()) {
      return Launch.of(arguments.texts("command"));
    }
    var line = arguments.text("command", "");
    if (line.isBlank()) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "An empty command runs nothing",
          "Leave command out for an interactive shell");
    }
    var launch = shell.map(name -> Launch.line(name, line)).orElseGet(() -> Launch.line(line));
    return login ? Launch.of(launch.command().getFirst(), "-l", "-c", line) : launch;
  }

  /** A folder by its name: ~ is the home of the client, and others are seen from where it is. */
  public static Path directory(String name) {
    var client = Surroundings.current();
    var home = client.environment().getOrDefault("HOME", System.getProperty("user.home"));
    return name.equals("~") || name.startsWith("~/")
        ? path(home + name.substring(1))
        : client.directory().resolve(path(name)).normalize();
  }

  private static Path path(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException wrong) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "No folder can have this name");
    }
  }

  private static Limits limits(Arguments limits) {
    for (var name : limits.json().propertyNames()) {
      if (!LimitNames.ALL.contains(name)) {
        throw new Refusal(
            Refusal.Code.BAD_INPUT,
            "There is no limit “%s”".formatted(name),
            "Use any of " + String.join(", ", LimitNames.ALL));
      }
    }
    return LimitNames.limits(limits::number);
  }
}
