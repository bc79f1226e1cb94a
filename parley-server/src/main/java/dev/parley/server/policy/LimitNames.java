package dev.parley.server.policy;

import dev.parley.pty.Limits;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/** What a program on this host can be limited in, by the names that callers and policies use. */
public final class LimitNames {
  public static final List<String> ALL =
      List.of(
          "memory_mb",
          "cpu_percent",
          "processes",
          "open_files",
          "file_mb",
          "cpu_seconds",
          "wall_s",
          "address_space_mb");

  private static final long LARGEST = 1L << 32;

  private LimitNames() {}

  /** Limits by their names. */
  public static Limits limits(Function<String, OptionalLong> number) {
    return new Limits(
        megabytes(number.apply("address_space_mb")),
        number(number.apply("processes")),
        number(number.apply("open_files")),
        number(number.apply("cpu_seconds")),
        OptionalLong.empty(),
        megabytes(number.apply("memory_mb")),
        number(number.apply("cpu_percent")),
        megabytes(number.apply("file_mb")),
        number(number.apply("wall_s")));
  }

  /**
   * What is more than a number of bytes can say is no limit; as much as can be said is none either.
   */
  private static OptionalLong megabytes(OptionalLong count) {
    return count.isPresent()
        ? OptionalLong.of(Math.min(count.getAsLong(), Long.MAX_VALUE >> 20) << 20)
        : count;
  }

  /** More than a century or a billion, and still far from where sums with it overflow. */
  private static OptionalLong number(OptionalLong count) {
    return count.isPresent() ? OptionalLong.of(Math.min(count.getAsLong(), LARGEST)) : count;
  }
}
