/** A child on a pseudo-terminal. */
module dev.parley.pty {
  requires static transitive org.jspecify;
  requires static pty4j; // the second engine; needed only where it is chosen

  exports dev.parley.pty;
  exports dev.parley.pty.finding;
}
