package dev.parley.bench;

import java.util.Arrays;

/** What a benchmark is told on its command line: {@code --name value}. */
public final class Options {
  private Options() {}

  public static int number(String[] options, String name, int otherwise) {
    return Integer.parseInt(text(options, name, String.valueOf(otherwise)));
  }

  public static String text(String[] options, String name, String otherwise) {
    var at = Arrays.asList(options).indexOf(name);
    if (at < 0) {
      return otherwise;
    }
    if (at + 1 == options.length) {
      throw new IllegalArgumentException(name + " needs a value");
    }
    return options[at + 1];
  }
}
