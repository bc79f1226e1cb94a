package dev.parley.session.launch;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where a launch happens unless it says otherwise: a directory and an environment. By default this
 * process's own; a daemon sets those of the client it serves.
 *
 * <p>They belong to a thread and what it starts: a request is handled on a thread of its own, begun
 * by the one that reads the client's requests.
 */
public record Surroundings(Path directory, Map<String, String> environment) {
  private static final InheritableThreadLocal<Optional<Surroundings>> CLIENT =
      new InheritableThreadLocal<>() {
        @Override
        protected Optional<Surroundings> initialValue() {
          return Optional.empty();
        }
      };

  private static final Surroundings OWN =
      new Surroundings(Path.of(System.getProperty("user.dir")), System.getenv());

  public Surroundings {
    environment = Map.copyOf(environment);
  }

  /** From now on launches of this thread, and of threads it starts, happen here. */
  public void enter() {
    CLIENT.set(Optional.of(this));
  }

  /** Where launches of this thread happen. */
  public static Surroundings current() {
    return CLIENT.get().orElse(OWN);
  }
}
