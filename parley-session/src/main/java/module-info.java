/** Conversations with programs on terminals. */
module dev.parley.session {
  requires static transitive org.jspecify;
  requires transitive dev.parley.pty;
  requires transitive dev.parley.terminal;
  requires re2j;

  exports dev.parley.session;
  exports dev.parley.session.launch;
  exports dev.parley.session.recording;
  exports dev.parley.session.refusal;
}
