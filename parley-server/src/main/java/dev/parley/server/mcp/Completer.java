package dev.parley.server.mcp;

import java.util.List;
import java.util.Map;

/** Suggests values for an argument of a prompt or a resource template while a person types it. */
@FunctionalInterface
public interface Completer {
  /**
   * @param of the prompt's name or the template's address
   * @param argument the argument being typed
   * @param typed what has been typed so far
   * @param others the arguments already filled in
   * @return the values that fit, best first
   */
  List<String> complete(String of, String argument, String typed, Map<String, String> others);
}
