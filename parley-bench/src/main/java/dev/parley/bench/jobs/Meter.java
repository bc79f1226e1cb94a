package dev.parley.bench.jobs;

/** Counts what one job costs through one peer: calls, and tokens in both directions. */
final class Meter {
  /** Clients cut what is longer: an answer counts for no more. */
  private static final int LONGEST = 25_000;

  private final boolean shown;
  private int calls;
  private int asked;
  private int answered;

  /**
   * A meter at nothing.
   *
   * @param shown whether calls are printed as they come
   */
  Meter(boolean shown) {
    this.shown = shown;
  }

  /** A call: what a model writes for it, and what it reads afterwards. */
  void call(String request, String answer) {
    calls++;
    if (shown) {
      System.err.println("→ " + request + "\n" + answer.indent(2));
    }
    asked += Tokens.count(request);
    answered += Math.min(LONGEST, Tokens.count(answer));
  }

  int calls() {
    return calls;
  }

  /** Tokens that a model wrote. */
  int asked() {
    return asked;
  }

  /** Tokens that it was told. */
  int answered() {
    return answered;
  }
}
