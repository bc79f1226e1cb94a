/** A headless terminal: bytes to screens, text and pictures; keys to bytes. */
module dev.parley.terminal {
  requires static transitive org.jspecify;

  exports dev.parley.terminal;
  exports dev.parley.terminal.image;
  exports dev.parley.terminal.keys;
  exports dev.parley.terminal.picture;
  exports dev.parley.terminal.text;
}
