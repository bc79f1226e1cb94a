package dev.parley.pty;

import java.util.Locale;

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

  /** Ends every child and the thread that served them. */
  @Override
  void close();
}
