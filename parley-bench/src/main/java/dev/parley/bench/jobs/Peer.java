package dev.parley.bench.jobs;

/** A way to work at a terminal that jobs are played through. */
interface Peer extends AutoCloseable {
  String name();

  String version();

  /**
   * Tokens of what a model is told of its tools, once for each conversation; 0 where there is no
   * such list.
   */
  int toolTokens();

  /** Takes a job in hand. */
  Hands take(Workplace place, Meter meter);

  @Override
  void close();
}
