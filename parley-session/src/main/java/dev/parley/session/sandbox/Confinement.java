package dev.parley.session.sandbox;

import dev.parley.pty.Wrapping;
import java.util.List;

/**
 * How a child is confined.
 *
 * @param isScoped whether Landlock keeps it from abstract sockets beside the engine
 * @param keeper the engine
 */
record Confinement(Wrapping wrapping, boolean isScoped, String keeper) implements Wrapping {

  @Override
  public List<String> around(String path, List<String> arguments) {
    return wrapping.around(path, arguments);
  }
}
