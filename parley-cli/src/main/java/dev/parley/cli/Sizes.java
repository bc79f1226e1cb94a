package dev.parley.cli;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Numbers of bytes as people write them: {@code 4096}, {@code 500K}, {@code 20M}, {@code 4G}. */
final class Sizes implements ITypeConverter<Long> {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([KMG]?)B?");

  @Override
  public Long convert(String text) {
    var size = SIZE.matcher(text);
    if (!size.matches()) {
      throw new TypeConversionException(
          "'%s' is not a number of bytes; write 4096, 500K, 20M or 4G".formatted(text));
    }
    var shift =
        switch (size.group(2)) {
          case "K" -> 10;
          case "M" -> 20;
          case "G" -> 30;
          default -> 0;
        };
    return Long.parseLong(size.group(1)) << shift;
  }

  /** A size in its largest unit that leaves something before the point. */
  static String shown(long bytes) {
    if (bytes < 1 << 10) {
      return bytes + " B";
    }
    if (bytes < 1 << 20) {
      return (bytes >> 10) + " KiB";
    }
    return bytes < 10L << 30 ? (bytes >> 20) + " MiB" : (bytes >> 30) + " GiB";
  }
}
