/** A child on a pseudo-terminal. */
module dev.parley.pty {
  requires static transitive org.jspecify;

  exports dev.parley.pty;
}
