package dev.parley.pty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.pty.sys.Sys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real holder with a real daemon, see {@link HolderDaemon}, that are killed. */
@Timeout(60)
class HolderTest {
  /** Names the program that a holder becomes; empty for {@link Holder}. */
  static final String NEXT = "parley.test.holder";

  private Path folder;
  private List<String> command;
  private Process holder;
  private Path said;
  private int read;
  private final List<Long> started = new ArrayList<>();

  static List<String> holder(String script, String program, String next) {
    var command = new ArrayList<String>();
    if (program.isEmpty()) {
      command.addAll(java("-Xmx16m", "-Xss512k", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
      command.add(Holder.class.getName());
    } else {
      command.add(program);
    }
    command.add(script.replaceAll(".*-e (.*)/go .*", "$1/lock"));
    command.addAll(java("-XX:TieredStopAtLevel=1", "-D" + NEXT + "=" + next));
    command.add(HolderDaemon.class.getName());
    command.add(script);
    return command;
  }

  private static List<String> java(String... options) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of(options));
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    return command;
  }

  /** The holder under test; empty for {@link Holder}. */
  String program() {
    return "";
  }

  /** The holder it becomes when it is told to, or when it is killed. */
  String next() {
    return program();
  }

  /** The most it may have in memory. */
  long mostKilobytes() {
    return 60 * 1024;
  }

  @BeforeEach
  void start(@TempDir Path temporary) throws IOException {
    folder = temporary;
    var script =
        "echo one; until [ -e %1$s/go ]; do sleep 0.02; done; echo two; exit 7".formatted(folder);
    command = holder(script, program(), next());
    Files.createFile(folder.resolve("lock"));
    // A file, because a pipe from a Process ends with that process, and the daemon speaks on.
    said = folder.resolve("said");
    holder =
        new ProcessBuilder(command)
            .redirectOutput(said.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    started.add(holder.pid());
  }

  @AfterEach
  void end() throws IOException {
    go();
    started.forEach(pid -> ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly));
  }

  private void go() throws IOException {
    if (!Files.exists(folder.resolve("go"))) {
      Files.createFile(folder.resolve("go"));
    }
  }

  /** The next line that begins with a word; its words. */
  private String[] next(String word) {
    var found = new AtomicReference<String>("");
    Waiting.until(() -> find(word, found));
    var words = found.get().split(" ");
    if (word.equals("started") || word.equals("adopted")) {
      started.add(Long.valueOf(words[1]));
    }
    return words;
  }

  private boolean find(String word, AtomicReference<String> found) {
    try {
      var lines = Files.readAllLines(said);
      while (read < lines.size()) {
        var line = lines.get(read++);
        if (line.startsWith(word + " ")) {
          found.set(line);
          return true;
        }
      }
      return false;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private static void kill(String pid) {
    ProcessHandle.of(Long.parseLong(pid)).orElseThrow().destroyForcibly();
  }

  @Test
  void childOutlivesItsDaemonAndItsExitCodeIsKnown() throws Exception {
    var first = next("started");
    kill(first[1]);
    var second = next("adopted");
    assertThat(second[2]).isEqualTo(first[2]);
    assertThat(second[1]).isNotEqualTo(first[1]);
    kill(second[1]);
    next("adopted");
    go();
    assertThat(next("ended")).containsExactly("ended", "exit", "code", "7");
    assertThat(holder.waitFor()).isZero();
  }

  @Test
  void exitWhileNoDaemonRunsIsRemembered() throws Exception {
    var first = next("started");
    stop(first[1]);
    go();
    Waiting.until(() -> isZombieOrGone(Integer.parseInt(first[2])));
    kill(first[1]);
    next("adopted");
    read = 0; // the end may be told before the adoption is
    assertThat(next("ended")).containsExactly("ended", "exit", "code", "7");
  }

  @Test
  void aSecondHolderLeavesAtOnce() throws Exception {
    next("started");
    var second = new ProcessBuilder(command).inheritIO().start();
    assertThat(second.waitFor()).isZero();
  }

  @Test
  void holderIsSmall() throws Exception {
    next("started");
    var resident =
        Files.readAllLines(Path.of("/proc/" + holder.pid() + "/status")).stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
            .findFirst()
            .orElseThrow();
    assertThat(resident).isLessThan(mostKilobytes());
  }

  @Test
  void daemonBecomesTheHolderWhenTheHolderDies() throws Exception {
    var first = next("started");
    kill("" + holder.pid());
    next("alone");
    var second = next("adopted");
    assertThat(second[2]).isEqualTo(first[2]);
    assertThat(ProcessHandle.of(Long.parseLong(second[1])).orElseThrow().parent())
        .map(ProcessHandle::pid)
        .contains(Long.valueOf(first[1]));
    go();
    assertThat(next("ended")).containsExactly("ended", "exit", "code", "7");
  }

  @Test
  void holderBecomesANewOneAndKeepsTheSession() throws Exception {
    var first = next("started");
    Files.createFile(folder.resolve("replace"));
    next("replacing");
    Waiting.until(() -> commandLine(holder.pid()).contains("--resume="));
    kill(first[1]);
    var second = next("adopted");
    assertThat(second[2]).isEqualTo(first[2]);
    go();
    assertThat(next("ended")).containsExactly("ended", "exit", "code", "7");
    assertThat(holder.waitFor()).isZero();
  }

  private static String commandLine(long pid) {
    return Text.of("/proc/" + pid + "/cmdline");
  }

  private static void stop(String pid) {
    Sys.kill(Integer.parseInt(pid), Signal.STOP.number());
  }

  private static boolean isZombieOrGone(int pid) {
    return Member.of(pid).map(Member::ended).orElse(true);
  }
}
