package dev.parley.server.tools;

import dev.parley.pty.Limits;
import dev.parley.server.calls.Asking;
import dev.parley.server.policy.LimitNames;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How one client wants to be served.
 *
 * @param client what the client is called, if it may come back after a restart; else empty
 * @param resumed whether it comes back now, after an earlier daemon has served it
 * @param answers what Parley's own tools answer with
 * @param longest the longest wait of a call
 * @param keep whether sessions that belong to the client live on when it has gone
 * @param allSessions whether sessions of other agents exist for the client
 * @param limits limits of toolsets by name, such as {@code tricode.sessions}
 */
public record ClientOptions(
    String client,
    boolean resumed,
    Answers answers,
    Duration longest,
    boolean keep,
    boolean allSessions,
    Map<String, Integer> limits) {

  private static final List<String> OWN_LIMITS =
      List.of(
          "tricode.sessions",
          "tricode.idle_s",
          "tricode.lifetime_s",
          "tricode.read_bytes",
          "unified-exec.sessions",
          "unified-exec.stale_s",
          "terminal.sessions");

  /** The toolsets whose callers cannot say themselves what a program may use. */
  private static final List<String> LIMITED = List.of("tricode", "unified-exec", "terminal");

  /** For programs that read fields. */
  public static final ClientOptions PROGRAM =
      new ClientOptions("", false, Answers.BOTH, Asking.USUAL, false, false, Map.of());

  public ClientOptions {
    limits = Map.copyOf(limits);
  }

  /** The same with other answers. */
  public ClientOptions with(Answers other) {
    return new ClientOptions(client, resumed, other, longest, keep, allSessions, limits);
  }

  /**
   * Options as they travel: {@code answers=text;max_wait_s=50;keep=true;tricode.sessions=5}, in any
   * order, each of them optional.
   *
   * @throws IllegalArgumentException with a sentence, when one of them is wrong
   */
  public static ClientOptions parse(String client, boolean resumed, String text) {
    var answers = Answers.TEXT;
    var longest = Asking.USUAL;
    var keep = false;
    var all = false;
    var limits = new HashMap<String, Integer>();
    for (var option : text.split(";")) {
      var equals = option.indexOf('=');
      var name = equals < 0 ? option : option.substring(0, equals);
      var value = option.substring(equals + 1);
      switch (name) {
        case "" -> {}
        case "answers" -> answers = Answers.named(value);
        case "max_wait_s" -> longest = Duration.ofSeconds(number(name, value));
        case "keep" -> keep = Boolean.parseBoolean(value);
        case "sessions" ->
            all =
                switch (value) {
                  case "all" -> true;
                  case "own" -> false;
                  default ->
                      throw new IllegalArgumentException(
                          "sessions is own or all, not '%s'".formatted(value));
                };
        default -> limits.put(known(name), number(name, value));
      }
    }
    return new ClientOptions(client, resumed, answers, longest, keep, all, limits);
  }

  private static String known(String name) {
    var dot = name.indexOf('.');
    var toolset = name.substring(0, Math.max(0, dot));
    if (!OWN_LIMITS.contains(name)
        && !(LIMITED.contains(toolset) && LimitNames.ALL.contains(name.substring(dot + 1)))) {
      throw new IllegalArgumentException(
          "There is no limit '%s'; there are %s, and for each of %s: %s"
              .formatted(
                  name,
                  String.join(", ", OWN_LIMITS),
                  String.join(", ", LIMITED),
                  String.join(", ", LimitNames.ALL)));
    }
    return name;
  }

  private static int number(String name, String value) {
    if (!value.matches("\\d{1,9}")) {
      throw new IllegalArgumentException("%s is a number, not '%s'".formatted(name, value));
    }
    return Integer.parseInt(value);
  }

  /** What a toolset's programs may use. */
  Limits programs(String toolset) {
    return LimitNames.limits(
        name ->
            Optional.ofNullable(limits.get(toolset + "." + name))
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty));
  }

  /** A limit of a toolset. */
  int count(String name, int otherwise) {
    return limits.getOrDefault(name, Integer.getInteger("parley." + name, otherwise));
  }

  Duration seconds(String name, int otherwise) {
    return Duration.ofSeconds(count(name, otherwise));
  }
}
