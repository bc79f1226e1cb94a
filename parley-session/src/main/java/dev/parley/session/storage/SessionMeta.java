package dev.parley.session.storage;

import dev.parley.pty.Exit;
import dev.parley.pty.Limits;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Target;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What is written down about a session beside its output: enough to go on with it in another
 * process, or to tell afterwards what it was. Values of the environment stay out, they may be
 * secrets.
 *
 * @param boot which start of this host it ran in; a child does not outlive that
 * @param keptBy what keeps its limits and its sandbox ({@link dev.parley.pty.Pty#keptBy})
 * @param ending how it ended, once it has
 */
public record SessionMeta(
    SessionId id,
    Launch launch,
    Instant startedAt,
    long pid,
    String nonce,
    String boot,
    Map<String, String> keptBy,
    Optional<SessionEnding> ending) {

  public SessionMeta started(long pid, Map<String, String> keptBy) {
    return new SessionMeta(id, launch, startedAt, pid, nonce, boot, keptBy, ending);
  }

  public SessionMeta named(String name) {
    return new SessionMeta(id, launch.named(name), startedAt, pid, nonce, boot, keptBy, ending);
  }

  public SessionMeta ended(SessionEnding how) {
    return new SessionMeta(id, launch, startedAt, pid, nonce, boot, keptBy, Optional.of(how));
  }

  String toJson() {
    var map = new LinkedHashMap<String, Object>();
    map.put("session", id.value());
    launch.name().ifPresent(name -> map.put("name", name));
    launch.owner().ifPresent(owner -> map.put("owner", owner));
    launch.starter().ifPresent(starter -> map.put("starter", starter));
    map.put("command", launch.command());
    map.put("interactive_shell", launch.interactiveShell());
    map.put("login", launch.login());
    map.put("environment", List.copyOf(launch.environment().keySet()));
    map.put("directory", launch.directory().toString());
    if (!launch.target().equals(Target.LOCAL)) {
      map.put("target", launch.target().toString());
    }
    if (launch.sandbox().isConfined()) {
      map.put("sandbox", launch.sandbox().name());
    }
    map.put("cols", launch.columns());
    map.put("rows", launch.rows());
    launch.idleTimeout().ifPresent(time -> map.put("idle_timeout_ms", time.toMillis()));
    launch.maxLifetime().ifPresent(time -> map.put("max_lifetime_ms", time.toMillis()));
    if (!launch.limits().equals(Limits.NONE)) {
      map.put("limits", StoredLimits.map(launch.limits()));
    }
    if (!keptBy.isEmpty()) {
      map.put("kept_by", keptBy);
    }
    map.put("started_at_ms", startedAt.toEpochMilli());
    map.put("pid", pid);
    map.put("nonce", nonce);
    map.put("boot", boot);
    ending.ifPresent(
        how -> {
          switch (how.exit()) {
            case Exit.Code(var code) -> map.put("exit_code", code);
            case Exit.Killed(var number, var name) -> {
              map.put("signal", number);
              map.put("signal_name", name);
            }
          }
          map.put("ended_at_ms", how.at().toEpochMilli());
          map.put("ended_by", how.by());
        });
    return StoredJson.write(map) + "\n";
  }

  /**
   * Reads what {@link #toJson} wrote.
   *
   * @throws IllegalArgumentException when it is damaged
   */
  static SessionMeta fromJson(String json) {
    var map = StoredJson.readObject(json);
    var launch =
        new Launch(
            words(map, "command"),
            Boolean.TRUE.equals(map.get("interactive_shell")),
            Boolean.TRUE.equals(map.get("login")),
            Map.of(),
            Path.of(text(map, "directory")),
            map.containsKey("name") ? Optional.of(text(map, "name")) : Optional.empty(),
            (int) number(map, "cols"),
            (int) number(map, "rows"),
            map.get("limits") instanceof Map<?, ?> limits ? StoredLimits.read(limits) : Limits.NONE,
            duration(map, "idle_timeout_ms"),
            duration(map, "max_lifetime_ms"),
            map.containsKey("target") ? Target.parse(text(map, "target")) : Target.LOCAL,
            map.containsKey("owner") ? Optional.of(text(map, "owner")) : Optional.empty(),
            map.containsKey("starter") ? Optional.of(text(map, "starter")) : Optional.empty(),
            map.containsKey("sandbox")
                ? SandboxProfile.remembered(text(map, "sandbox"))
                : SandboxProfile.NONE,
            Limits.NONE);
    return new SessionMeta(
        new SessionId(text(map, "session")),
        launch,
        Instant.ofEpochMilli(number(map, "started_at_ms")),
        number(map, "pid"),
        text(map, "nonce"),
        text(map, "boot"),
        map.get("kept_by") instanceof Map<?, ?> kept ? texts(kept) : Map.of(),
        ending(map));
  }

  private static Optional<SessionEnding> ending(Map<?, ?> map) {
    if (!map.containsKey("ended_at_ms")) {
      return Optional.empty();
    }
    var exit =
        map.containsKey("signal")
            ? new Exit.Killed((int) number(map, "signal"), text(map, "signal_name"))
            : new Exit.Code((int) number(map, "exit_code"));
    return Optional.of(
        new SessionEnding(
            exit, Instant.ofEpochMilli(number(map, "ended_at_ms")), text(map, "ended_by")));
  }

  private static Optional<Duration> duration(Map<?, ?> map, String key) {
    return map.containsKey(key)
        ? Optional.of(Duration.ofMillis(number(map, key)))
        : Optional.empty();
  }

  static String text(Map<?, ?> map, String key) {
    if (map.get(key) instanceof String text) {
      return text;
    }
    throw new IllegalArgumentException("There is no text '%s' in it".formatted(key));
  }

  static long number(Map<?, ?> map, String key) {
    if (map.get(key) instanceof Long number) {
      return number;
    }
    throw new IllegalArgumentException("There is no number '%s' in it".formatted(key));
  }

  private static Map<String, String> texts(Map<?, ?> map) {
    return map.entrySet().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                entry -> String.valueOf(entry.getKey()),
                entry -> String.valueOf(entry.getValue())));
  }

  private static List<String> words(Map<?, ?> map, String key) {
    if (map.get(key) instanceof List<?> list && !list.isEmpty()) {
      return list.stream().map(String::valueOf).toList();
    }
    throw new IllegalArgumentException("There is no list '%s' in it".formatted(key));
  }
}
