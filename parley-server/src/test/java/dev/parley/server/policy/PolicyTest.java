package dev.parley.server.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.parley.pty.Limits;
import dev.parley.server.tools.Toolset;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PolicyTest {
  private static final Party AGENT = Party.agent("parley");
  private static final Launch USUAL = Launch.of("true").sandboxed(SandboxProfile.USUAL);

  private static final String EXAMPLE =
      """
      {"profiles": {"build": {"base": "workspace", "writable": ["/var/cache"], "hidden": ["~/notes"],
        "env": {"pass": ["GIT_TOKEN"], "drop": ["FOO_*"]},
        "network": ["example.org", "*.example.net:443"], "limits": {"memory_mb": 100}}},
       "agents": {"default": "read-only", "most": "build"},
       "toolsets": {"unified-exec": {"most": "workspace"}}}
      """;

  private static Launch asking(String profile) {
    return Launch.of("true").sandboxed(SandboxProfile.remembered(profile));
  }

  @Test
  void withoutAFileEverybodyGetsWhatTheyAskFor(@TempDir Path home) {
    var policy = PolicyFile.in(home).now();

    assertThat(policy.applied(AGENT, USUAL).sandbox()).isEqualTo(SandboxProfile.NONE);
    assertThat(policy.applied(AGENT, asking("offline")).sandbox())
        .isEqualTo(SandboxProfile.OFFLINE);
    assertThatThrownBy(() -> policy.applied(AGENT, asking("nowhere")))
        .hasMessage("There is no sandbox 'nowhere'");
  }

  @Test
  void aProfileIsWhatItsBaseIsAndMore() {
    var build = PolicyReader.read(EXAMPLE).profile("build").orElseThrow();

    assertThat(build.writing()).isEqualTo(SandboxProfile.Writing.WORKSPACE);
    assertThat(build.network())
        .isEqualTo(new Network.Hosts(List.of("example.org", "*.example.net:443")));
    assertThat(build.writable()).containsExactly(Path.of("/var/cache"));
    assertThat(build.hidden())
        .containsExactly(Path.of(System.getProperty("user.home")).resolve("notes"));
    assertThat(build.limits().memory()).hasValue(100 << 20);
    assertThat(build.passed()).containsExactly("GIT_TOKEN");
  }

  @Test
  void agentsGetTheUsualOneAndNoMoreThanIsAllowed() {
    var policy = PolicyReader.read(EXAMPLE);

    var usual = policy.applied(AGENT, USUAL);
    assertThat(usual.sandbox().name()).isEqualTo("read-only");
    assertThat(usual.sandbox().dropped()).containsExactly("FOO_*");
    assertThat(usual.limits().memory()).hasValue(100 << 20);
    assertThat(policy.applied(AGENT, asking("build")).limits().memory()).hasValue(100 << 20);
    var tighter = asking("build").limited(LimitNames.limits(_ -> OptionalLong.of(7)));
    assertThat(policy.applied(AGENT, tighter).limits().memory()).hasValue(7 << 20);
    var refused =
        catchThrowableOfType(Refusal.class, () -> policy.applied(AGENT, asking("workspace+net")));
    assertThat(refused.code()).isEqualTo(Refusal.Code.NOT_ALLOWED);
    assertThat(policy.allowed(AGENT)).isEqualTo("read-only, workspace, build");
    assertThatThrownBy(() -> policy.applied(AGENT, asking("none"))).isInstanceOf(Refusal.class);
  }

  @Test
  void aToolsetHasARuleOfItsOwnAndPeopleToo() {
    var policy = PolicyReader.read(EXAMPLE);

    assertThat(policy.applied(Party.agent("unified-exec"), USUAL).sandbox())
        .isEqualTo(SandboxProfile.WORKSPACE);
    assertThat(policy.allowed(Party.agent("unified-exec"))).isEqualTo("read-only, workspace");
    assertThat(policy.applied(Party.PEOPLE, USUAL).sandbox()).isEqualTo(SandboxProfile.NONE);
  }

  @Test
  void whoIsConfinedDoesNotLeaveByAnotherHost() {
    var far = Launch.of("true").on(Target.parse("ssh://localhost"));

    assertThatThrownBy(() -> PolicyReader.read(EXAMPLE).applied(AGENT, far))
        .hasMessageContaining("elsewhere");
    var open = PolicyReader.read("{\"agents\": {\"most\": \"offline\", \"elsewhere\": true}}");
    assertThat(open.applied(AGENT, far)).isEqualTo(far);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"profils\": {}}|profils",
        "{\"profiles\": {\"none\": {\"base\": \"offline\"}}}|profiles.none",
        "{\"profiles\": {\"a\": {\"base\": \"none\"}}}|profiles.a.base",
        "{\"profiles\": {\"a\": {}}}|profiles.a.base",
        "{\"profiles\": {\"a\": {\"base\": \"offline\", \"network\": [\"x\", \"a b\"]}}}|profiles.a.network[1]",
        "{\"profiles\": {\"a\": {\"base\": \"offline\", \"writable\": [\"here\"]}}}|profiles.a.writable[0]",
        "{\"profiles\": {\"a\": {\"base\": \"offline\", \"env\": {\"pas\": []}}}}|profiles.a.env.pas",
        "{\"profiles\": {\"a\": {\"base\": \"offline\", \"limits\": {\"memory_mb\": 0}}}}|profiles.a.limits.memory_mb",
        "{\"agents\": {\"default\": \"none\", \"most\": \"offline\"}}|agents.default",
        "{\"agents\": {\"most\": \"x\"}}|agents.most",
        "{\"toolsets\": {\"x\": {}}}|toolsets.x",
        "{\"agents\": |line 1",
      })
  void aMistakeIsToldByItsPlace(String text, String place) {
    var wrong = catchThrowableOfType(PolicyProblem.class, () -> PolicyReader.read(text));

    assertThat(wrong.place()).isEqualTo(place);
  }

  @Test
  void aFileIsReadAgainWhenItChangesAndStopsStartsWhileItIsWrong(@TempDir Path home)
      throws IOException {
    var file = PolicyFile.in(home);
    assertThat(file.now()).isEqualTo(Policy.OPEN);
    Files.writeString(file.path(), "{\"agents\": {\"most\": \"offline\"}}");
    assertThat(file.now().agents().usual()).isEqualTo(SandboxProfile.OFFLINE);
    Files.writeString(file.path(), "{\"agents\": {\"most\": \"offlin\"}}");
    assertThatThrownBy(file::now)
        .isInstanceOf(Refusal.class)
        .hasMessageContaining("agents.most: there is no sandbox 'offlin'");
  }

  @Test
  void allToolsetsAreKnown() {
    assertThat(Arrays.stream(Toolset.values()).map(Toolset::wire))
        .containsExactlyInAnyOrderElementsOf(PolicyReader.TOOLSETS);
  }

  @Test
  void aHugeLimitIsStillALimit() {
    var limits = LimitNames.limits(_ -> OptionalLong.of(Long.MAX_VALUE));

    assertThat(limits.memory().getAsLong()).isGreaterThan(1L << 62);
    assertThat(limits.fileSize().getAsLong()).isGreaterThan(1L << 62);
    assertThat(limits.cpuPercent().getAsLong()).isPositive();
    assertThat(Duration.ofSeconds(limits.wallSeconds().getAsLong()).toNanos()).isPositive();
  }

  @Test
  void aTotalHoldsForAllSessionsOfAClient() {
    var policy =
        PolicyReader.read(
            "{\"agents\": {\"totals\": {\"memory_mb\": 100, \"processes\": 50}}, \"toolsets\": {\"tricode\": {\"most\": \"read-only\"}}}");

    var asked = Launch.of("true").sandboxed(SandboxProfile.USUAL);
    for (var party : List.of(AGENT, Party.agent("tricode"))) {
      var totals = policy.applied(party, asked).totals();
      assertThat(totals.memory()).hasValue(100 << 20);
      assertThat(totals.processes()).hasValue(50);
    }
    assertThat(policy.applied(Party.PEOPLE, asked).totals()).isEqualTo(Limits.NONE);
    assertThatThrownBy(() -> PolicyReader.read("{\"agents\": {\"totals\": {\"wall_s\": 1}}}"))
        .hasMessageContaining("agents.totals.wall_s");
  }
}
