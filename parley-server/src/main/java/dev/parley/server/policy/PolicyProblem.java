package dev.parley.server.policy;

/** Something in a policy that is wrong, and where. */
public final class PolicyProblem extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String place;

  PolicyProblem(String place, String sentence) {
    super(place.isEmpty() ? sentence : place + ": " + sentence);
    this.place = place;
  }

  /** Where it is, such as {@code profiles.build.network[1]}; empty for the file as a whole. */
  public String place() {
    return place;
  }
}
