package dev.parley.session.launch;

import dev.parley.session.refusal.Refusal;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a session may touch. All but {@link #NONE} hide the secrets of the user's home, and the
 * kernel enforces them.
 *
 * @param name what callers call it
 * @param writing where it may write, besides a temporary folder of its own
 * @param network whether it reaches the host's network
 * @param writable more folders it may write to
 * @param hidden more files and folders it does not see
 * @param dropped names of variables it does not get; one ending in {@code *} is a beginning
 */
public record SandboxProfile(
    String name,
    Writing writing,
    boolean network,
    List<Path> writable,
    List<Path> hidden,
    Set<String> dropped) {

  /** Where a session may write, from the least to the most. */
  public enum Writing {
    NOWHERE,
    /** Below its directory. */
    WORKSPACE,
    ANYWHERE
  }

  /** No sandbox: it can do what the user can. */
  public static final SandboxProfile NONE = of("none", Writing.ANYWHERE, true);

  public static final SandboxProfile READ_ONLY = of("read-only", Writing.NOWHERE, false);
  public static final SandboxProfile WORKSPACE = of("workspace", Writing.WORKSPACE, false);
  public static final SandboxProfile WORKSPACE_NET = of("workspace+net", Writing.WORKSPACE, true);
  public static final SandboxProfile OFFLINE = of("offline", Writing.ANYWHERE, false);

  private static final Map<String, SandboxProfile> KNOWN =
      Stream.of(NONE, READ_ONLY, WORKSPACE, WORKSPACE_NET, OFFLINE)
          .collect(
              Collectors.toMap(SandboxProfile::name, one -> one, (a, b) -> a, LinkedHashMap::new));

  public SandboxProfile {
    writable = List.copyOf(writable);
    hidden = List.copyOf(hidden);
    dropped = Set.copyOf(dropped);
  }

  private static SandboxProfile of(String name, Writing writing, boolean network) {
    return new SandboxProfile(name, writing, network, List.of(), List.of(), Set.of());
  }

  /** The names that are always there. */
  public static Set<String> names() {
    return KNOWN.keySet();
  }

  /**
   * The profile of this name.
   *
   * @throws Refusal when there is none
   */
  public static SandboxProfile named(String name) {
    var known = KNOWN.get(name);
    if (known == null) {
      throw new Refusal(
          Refusal.Code.BAD_INPUT,
          "There is no sandbox '%s'".formatted(name),
          "Use " + String.join(", ", names()));
    }
    return known;
  }

  /** A profile that an earlier process used, of which only the name is known now. */
  public static SandboxProfile remembered(String name) {
    var known = KNOWN.get(name);
    return known == null ? of(name, Writing.NOWHERE, false) : known;
  }

  public boolean isConfined() {
    return !equals(NONE);
  }

  /** Whether it allows nothing that another one forbids. */
  public boolean isWithin(SandboxProfile most) {
    return !most.isConfined()
        || (isConfined()
            && writing.compareTo(most.writing) <= 0
            && (!network || most.network)
            && (most.writing == Writing.ANYWHERE || most.writable.containsAll(writable))
            && hidden.containsAll(most.hidden)
            && dropped.containsAll(most.dropped));
  }
}
