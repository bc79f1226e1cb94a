package dev.parley.server.access;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where the HTTP door is, in a file of the user's own. Programs read it there instead of trusting a
 * port that any user of the machine may have taken; and the next daemon opens at the same place, so
 * that a console that is open finds it again.
 */
public final class Address {
  private static final Logger LOG = Logger.getLogger(Address.class.getName());
  private static final int LONGEST = 1000;

  private final Path file;

  Address(Path file) {
    this.file = file;
  }

  /** The address of this daemon, or of the last one. */
  public Optional<URI> last() {
    try {
      if (Files.size(file) > LONGEST) {
        return Optional.empty();
      }
      PrivateFile.close(file);
      return Optional.of(URI.create(Files.readString(file).strip()))
          .filter(last -> last.getHost() != null && last.getPort() > 0);
    } catch (NoSuchFileException first) {
      return Optional.empty();
    } catch (IOException | IllegalArgumentException damaged) {
      LOG.log(Level.WARNING, "Where HTTP was cannot be read; it opens at a new port", damaged);
      return Optional.empty();
    }
  }

  void keep(String url) {
    try {
      PrivateFile.write(file, url + "\n");
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "Where HTTP is cannot be kept", failed);
    }
  }
}
