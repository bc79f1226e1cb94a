/** A way to the daemon: find it, start it, call it, attach to a session. */
module dev.parley.client {
  requires static transitive org.jspecify;
  requires transitive tools.jackson.databind;
  requires jdk.net;

  exports dev.parley.client;
}
