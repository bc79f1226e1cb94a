package dev.parley.bench.jobs;

/**
 * How one job went through one peer.
 *
 * @param complaint what is wrong with what was left behind; empty when the job is done
 */
record Result(
    String job, String peer, String complaint, int calls, double seconds, int asked, int answered) {
  /** How a complaint about the peer itself begins. */
  static final String BROKEN = "failed: ";

  boolean done() {
    return complaint.isEmpty();
  }

  /** Whether the peer has failed, such as by ending, and not only the job. */
  boolean broken() {
    return complaint.startsWith(BROKEN);
  }
}
