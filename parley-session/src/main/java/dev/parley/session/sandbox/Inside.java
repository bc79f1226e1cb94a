package dev.parley.session.sandbox;

import dev.parley.session.launch.SandboxProfile;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What one child finds inside.
 *
 * @param directory where it starts, without links; the workspace
 * @param hidden what it does not see
 * @param readable files it needs all the same, such as those a shell begins with
 * @param writable files of ours that it takes from
 * @param proxy the folder with the socket of its proxy
 * @param temporary where it may keep what it does not need for long, if it cannot have a /tmp
 */
record Inside(
    SandboxProfile profile,
    Path directory,
    Set<Path> hidden,
    List<Path> readable,
    List<Path> writable,
    Optional<Path> proxy,
    Path temporary) {

  boolean isBelowWorkspace(Path path) {
    return path.startsWith(directory) || profile.writable().stream().anyMatch(path::startsWith);
  }
}
