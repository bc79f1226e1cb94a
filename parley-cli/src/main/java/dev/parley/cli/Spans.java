package dev.parley.cli;

import java.time.Duration;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lengths of time as people write them: {@code 500ms}, {@code 15s}, {@code 2m}, {@code 1h}. */
final class Spans implements ITypeConverter<Duration> {
  private static final Pattern SPAN = Pattern.compile("(\\d+(?:\\.\\d+)?)(ms|s|m|h|d|)");

  @Override
  public Duration convert(String text) {
    var span = SPAN.matcher(text);
    if (!span.matches()) {
      throw new TypeConversionException(
          "'%s' is not a length of time; write 500ms, 15s, 2m, 1h or 7d".formatted(text));
    }
    var unit =
        switch (span.group(2)) {
          case "ms" -> 1;
          case "m" -> 60_000;
          case "h" -> 3_600_000;
          case "d" -> 86_400_000;
          default -> 1000;
        };
    return Duration.ofMillis(Math.round(Double.parseDouble(span.group(1)) * unit));
  }

  /** A length as people write it, and no less exact. */
  static String exact(Duration length) {
    var seconds = length.toSeconds();
    if (length.toMillis() % 1000 != 0) {
      return length.toMillis() + "ms";
    }
    if (seconds % 60 != 0 || seconds == 0) {
      return seconds + "s";
    }
    return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
  }

  /** A length in its largest whole unit: {@code 3s}, {@code 12m}, {@code 5h}, {@code 2d}. */
  static String shown(long seconds) {
    if (seconds < 60) {
      return seconds + "s";
    }
    if (seconds < 3600) {
      return seconds / 60 + "m";
    }
    return seconds < 2 * 86_400 ? seconds / 3600 + "h" : seconds / 86_400 + "d";
  }
}
