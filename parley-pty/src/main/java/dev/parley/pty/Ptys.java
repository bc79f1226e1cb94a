package dev.parley.pty;

import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** An engine that starts children on pseudo-terminals and moves their bytes on one thread. */
public interface Ptys extends AutoCloseable {

  /**
   * Opens the engine for this host: our own on Linux, pty4j elsewhere or where {@code
   * -Dparley.pty=pty4j} asks for it.
   */
  static Ptys open() {
    var linux = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
    var wanted = System.getProperty("parley.pty", linux ? "linux" : "pty4j");
    return switch (wanted) {
      case "linux" -> new LinuxPtys();
      case "pty4j" -> new Pty4jPtys();
      default ->
          throw new PtyException(
              PtyException.Reason.UNSUPPORTED,
              "There is no engine named '%s'; parley.pty may be linux or pty4j".formatted(wanted));
    };
  }

  /**
   * Starts a child.
   *
   * @throws PtyException with a sentence that says what is wrong; nothing was started then
   */
  Pty start(Spawn spawn, Sink sink);

  /** As {@link #open()}, with a holder that keeps what is given to {@link #keep}. */
  static Ptys open(HolderLink holder) {
    return new LinuxPtys(Optional.of(holder));
  }

  /** Takes up a child that an earlier process started and a holder has kept. */
  default Pty adopt(Held held, Sink sink) {
    throw new PtyException(
        PtyException.Reason.UNSUPPORTED, "This engine cannot take up the children of another");
  }

  /** Gives a child to the holder, so that it outlives this process. */
  default void keep(String session, Pty pty) {}

  /**
   * Makes this process the holder of everything that was given to {@link #keep}, for when the
   * holder has died: the children stay our children, and the new holder starts the next daemon.
   *
   * @throws PtyException when that fails; nothing has changed then
   */
  default void becomeHolder(List<String> command) {
    throw new PtyException(
        PtyException.Reason.UNSUPPORTED, "This engine cannot hold its children for another");
  }

  /** Stops serving and leaves every child alive, for the process that adopts them. */
  default void letGo() {
    close();
  }

  /** Ends every child and the thread that served them. */
  @Override
  void close();
}
