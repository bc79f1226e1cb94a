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

  private LimitNames() {}

  /** Limits by their names. */
  public static Limits limits(Function<String, OptionalLong> number) {
    return new Limits(
        megabytes(number.apply("address_space_mb")),
        number.apply("processes"),
        number.apply("open_files"),
        number.apply("cpu_seconds"),
        OptionalLong.empty(),
        megabytes(number.apply("memory_mb")),
        number.apply("cpu_percent"),
        megabytes(number.apply("file_mb")),
        number.apply("wall_s"));
  }

  private static OptionalLong megabytes(OptionalLong count) {
    return count.isPresent() ? OptionalLong.of(count.getAsLong() << 20) : count;
  }
}
