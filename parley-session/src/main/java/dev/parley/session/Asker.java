package dev.parley.session;

/**
 * On whose behalf a thread works, as far as it matters for taking turns. It is inherited by what
 * the thread starts, as {@code Surroundings} are.
 */
public final class Asker {
  private static final InheritableThreadLocal<String> CURRENT =
      new InheritableThreadLocal<>() {
        @Override
        protected String initialValue() {
          return "";
        }
      };

  private Asker() {}

  /** From now on this thread works for somebody. */
  public static void enter(String who) {
    CURRENT.set(who);
  }

  static String current() {
    return CURRENT.get();
  }
}
