package dev.parley.session.launch;

import dev.parley.pty.Limits;
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
 * @param network what it reaches of the network
 * @param writable more folders it may write to
 * @param hidden more files and folders it does not see
 * @param dropped names of variables it does not get; one ending in {@code *} is a beginning
 * @param passed names of variables it gets although sandboxes drop them
 * @param limits what it may use at most
 */
public record SandboxProfile(
    String name,
    Writing writing,
    Network network,
    List<Path> writable,
    List<Path> hidden,
    Set<String> dropped,
    Set<String> passed,
    Limits limits) {

  /** Where a session may write, from the least to the most. */
  public enum Writing {
    NOWHERE,
    /** Below its directory. */
    WORKSPACE,
    ANYWHERE
  }

  /** No sandbox: it can do what the user can. */
  public static final SandboxProfile NONE = of("none", Writing.ANYWHERE, Network.Whole.HOST);

  public static final SandboxProfile READ_ONLY =
      of("read-only", Writing.NOWHERE, Network.Whole.NONE);
  public static final SandboxProfile WORKSPACE =
      of("workspace", Writing.WORKSPACE, Network.Whole.NONE);
  public static final SandboxProfile WORKSPACE_NET =
      of("workspace+net", Writing.WORKSPACE, Network.Whole.HOST);
  public static final SandboxProfile OFFLINE = of("offline", Writing.ANYWHERE, Network.Whole.NONE);

  /** In place of one: the caller did not say, and gets what is usual for it. */
  public static final SandboxProfile USUAL = of("", Writing.NOWHERE, Network.Whole.NONE);

  private static final Map<String, SandboxProfile> KNOWN =
      Stream.of(NONE, READ_ONLY, WORKSPACE, WORKSPACE_NET, OFFLINE)
          .collect(
              Collectors.toMap(SandboxProfile::name, one -> one, (a, b) -> a, LinkedHashMap::new));

  public SandboxProfile {
    writable = List.copyOf(writable);
    hidden = List.copyOf(hidden);
    dropped = Set.copyOf(dropped);
    passed = Set.copyOf(passed);
  }

  private static SandboxProfile of(String name, Writing writing, Network network) {
    return new SandboxProfile(
        name, writing, network, List.of(), List.of(), Set.of(), Set.of(), Limits.NONE);
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

  /**
   * A profile of which only the name is known, since an earlier process used it or a caller asks
   * for it; one that is not always there allows nothing.
   */
  public static SandboxProfile remembered(String name) {
    var known = KNOWN.get(name);
    return known == null ? of(name, Writing.NOWHERE, Network.Whole.NONE) : known;
  }

  public boolean isConfined() {
    return !equals(NONE);
  }

  /**
   * Whether it lets a session write to and reach nothing that another one does not. What that one
   * hides, drops and limits is left to {@link #tightened}.
   */
  public boolean isWithin(SandboxProfile most) {
    return !most.isConfined()
        || (isConfined()
            && writing.compareTo(most.writing) <= 0
            && network.isWithin(most.network)
            && (most.writing == Writing.ANYWHERE || most.writable.containsAll(writable))
            && most.passed.containsAll(passed));
  }

  /** The same, which hides, drops and limits what another one does too. */
  public SandboxProfile tightened(SandboxProfile by) {
    return new SandboxProfile(
        name,
        writing,
        network,
        writable,
        Stream.concat(hidden.stream(), by.hidden.stream()).distinct().toList(),
        Stream.concat(dropped.stream(), by.dropped.stream()).collect(Collectors.toSet()),
        passed,
        limits.within(by.limits));
  }
}
