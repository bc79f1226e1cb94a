/** A headless terminal: bytes to screens, keys to bytes. */
module dev.parley.terminal {
  requires static transitive org.jspecify;

  exports dev.parley.terminal;
}
