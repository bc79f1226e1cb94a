package dev.parley.server.tools;

import dev.parley.server.mcp.Tool;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** A family of tools with names some agents know; all of them work on the same sessions. */
public enum Toolset {
  /** Parley's own. */
  PARLEY,
  /** A few short-lived shells, read a few kilobytes at a time. */
  TRICODE,
  /** Run a command, then write to it and poll it. */
  UNIFIED_EXEC,
  /** Shells by id, commands with exit codes, expect, and one shell that is always there. */
  TERMINAL;

  List<Tool> tools(Engine engine) {
    return switch (this) {
      case PARLEY -> SessionTools.of(engine);
      case TRICODE -> TricodeTools.of(engine);
      case UNIFIED_EXEC -> UnifiedExecTools.of(engine);
      case TERMINAL -> TerminalTools.of(engine);
    };
  }

  /** The name as it is typed: {@code unified-exec}. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * The toolsets of a list such as {@code parley,tricode}, or {@code all}.
   *
   * @throws IllegalArgumentException with a sentence, when there is no such toolset
   */
  public static Set<Toolset> named(String list) {
    if (list.strip().equals("all")) {
      return EnumSet.allOf(Toolset.class);
    }
    var chosen = EnumSet.noneOf(Toolset.class);
    for (var name : list.split(",")) {
      chosen.add(
          Arrays.stream(values())
              .filter(toolset -> toolset.wire().equals(name.strip()))
              .findFirst()
              .orElseThrow(
                  () ->
                      new IllegalArgumentException(
                          "There is no toolset '%s'; there are %s, and all"
                              .formatted(name.strip(), names()))));
    }
    return chosen;
  }

  private static String names() {
    return Arrays.stream(values()).map(Toolset::wire).collect(Collectors.joining(", "));
  }
}
