package dev.parley.session;

/** How much the proofs try: a little in every build, all of it with {@code -Dparley.full}. */
final class Proof {
  private Proof() {}

  static int times(int few, int all) {
    return System.getProperty("parley.full") == null ? few : all;
  }
}
