package dev.parley.server.calls;

import dev.parley.session.Session;
import dev.parley.session.SessionState;
import dev.parley.session.Standing;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.SessionEnding;
import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Target;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A session as a list shows it.
 *
 * @param command what was started, in one line
 * @param endedBy what has ended it, where that was not the program's own doing
 * @param endedAt when it ended
 * @param owner who started it, where it is not everybody's: {@code agent NAME}, {@code token NAME}
 * @param sandbox the profile it is confined to
 * @param sandboxedBy what holds that
 * @param limits what keeps each of its limits
 * @param node the node it is on, in a list of a fleet
 * @param warning what people should know about it, such as that it is not recorded
 */
public record SessionEntry(
    SessionId id,
    Optional<String> name,
    Standing standing,
    String command,
    Instant startedAt,
    Duration age,
    Duration idle,
    Optional<String> endedBy,
    Optional<Instant> endedAt,
    Optional<String> owner,
    Optional<String> sandbox,
    Optional<String> sandboxedBy,
    Map<String, String> limits,
    Optional<String> warning,
    Optional<String> node) {
  private static final int LONG_COMMAND = 200;

  /** A session as it stands now. */
  public static SessionEntry of(Session session) {
    return of(session, session.standing());
  }

  /** A session at a moment that has been seen already: this asks nothing of the kernel. */
  public static SessionEntry of(Session session, Standing standing) {
    var ending = session.over() ? session.ending() : Optional.<SessionEnding>empty();
    return new SessionEntry(
        session.id(),
        session.name(),
        standing,
        shown(session.launch()),
        session.startedAt(),
        session.age(),
        session.idle(),
        ending.flatMap(SessionEnding::endedBy),
        ending.map(SessionEnding::at),
        session.launch().starter().map(SessionEntry::shownOwner),
        Optional.of(session.launch().sandbox())
            .filter(SandboxProfile::isConfined)
            .map(SandboxProfile::name),
        session.keepers().sandbox(),
        session.keepers().limits(),
        session.warning(),
        Optional.empty());
  }

  /** Without what tells a token from a later one of the same name. */
  private static String shownOwner(String starter) {
    return starter.startsWith("token ")
        ? starter.substring(0, Math.max(6, starter.lastIndexOf(' ')))
        : starter;
  }

  /** The same, said to be on a node. */
  public SessionEntry on(String which) {
    return new SessionEntry(
        id,
        name,
        standing,
        command,
        startedAt,
        age,
        idle,
        endedBy,
        endedAt,
        owner,
        sandbox,
        sandboxedBy,
        limits,
        warning,
        Optional.of(which));
  }

  /** The same, where it stands otherwise. */
  public SessionEntry at(Standing other) {
    return new SessionEntry(
        id,
        name,
        other,
        command,
        startedAt,
        age,
        idle,
        endedBy,
        endedAt,
        owner,
        sandbox,
        sandboxedBy,
        limits,
        warning,
        node);
  }

  public SessionState state() {
    return standing.state();
  }

  /** What was asked for: the line where a shell runs one, and where it runs if that is not here. */
  public static String shown(Launch launch) {
    var there = launch.target().equals(Target.LOCAL) ? "" : launch.target() + " ";
    return there + line(launch);
  }

  private static String line(Launch launch) {
    var command = launch.command();
    return shown(
        command.size() > 2 && command.get(command.size() - 2).equals("-c")
            ? command.subList(command.size() - 1, command.size())
            : command);
  }

  /** How a shell comes by its marks, which is nobody's wish. */
  private static boolean bringsMarks(List<String> command) {
    return command.size() > 2
        && (command.contains("--rcfile") || command.contains("-C"))
        && command.stream().anyMatch(word -> word.matches(".*/(marks\\.(ba|fi)sh|fd/9)'?"));
  }

  /** A command and its arguments as one line, cut where it goes on and on. */
  public static String shown(List<String> command) {
    var line = String.join(" ", bringsMarks(command) ? command.subList(0, 1) : command);
    return line.length() <= LONG_COMMAND ? line : line.substring(0, LONG_COMMAND) + "…";
  }
}
