/** The parley command. */
module dev.parley.cli {
  requires static org.jspecify;
  requires dev.parley.fleet;
  requires dev.parley.server;
  requires dev.parley.terminal;
  requires java.management;
  requires jdk.unsupported; // tells of SIGWINCH
  requires tools.jackson.databind;
  requires info.picocli;

  opens dev.parley.cli to
      info.picocli;
}
