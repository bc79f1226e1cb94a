package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class CapabilitiesTest {

  @Test
  void theSelfTestFindsAWorkingTerminal() {
    var capabilities = Capabilities.find();

    assertThat(capabilities.all())
        .extracting(Capability::name)
        .startsWith("engine", "terminal", "job-control", "probe")
        .contains("ptrace", "tree", "cgroup-memory", "process-count", "terminals", "descriptors");
    assertThat(capabilities.all())
        .filteredOn(it -> it.name().matches("engine|terminal|job-control|tree"))
        .allMatch(Capability::ok);
    assertThat(capabilities.all()).noneMatch(it -> it.ok() != it.remedy().isEmpty());
  }
}
