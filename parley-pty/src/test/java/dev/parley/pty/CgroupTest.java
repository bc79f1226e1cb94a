package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a control group is said to keep. The folders are ours; the kernel's are in LimitsTest. */
class CgroupTest {
  @TempDir Path folder;

  @Test
  void aTotalThatCouldNotBeSetIsNotSaidToBeKept() throws IOException {
    var around = Files.createDirectory(folder.resolve(Cgroup.AROUND + "client"));
    Files.createFile(around.resolve("cgroup.controllers"));
    Files.writeString(around.resolve("memory.max"), "max\n");
    Files.writeString(around.resolve("cpu.max"), "max 100000\n");
    Files.writeString(around.resolve("pids.max"), "100\n");

    var cgroup = new Cgroup(List.of(Files.createDirectory(around.resolve("session"))));

    assertThat(cgroup.keepingTotal(Cgroup.MEMORY)).isEmpty();
    assertThat(cgroup.keepingTotal(Cgroup.PROCESSOR)).isEmpty();
    assertThat(cgroup.keepingTotal(Cgroup.PROCESSES)).hasValue("cgroup v2");
  }

  @Test
  void unlimitedFilesOfTheFirstVersionKeepNothing() throws IOException {
    Files.writeString(folder.resolve("memory.limit_in_bytes"), "9223372036854771712\n");
    Files.writeString(folder.resolve("cpu.cfs_quota_us"), "-1\n");
    var cgroup = new Cgroup(List.of(folder));

    assertThat(cgroup.keeping(Cgroup.MEMORY)).isEmpty();
    assertThat(cgroup.keeping(Cgroup.PROCESSOR)).isEmpty();

    Files.writeString(folder.resolve("memory.limit_in_bytes"), "1048576\n");

    assertThat(cgroup.keeping(Cgroup.MEMORY)).hasValue("cgroup v1");
  }
}
