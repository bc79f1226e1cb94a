/** Tests of command-line programs on a real terminal. */
module dev.parley.junit {
  requires static transitive org.jspecify;
  requires transitive dev.parley.session;
  requires transitive dev.parley.terminal;
  requires transitive org.assertj.core;
  requires transitive org.junit.jupiter.api;

  exports dev.parley.junit;
}
