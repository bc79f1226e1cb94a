package dev.parley.server.policy;

/**
 * For whom a session is started, as a policy tells them apart.
 *
 * @param toolset by which an agent asks; empty for people, who use the command, HTTP or the console
 */
public record Party(String toolset) {
  public static final Party PEOPLE = new Party("");

  /** An agent that uses a toolset. */
  public static Party agent(String toolset) {
    return new Party(toolset);
  }

  boolean isAgent() {
    return !toolset.isEmpty();
  }

  @Override
  public String toString() {
    return isAgent() ? "agents with the toolset " + toolset : "people";
  }
}
