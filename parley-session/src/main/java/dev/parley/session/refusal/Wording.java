package dev.parley.session.refusal;

/** How a door says what could be done: in terms of its own tools, commands or routes. */
@FunctionalInterface
public interface Wording {
  /** For a door without terms of its own. */
  Wording PLAIN = Advice::plain;

  String of(Advice advice);

  /** What a refusal advises; empty when there is nothing to suggest. */
  default String of(Refusal refusal) {
    return refusal.advice().map(this::of).orElse("");
  }
}
