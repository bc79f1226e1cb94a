/** The parley command. */
module dev.parley.cli {
  requires static org.jspecify;
  requires dev.parley.server;
  requires info.picocli;

  opens dev.parley.cli to
      info.picocli;
}
