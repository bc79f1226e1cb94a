/** Sessions on many hosts, through a broker. */
module dev.parley.fleet {
  requires static transitive org.jspecify;
  requires transitive dev.parley.server;
  requires java.logging;
  requires io.nats.jnats;

  exports dev.parley.fleet;
}
