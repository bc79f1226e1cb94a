package dev.parley.session.remote;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.session.Expectation;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.Surroundings;
import dev.parley.session.launch.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What kubectl is asked to do; no cluster is at hand, so a script stands in for it. */
@Timeout(60)
class PodTest {
  private static final String STAND_IN =
      """
      #!/bin/sh
      asked=
      while [ "$1" != -- ]; do asked="$asked $1"; shift; done
      echo "$asked" >>"$ASKED"
      shift
      exec "$@"
      """;

  @Test
  void aPodIsReachedByKubectl(@TempDir Path folder) throws Exception {
    var kubectl = Files.writeString(folder.resolve("kubectl"), STAND_IN);
    assertThat(kubectl.toFile().setExecutable(true)).isTrue();
    var environment = new HashMap<>(System.getenv());
    environment.put("PATH", folder + ":" + environment.get("PATH"));
    environment.put("ASKED", folder.resolve("asked").toString());
    new Surroundings(folder, environment).enter();
    try (var sessions = Sessions.inProcess()) {
      var target = Target.parse("kubectl:web-0?namespace=prod&container=app");
      var shell = sessions.start(Launch.shell("/bin/bash").on(target));
      shell.await(Expectation.turn().within(Duration.ofSeconds(30)));

      assertThat(shell.run("echo inside", Duration.ofSeconds(30)).output()).isEqualTo("inside\n");
      assertThat(Files.readAllLines(folder.resolve("asked")))
          .containsExactlyInAnyOrder(
              " exec -it web-0 -n prod -c app", " exec -i web-0 -n prod -c app");
    } finally {
      new Surroundings(Path.of(System.getProperty("user.dir")), System.getenv()).enter();
    }
  }
}
