package dev.parley.session.remote.container;

import dev.parley.pty.Exit;
import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Target;
import dev.parley.session.remote.transport.HostCommand;
import dev.parley.session.remote.transport.Transport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The way into a container, by its engine's command. That command is only a client: ending it ends
 * nothing inside, so what runs there is ended there, or with its container.
 *
 * @param terminal the words before a script that is to have a terminal
 * @param channel the words before one that has not
 * @param removal what ends the container; empty for one that is not ours
 */
record ContainerTransport(
    String name, List<String> terminal, List<String> channel, List<String> removal, SessionId id)
    implements Transport {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  static ContainerTransport into(String engine, String container, SessionId id) {
    return new ContainerTransport(
        engine,
        List.of(engine, "exec", "-it", container),
        List.of(engine, "exec", "-i", container),
        List.of(),
        id);
  }

  static ContainerTransport ofImage(String engine, String image, SessionId id) {
    var name = "parley-" + id.value();
    return new ContainerTransport(
        engine,
        List.of(engine, "run", "--rm", "-it", "--name", name, "--entrypoint", "/bin/sh", image),
        List.of(engine, "exec", "-i", name),
        // podman would ask its first process to go, which does not heed that, and wait for it.
        engine.equals("podman")
            ? List.of(engine, "rm", "-f", "--time", "0", name)
            : List.of(engine, "rm", "-f", name),
        id);
  }

  static ContainerTransport intoPod(Target.Pod pod, SessionId id) {
    var which = new ArrayList<>(List.of(pod.name()));
    if (!pod.namespace().isEmpty()) {
      which.addAll(List.of("-n", pod.namespace()));
    }
    if (!pod.container().isEmpty()) {
      which.addAll(List.of("-c", pod.container()));
    }
    which.add("--");
    return new ContainerTransport(
        "kubectl",
        joined(List.of("kubectl", "exec", "-it"), which),
        joined(List.of("kubectl", "exec", "-i"), which),
        List.of(),
        id);
  }

  @Override
  public List<String> terminal(String script) {
    // The image's way names the shell itself, in place of what the image would start.
    return beginsWithTheChild()
        ? joined(terminal, List.of("-c", script))
        : joined(terminal, List.of("/bin/sh", "-c", script));
  }

  @Override
  public ProcessBuilder channel(String script) {
    return HostCommand.of(joined(channel, List.of("/bin/sh", "-c", script)));
  }

  private static List<String> joined(List<String> words, List<String> more) {
    return Stream.concat(words.stream(), more.stream()).toList();
  }

  @Override
  public boolean beginsWithTheChild() {
    return !removal.isEmpty();
  }

  @Override
  public boolean lost(Exit exit) {
    return false;
  }

  @Override
  public void end(boolean looked) {
    try {
      if (beginsWithTheChild()) {
        var unused = HostCommand.run(HostCommand.of(removal), "", PATIENCE);
      } else if (!looked) {
        var unused = HostCommand.run(channel(sweep()), "", PATIENCE);
      }
    } catch (IOException gone) {
      // Without the engine's command nothing can be ended, and nothing could be started.
    }
  }

  /** Kills what carries the session's mark, for where no probe could do it more gently. */
  private String sweep() {
    return "for p in $(grep -l PARLEY_SESSION=%s /proc/[0-9]*/environ 2>/dev/null); do p=${p#/proc/}; kill -9 \"${p%%/environ}\"; done"
        .formatted(id.value());
  }

  @Override
  public void done() {}
}
