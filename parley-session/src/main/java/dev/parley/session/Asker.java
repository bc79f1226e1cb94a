package dev.parley.session;

/**
 * On whose behalf a thread works: for taking turns, for noting who started a session, and for which
 * sessions exist at all. It is inherited by what the thread starts, as {@code Surroundings} are.
 *
 * @param who tells callers apart
 * @param owner whose the sessions are that are started now; empty for everybody's
 * @param sees which sessions exist for them
 */
public record Asker(String who, String owner, Sees sees) {

  /** Which sessions there are for somebody. All others are as if they were not there. */
  public enum Sees {
    ALL,
    /** Those of their own, and those that belong to nobody. */
    SHARED_AND_OWN,
    OWN
  }

  private static final Asker NOBODY = new Asker("", "", Sees.ALL);

  private static final InheritableThreadLocal<Asker> CURRENT =
      new InheritableThreadLocal<>() {
        @Override
        protected Asker initialValue() {
          return NOBODY;
        }
      };

  /** From now on this thread works for them. */
  public void enter() {
    CURRENT.set(this);
  }

  /** From now on this thread works for the house, which sees everything. */
  public static void leave() {
    CURRENT.set(NOBODY);
  }

  /** For whom this thread works. */
  public static Asker current() {
    return CURRENT.get();
  }

  boolean seesAll() {
    return sees == Sees.ALL;
  }

  /** Whether a session exists for whom this thread works for. */
  public static boolean canSee(Session session) {
    return current().sees(session);
  }

  boolean sees(Session session) {
    var theirs = session.launch().starter();
    return switch (sees) {
      case ALL -> true;
      case SHARED_AND_OWN -> theirs.isEmpty() || theirs.get().equals(owner);
      case OWN -> theirs.isPresent() && theirs.get().equals(owner);
    };
  }
}
