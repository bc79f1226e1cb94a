package dev.parley.terminal;

import java.util.ArrayDeque;

/**
 * The flags of the kitty keyboard protocol, a stack for each screen, and xterm's modifyOtherKeys.
 */
final class KeyboardModes {
  private static final int DEEPEST = 16;
  private static final int ALL_FLAGS = 31;

  private final ArrayDeque<Integer> primary = new ArrayDeque<>(2);
  private final ArrayDeque<Integer> alternate = new ArrayDeque<>(2);
  int modifyOtherKeys;

  private ArrayDeque<Integer> stack(boolean onAlternate) {
    return onAlternate ? alternate : primary;
  }

  int flags(boolean onAlternate) {
    Integer flags = stack(onAlternate).peekLast();
    return flags == null ? 0 : flags;
  }

  void push(boolean onAlternate, int flags) {
    ArrayDeque<Integer> stack = stack(onAlternate);
    if (stack.size() == DEEPEST) {
      stack.removeFirst();
    }
    stack.addLast(flags & ALL_FLAGS);
  }

  void pop(boolean onAlternate, int count) {
    ArrayDeque<Integer> stack = stack(onAlternate);
    for (int done = 0; done < count && !stack.isEmpty(); done++) {
      stack.removeLast();
    }
  }

  /** How 1 sets the flags as given, 2 adds them, 3 takes them away. */
  void set(boolean onAlternate, int flags, int how) {
    int now = flags(onAlternate);
    stack(onAlternate).pollLast();
    push(
        onAlternate,
        switch (how) {
          case 2 -> now | flags;
          case 3 -> now & ~flags;
          default -> flags;
        });
  }

  void reset() {
    primary.clear();
    alternate.clear();
    modifyOtherKeys = 0;
  }
}
