package dev.parley.server.policy;

import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.jspecify.annotations.Nullable;

/** The policy as its file says now; who changes the file need not restart anything. */
public final class PolicyFile {
  private static final String NAME = "policy.json";

  private final Path file;
  private @Nullable Read last;

  private record Read(FileTime time, long size, Policy policy) {}

  private PolicyFile(Path file) {
    this.file = file;
  }

  /** The policy of a home. */
  public static PolicyFile in(Path folder) {
    return new PolicyFile(folder.resolve(NAME));
  }

  /** A policy that is somewhere else, to be checked. */
  public static PolicyFile at(Path file) {
    return new PolicyFile(file);
  }

  public Path path() {
    return file;
  }

  /**
   * What holds now; {@link Policy#OPEN} where there is no file.
   *
   * @throws Refusal when the file is wrong: then nothing can be started
   */
  public synchronized Policy now() {
    try {
      var time = Files.getLastModifiedTime(file);
      var size = Files.size(file);
      var known = last;
      if (known == null || !known.time.equals(time) || known.size != size) {
        known = new Read(time, size, checked());
        last = known;
      }
      return known.policy;
    } catch (NoSuchFileException none) {
      return Policy.OPEN;
    } catch (IOException | PolicyProblem wrong) {
      throw new Refusal(
          Refusal.Code.NOT_ALLOWED,
          "Nothing is started while %s is wrong: %s".formatted(file, wrong.getMessage()),
          "Correct it; 'parley policy check' tells whether it is right");
    }
  }

  /**
   * Reads the file anew.
   *
   * @throws PolicyProblem when it is wrong
   */
  public Policy checked() throws IOException {
    return PolicyReader.read(Files.readString(file));
  }
}
