package dev.parley.pty;

/**
 * One thing this host can or cannot do for us, in words a user can act on.
 *
 * @param name a short name, such as {@code probe}
 * @param ok whether it works as it should
 * @param sentence what was found
 * @param remedy what to do about it; empty when nothing needs to be done
 */
public record Capability(String name, boolean ok, String sentence, String remedy) {

  static Capability works(String name, String sentence) {
    return new Capability(name, true, sentence, "");
  }

  static Capability fails(String name, String sentence, String remedy) {
    return new Capability(name, false, sentence, remedy);
  }

  static Capability of(String name, boolean ok, String works, String fails, String remedy) {
    return ok ? works(name, works) : fails(name, fails, remedy);
  }
}
