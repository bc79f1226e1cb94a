package dev.parley.session.remote.far;

import dev.parley.session.remote.transport.HostCommand;
import dev.parley.session.remote.transport.ShellQuoting;
import dev.parley.session.remote.transport.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

/** Files on the far side that only the user may read. */
public record FarFiles(Transport transport) {
  private static final Duration LONGEST = Duration.ofSeconds(10);

  /** Puts text into a new file, and says where. */
  public String put(String text) {
    return run("umask 077; f=$(mktemp) && cat >\"$f\" && printf %s \"$f\"", text).strip();
  }

  /** Removes what {@link #put} made, in its own time. */
  public void remove(String file) {
    Thread.startVirtualThread(() -> run("rm -f -- " + ShellQuoting.quoted(file), ""));
  }

  private String run(String script, String input) {
    try {
      return HostCommand.run(transport.channel(script), input, LONGEST).output();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
