package dev.parley.cli;

import dev.parley.client.Home;
import dev.parley.server.policy.Party;
import dev.parley.server.policy.Policy;
import dev.parley.server.policy.PolicyFile;
import dev.parley.server.policy.PolicyProblem;
import dev.parley.server.tools.Toolset;
import dev.parley.session.Expectation;
import dev.parley.session.Sessions;
import dev.parley.session.View;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code parley policy}: what those who start sessions get, and may ask for. */
@Command(
    name = "policy",
    mixinStandardHelpOptions = true,
    description = "Shows, checks and tries the policy: what people and agents may start.",
    subcommands = {PolicyCommand.Show.class, PolicyCommand.Check.class, PolicyCommand.Try.class},
    footer = {
      "",
      "Examples:",
      "  parley policy show",
      "  parley policy check",
      "  parley policy try --as unified-exec -- touch /etc/here"
    })
final class PolicyCommand {
  private static final String PEOPLE = "people";

  private static PolicyFile file() {
    return PolicyFile.in(Home.ofUser().state());
  }

  private static void say(String line) {
    Seat.current().out().println(line);
  }

  /** {@code parley policy show}: the file and what it says. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      description = "Prints what holds for whom, and the profiles of your own.")
  static final class Show implements Callable<Integer> {
    @Override
    public Integer call() {
      var policy = file().now();
      say("%s%s".formatted(file().path(), policy.equals(Policy.OPEN) ? " (not there)" : ""));
      rule("people", policy.people(), policy.allowed(Party.PEOPLE));
      rule("agents", policy.agents(), policy.allowed(Party.agent("?")));
      policy
          .toolsets()
          .forEach((name, rule) -> rule(name, rule, policy.allowed(Party.agent(name))));
      policy.own().values().forEach(Show::profile);
      return ExitCode.DONE;
    }

    private static void rule(String whose, Policy.Rule rule, String allowed) {
      say(
          "%-14s get %s, may use %s%s"
              .formatted(
                  whose,
                  rule.usual().name(),
                  allowed,
                  rule.elsewhere() ? "" : ", and start nothing on other hosts"));
      var totals = rule.totals();
      total("MiB of memory", totals.memory(), 1 << 20);
      total("processes", totals.processes(), 1);
      total("%% of a processor", totals.cpuPercent(), 1);
    }

    private static void total(String what, OptionalLong limit, long unit) {
      if (limit.isPresent()) {
        say(("  all sessions of one together: %d " + what).formatted(limit.getAsLong() / unit));
      }
    }

    private static void profile(SandboxProfile profile) {
      say("profile %s: network %s".formatted(profile.name(), profile.network()));
      profile.writable().forEach(path -> say("  writes %s".formatted(path)));
      profile.hidden().forEach(path -> say("  hides %s".formatted(path)));
      profile.passed().forEach(name -> say("  gets %s".formatted(name)));
      profile.dropped().forEach(name -> say("  does not get %s".formatted(name)));
    }
  }

  /** {@code parley policy check}: whether the file is right. */
  @Command(
      name = "check",
      mixinStandardHelpOptions = true,
      description = "Says whether a policy is right, and otherwise where it is wrong.")
  static final class Check implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "FILE", description = "Default: the one that holds.")
    @Nullable Path other;

    @Override
    public Integer call() throws IOException {
      var file = other == null ? file() : PolicyFile.at(Seat.current().path(other));
      try {
        var policy = file.checked();
        var own = policy.own().size();
        say(
            "%s is right: %d %s of its own"
                .formatted(file.path(), own, own == 1 ? "profile" : "profiles"));
        return ExitCode.DONE;
      } catch (NoSuchFileException none) {
        say("There is no %s; everybody may start what they ask for".formatted(file.path()));
        return other == null ? ExitCode.DONE : ExitCode.FAILED;
      } catch (PolicyProblem wrong) {
        say("%s is wrong".formatted(file.path()));
        say("  " + wrong.getMessage());
        return ExitCode.FAILED;
      }
    }
  }

  /** {@code parley policy try}: a command as somebody would get it. */
  @Command(
      name = "try",
      mixinStandardHelpOptions = true,
      description = "Runs a command in the sandbox that somebody gets, and prints what it said.")
  static final class Try implements Callable<Integer> {
    private static final Duration LONGEST = Duration.ofMinutes(1);

    @Option(
        names = "--as",
        paramLabel = "WHO",
        description = "people, or the toolset that an agent uses; default parley.")
    String who = "parley";

    @Option(names = "--sandbox", paramLabel = "PROFILE", description = "As if they asked for it.")
    @Nullable String sandbox;

    @Parameters(arity = "1..*", paramLabel = "COMMAND")
    List<String> command = List.of();

    @Override
    public Integer call() {
      var known =
          Stream.concat(Stream.of(PEOPLE), Stream.of(Toolset.values()).map(Toolset::wire)).toList();
      if (!known.contains(who)) {
        say("There is nobody called '%s'; there are %s".formatted(who, String.join(", ", known)));
        return ExitCode.USAGE;
      }
      var party = who.equals(PEOPLE) ? Party.PEOPLE : Party.agent(who);
      var asked =
          Launch.of(command)
              .sandboxed(
                  sandbox == null ? SandboxProfile.USUAL : SandboxProfile.remembered(sandbox));
      Launch launch;
      try {
        launch = file().now().applied(party, asked);
      } catch (Refusal refused) {
        say(String.valueOf(refused.getMessage()));
        refused.advice().map(CommandWording.WORDING::of).ifPresent(line -> say("  " + line));
        return ExitCode.FAILED;
      }
      say("%s get %s".formatted(party, launch.sandbox().name()));
      try (var sessions = Sessions.inProcess();
          var session = sessions.start(launch)) {
        var turn = session.await(Expectation.exit().within(LONGEST), View.everything(), 0);
        Seat.current().out().print(turn.output());
        say(session.ending().map(ending -> ending.exit().toString()).orElse("still runs"));
        return session.ending().map(ending -> ending.exit().shellCode()).orElse(ExitCode.FAILED);
      }
    }
  }
}
