package dev.parley.junit;

import dev.parley.terminal.Screen;

/** Where assertions about screens begin. */
public final class ParleyAssertions {
  private ParleyAssertions() {}

  public static ScreenAssert assertThat(Screen actual) {
    return new ScreenAssert(actual);
  }
}
