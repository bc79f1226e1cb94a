package dev.parley.session.launch;

/** The name a session is known by for ever: never a process id, never used twice. */
public record SessionId(String value) {
  @Override
  public String toString() {
    return value;
  }
}
