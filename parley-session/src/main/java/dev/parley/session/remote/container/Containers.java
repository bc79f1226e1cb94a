package dev.parley.session.remote.container;

import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.refusal.Refusal.Code;
import dev.parley.session.remote.transport.HostCommand;
import dev.parley.session.remote.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The engines that run containers, by their own commands, and the ways they open. */
public final class Containers {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private Containers() {}

  /** The way into a container that runs. */
  public static Transport open(Target.Container target, SessionId id) {
    var answers = new ArrayList<String>();
    for (var engine : engines(target.engine())) {
      var asked = ask(engine, "inspect", "--format", "{{.State.Running}}", target.name());
      if (asked.done() && asked.output().strip().equals("true")) {
        return ContainerTransport.into(engine, target.name(), id);
      }
      if (asked.done()) {
        throw new Refusal(
            Code.NOT_FOUND,
            "Container %s is not running".formatted(target.name()),
            "Start it with %s start, or run an image".formatted(engine));
      }
      answers.add(engine + ": " + lastLine(asked.output()));
    }
    throw new Refusal(
        Code.NOT_FOUND,
        "There is no container %s (%s)".formatted(target.name(), String.join("; ", answers)),
        "Look for its name with the engine's ps");
  }

  /** The way into a new container of an image. */
  public static Transport open(Target.Image target, SessionId id) {
    var engines = engines(target.engine());
    for (var engine : engines) {
      if (ask(engine, "image", "inspect", target.name()).done()) {
        return ContainerTransport.ofImage(engine, target.name(), id);
      }
    }
    // Nobody has it; one that works at all may fetch it.
    for (var engine : engines) {
      if (ask(engine, "ps", "-q").done()) {
        return ContainerTransport.ofImage(engine, target.name(), id);
      }
    }
    throw new Refusal(
        Code.UNSUPPORTED_HERE,
        "No container engine answers here (%s)".formatted(String.join(", ", engines)),
        "Start its service, or choose another with ?engine=");
  }

  public static Transport open(Target.Pod target, SessionId id) {
    if (!installed("kubectl")) {
      throw new Refusal(
          Code.UNSUPPORTED_HERE, "There is no kubectl on this host", "Install kubectl");
    }
    return ContainerTransport.intoPod(target, id);
  }

  /** The way to a far side that was reached before; nothing is asked until it is used. */
  public static Transport resume(Target target, SessionId id) {
    return switch (target) {
      case Target.Image image ->
          ContainerTransport.ofImage(known(image.engine()), image.name(), id);
      case Target.Pod pod -> ContainerTransport.intoPod(pod, id);
      case Target.Container container ->
          ContainerTransport.into(known(container.engine()), container.name(), id);
      case Target.Local _, Target.Ssh _ -> throw new IllegalArgumentException("no container");
    };
  }

  private static String known(String wanted) {
    return wanted.isEmpty()
        ? Target.ENGINES.stream().filter(Containers::installed).findFirst().orElse("docker")
        : wanted;
  }

  private static List<String> engines(String wanted) {
    var installed =
        (wanted.isEmpty() ? Target.ENGINES : List.of(wanted))
            .stream().filter(Containers::installed).toList();
    if (installed.isEmpty()) {
      throw new Refusal(
          Code.UNSUPPORTED_HERE,
          wanted.isEmpty()
              ? "There is no container engine on this host"
              : "There is no %s on this host".formatted(wanted),
          "Install docker, podman or nerdctl");
    }
    return installed;
  }

  private static boolean installed(String program) {
    return HostCommand.find(program).isPresent();
  }

  private static HostCommand ask(String... command) {
    try {
      return HostCommand.run(HostCommand.of(List.of(command)), "", PATIENCE);
    } catch (IOException gone) {
      return new HostCommand(-1, String.valueOf(gone.getMessage()));
    }
  }

  private static String lastLine(String said) {
    var lines = said.lines().map(String::strip).filter(line -> !line.isEmpty()).toList();
    var last = lines.isEmpty() ? "no answer" : lines.getLast().replaceAll("\\p{Cntrl}", "");
    return last.length() <= 160 ? last : last.substring(0, 160) + "…";
  }
}
