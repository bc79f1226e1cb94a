package dev.parley.session.remote;

import java.util.List;

/** The engines that run containers, by their own commands. */
final class Containers {
  static final List<String> ENGINES = List.of("docker", "podman", "nerdctl");
  static final String ENGINES_ARE = "The engines are docker, podman and nerdctl";

  private Containers() {}
}
