package dev.parley.cli.doors;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node that the network cuts off without a word: a network namespace behind a link. */
@Timeout(120)
final class FleetPartitionIT {
  private static final long SELF = ProcessHandle.current().pid();
  private static final String SPACE = "parley-" + SELF;
  private static final String LINK = "ply" + SELF % 1_000_000;
  private static final String NET = "10.213.%d.".formatted(SELF % 250);
  private static final String PORT = "42222";

  @TempDir static Path folder;

  private final List<AutoCloseable> open = new ArrayList<>();

  private static int ran(String... words) throws IOException, InterruptedException {
    return new ProcessBuilder(words)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start()
        .waitFor();
  }

  private static void run(String line) {
    try {
      assertThat(ran(line.split(" "))).as(line).isZero();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException stopped) {
      throw new IllegalStateException(stopped);
    }
  }

  private static boolean hasSpace() throws InterruptedException {
    try {
      return ran("ip", "netns", "add", SPACE) == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  @AfterEach
  void close() throws Exception {
    for (var one : open.reversed()) {
      one.close();
    }
  }

  private static void until(BooleanSupplier holds) {
    while (!holds.getAsBoolean()) {
      LockSupport.parkNanos(20_000_000);
      if (Thread.currentThread().isInterrupted()) {
        throw new IllegalStateException("The test is over");
      }
    }
  }

  private static String state(Command node, String of, String field) {
    return Door.JSON
        .readTree(node.run(List.of("nodes", "--json")).out())
        .path("nodes")
        .valueStream()
        .filter(one -> one.path("node").asString().equals(of))
        .map(one -> one.path(field).asString())
        .findFirst()
        .orElse("");
  }

  @Test
  void aNodeThatWasCutOffIsUnreachableAndComesBackAsItWas() throws Exception {
    assumeTrue(hasSpace(), "making network namespaces needs root and iproute2");
    open.add(() -> ran("ip", "netns", "del", SPACE));
    run("ip link add %s type veth peer name %sn".formatted(LINK, LINK));
    open.add(() -> ran("ip", "link", "del", LINK));
    run("ip link set %sn netns %s".formatted(LINK, SPACE));
    run("ip addr add %s1/30 dev %s".formatted(NET, LINK));
    run("ip link set %s up".formatted(LINK));
    run("ip netns exec %s ip addr add %s2/30 dev %sn".formatted(SPACE, NET, LINK));
    run("ip netns exec %s ip link set %sn up".formatted(SPACE, LINK));
    run("ip netns exec %s ip link set lo up".formatted(SPACE));
    var broker =
        new ProcessBuilder("/usr/sbin/nats-server", "-a", NET + "1", "-p", PORT)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("broker.log").toFile())
            .start();
    open.add(broker::destroyForcibly);
    var url = "nats://%s1:%s".formatted(NET, PORT);
    var near = new Command(folder.resolve("near"));
    var far = new Command(folder.resolve("far"), List.of("ip", "netns", "exec", SPACE));
    open.add(() -> near.run(List.of("stop")));
    open.add(() -> far.run(List.of("stop")));
    until(() -> near.run(List.of("join", url, "--node", "near")).code() == 0);
    until(() -> far.run(List.of("join", url, "--node", "far")).code() == 0);
    until(() -> state(near, "far", "state").equals("up"));

    var command = new CommandDoor(near);
    var stage = new Stage(new FarDoor(command, "far"));
    var there = new Stage(new CommandDoor(far));
    stage.program("cat").says("input waiting");
    var own = stage.session().substring("far/".length());
    var epoch = state(near, "far", "epoch");
    var watching = near.start("logs", "-f", stage.session());
    var watched =
        CompletableFuture.supplyAsync(
            () -> {
              try (var out = watching.getInputStream()) {
                return new String(out.readAllBytes(), StandardCharsets.UTF_8);
              } catch (IOException gone) {
                throw new UncheckedIOException(gone);
              }
            });
    stage.say("before").says("input waiting «before⏎»");

    run("ip link set %s down".formatted(LINK));
    until(() -> state(near, "far", "state").equals("unreachable"));
    stage.say("lost").says("refused unreachable");
    // The node itself goes on.
    there
        .call("session_send", "session", own, "text", "meanwhile")
        .says("input waiting «meanwhile⏎»");

    run("ip link set %s up".formatted(LINK));
    run("ip addr replace %s1/30 dev %s".formatted(NET, LINK));
    until(() -> state(near, "far", "state").equals("up"));
    assertThat(state(near, "far", "epoch")).isEqualTo(epoch);
    // It may be heard over the old connection once more before it makes a new one.
    until(() -> !stage.read("timeout_ms", 0).line().equals("refused unreachable"));
    until(() -> !stage.say("after").line().equals("refused unreachable"));
    stage.clear();
    assertThat(watched.get().lines().map(String::strip))
        .containsExactly("before", "before", "meanwhile", "meanwhile", "after", "after");
    assertThat(watching.waitFor()).isZero();
  }
}
