package dev.parley.client;

import java.util.Map;

/**
 * What could be done about a refusal, as a value: a program can act on it, and a command can say it
 * as a command.
 *
 * @param code such as {@code list_sessions} or {@code read_from}; a later daemon may know more
 * @param parameters what goes with it, such as the {@code offset} to read from
 */
public record RemoteAdvice(String code, Map<String, String> parameters) {
  public RemoteAdvice {
    parameters = Map.copyOf(parameters);
  }
}
