package dev.parley.fleet;

/**
 * The subjects that nodes speak on. Who speaks is a part of the subject, so that a broker that
 * gives each node permissions of its own lets none speak for another.
 *
 * @param node this node
 * @param instance tells this process from earlier ones of the same node
 */
record Subjects(String node, String instance) {
  /** Raised when a node of another version would be misunderstood. */
  static final int PROTOCOL = 1;

  static final String ALL_HEARTBEATS = "parley.hb.*";

  String heartbeat() {
    return "parley.hb." + node;
  }

  /** Where this node is asked; the last two parts are who asks, and what kind of message it is. */
  String asked() {
    return "parley.n.%s.*.*".formatted(node);
  }

  /** Where another node is asked. */
  String ask(String other, String kind) {
    return "parley.n.%s.%s.%s".formatted(other, node, kind);
  }

  /** Where answers to this process come in. */
  String answers() {
    return "parley.r.%s.%s.*".formatted(node, instance);
  }

  String answer(long call) {
    return "parley.r.%s.%s.%d".formatted(node, instance, call);
  }

  /** A part of a subject, counted from the end; empty when there are not so many. */
  static String part(String subject, int fromEnd) {
    var parts = subject.split("\\.");
    return parts.length > fromEnd ? parts[parts.length - 1 - fromEnd] : "";
  }
}
