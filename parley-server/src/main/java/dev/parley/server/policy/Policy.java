package dev.parley.server.policy;

import dev.parley.pty.Limits;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What people, agents, and agents with a certain toolset get unless they ask for something else,
 * and what they may ask for at most.
 *
 * @param own profiles beside those that are always there, by name
 * @param toolsets what holds for agents in place of {@code agents}, by toolset
 */
public record Policy(
    Map<String, SandboxProfile> own, Rule people, Rule agents, Map<String, Rule> toolsets) {

  /**
   * What one party gets.
   *
   * @param usual the profile when they ask for none
   * @param most they may ask for this, and for what writes and reaches no more; what it hides,
   *     drops and limits holds for that too
   * @param elsewhere whether they may start programs on other hosts and in containers, where no
   *     sandbox of ours is
   * @param totals what all sessions of one client may use together
   */
  public record Rule(SandboxProfile usual, SandboxProfile most, boolean elsewhere, Limits totals) {
    static final Rule OPEN = new Rule(SandboxProfile.NONE, SandboxProfile.NONE, true, Limits.NONE);
  }

  /** Everybody gets what they ask for; so it is where there is no policy. */
  public static final Policy OPEN = new Policy(Map.of(), Rule.OPEN, Rule.OPEN, Map.of());

  public Policy {
    own = Collections.unmodifiableMap(new LinkedHashMap<>(own));
    toolsets = Collections.unmodifiableMap(new LinkedHashMap<>(toolsets));
  }

  /** What holds for a party. */
  public Rule rule(Party party) {
    return party.isAgent() ? toolsets.getOrDefault(party.toolset(), agents) : people;
  }

  /** The profile of this name; empty when there is none. */
  public Optional<SandboxProfile> profile(String name) {
    return SandboxProfile.names().contains(name)
        ? Optional.of(SandboxProfile.named(name))
        : Optional.ofNullable(own.get(name));
  }

  /**
   * A launch as the party may have it: in the usual sandbox where it named none, under the limits
   * of its profile.
   *
   * @throws Refusal when it asks for more than is allowed
   */
  public Launch applied(Party party, Launch launch) {
    var rule = rule(party);
    if (!launch.target().equals(Target.LOCAL)) {
      checkElsewhere(party);
      return launch;
    }
    var profile =
        launch.sandbox().equals(SandboxProfile.USUAL)
            ? rule.usual
            : profile(launch.sandbox().name())
                .orElseThrow(
                    () ->
                        new Refusal(
                            Refusal.Code.BAD_INPUT,
                            "There is no sandbox '%s'".formatted(launch.sandbox().name()),
                            "Use " + allowed(party)));
    if (!profile.isWithin(rule.most)) {
      throw new Refusal(
          Refusal.Code.NOT_ALLOWED,
          "The policy does not let %s use the sandbox %s".formatted(party, profile.name()),
          "Use " + allowed(party));
    }
    var held = profile.tightened(rule.most);
    return launch
        .sandboxed(held)
        .limited(launch.limits().within(held.limits()))
        .totalling(rule.totals);
  }

  /**
   * Checks that a party may start programs on other hosts.
   *
   * @throws Refusal when it may not
   */
  public void checkElsewhere(Party party) {
    if (!rule(party).elsewhere) {
      throw new Refusal(
          Refusal.Code.NOT_ALLOWED,
          "The policy does not let %s start programs elsewhere".formatted(party),
          "Start it on this host, in one of these sandboxes: " + allowed(party));
    }
  }

  /** The names of the profiles that a party may use. */
  public String allowed(Party party) {
    var most = rule(party).most;
    return Stream.concat(
            SandboxProfile.names().stream().map(SandboxProfile::named), own.values().stream())
        .filter(profile -> profile.isWithin(most))
        .map(SandboxProfile::name)
        .collect(Collectors.joining(", "));
  }
}
