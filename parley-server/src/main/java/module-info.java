/** The doors: MCP, HTTP and the console. */
module dev.parley.server {
  requires static transitive org.jspecify;
  requires transitive dev.parley.session;
  requires transitive dev.parley.client;
  requires jdk.net;
  requires java.logging;
  requires java.net.http; // calls people by webhooks
  requires transitive tools.jackson.databind;
  requires transitive org.eclipse.jetty.server;
  requires org.eclipse.jetty.websocket.server;
  requires org.slf4j;
  requires re2j;

  exports dev.parley.server.access;
  exports dev.parley.server.calls;
  exports dev.parley.server.daemon;
  exports dev.parley.server.http;
  exports dev.parley.server.json;
  exports dev.parley.server.launcher;
  exports dev.parley.server.mcp;
  exports dev.parley.server.policy;
  exports dev.parley.server.tools;
  exports dev.parley.server.view;
  exports dev.parley.server.wire;
}
