package dev.parley.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** Tests that fail must say what was seen, and not only after their limit. */
@Timeout(60)
class FailuresTest {
  private static final String NO_FAILURE = "it did not fail";

  /** What is run; its limit is longer than this class's, so nothing may wait for it. */
  static class Failing {
    private static final int LONG = 600;
    private static final String GREETER = "printf 'Your name? '; read -r name; exit 3";

    @Test
    void saysSomethingElse(
        @ParleySession(
                value = {"sh", "-c", GREETER},
                seconds = LONG)
            Conversation greeter) {
      greeter.says("Your age?");
    }

    @Test
    void saysNothing(
        @ParleySession(
                value = {"sh", "-c", "read a; read b"},
                seconds = LONG)
            Conversation reader) {
      reader.type("once").says("once");
    }

    @Test
    void aShellSaysNothing(@ParleySession(seconds = LONG) Conversation shell) {
      shell.type("true once").says("once");
    }

    @Test
    void anEditorOfLinesSaysNothing(
        @ParleySession(
                value = {"python3", "-q"},
                seconds = LONG)
            Conversation python) {
      python.type("once = 1").says("once");
    }

    @Test
    void endsOtherwise(
        @ParleySession(
                value = {"sh", "-c", GREETER},
                seconds = LONG)
            Conversation greeter) {
      greeter.type("Ada").exits(0);
    }

    @Test
    void hasEnded(@ParleySession(value = "true", seconds = LONG) Conversation gone) {
      gone.type("anything");
    }

    @Test
    void wantsNoInput(
        @ParleySession(
                value = {"sleep", "1000"},
                seconds = 1)
            Conversation sleep) {
      sleep.type("anything");
    }

    @Test
    void asksForNoSecret(
        @ParleySession(
                value = {"sh", "-c", GREETER},
                seconds = LONG)
            Conversation greeter) {
      greeter.typeSecret("hunter2");
    }

    @Test
    void cannotStart(@ParleySession("/no/such/program") Conversation nothing) {}

    @Test
    void looksOtherwise(@ParleySession({"echo", "new"}) Conversation echo) {
      echo.looksAsKept("echo");
    }

    @Test
    void hasAStrangeName(@ParleySession({"echo", "new"}) Conversation echo) {
      echo.looksAsKept("../echo");
    }

    @Test
    void hasNoEnvironment(@ParleySession(value = "true", env = "COLOUR") Conversation nothing) {}
  }

  /** A field that cannot be one. */
  static class Wrong {
    @ParleySession("true")
    String noConversation = "";

    @Test
    void runs() {}
  }

  private static String failure(String method) {
    return failure(
        LauncherDiscoveryRequestBuilder.request()
            .selectors(selectMethod(Failing.class, method, Conversation.class))
            .build());
  }

  private static String failure(LauncherDiscoveryRequest request) {
    var ends = new ArrayList<String>();
    LauncherFactory.create()
        .execute(
            request,
            new TestExecutionListener() {
              @Override
              public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) {
                  ends.add(result.getThrowable().map(FailuresTest::told).orElse(NO_FAILURE));
                }
              }
            });
    assertThat(ends).hasSize(1);
    return ends.getFirst();
  }

  /** What a report shows, with its causes. */
  private static String told(Throwable failure) {
    return failure + (failure.getCause() == null ? "" : "\n" + told(failure.getCause()));
  }

  @Test
  void theScreenAndTheStateAreTold() {
    assertThat(failure("saysSomethingElse"))
        .contains(
            "Expected it to say “Your age?”", "It waits for input (high confidence", "│Your name?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"saysNothing", "aShellSaysNothing", "anEditorOfLinesSaysNothing"})
  void whatOnlyWasTypedWasNotSaid(String test) {
    assertThat(failure(test)).contains("Expected it to say “once”", "It waits for input");
  }

  @Test
  void anotherEndIsTold() {
    assertThat(failure("endsOtherwise"))
        .contains("Expected it to exit with 0", "It has ended with exit code 3");
  }

  @Test
  void whatHasEndedTakesNoInput() {
    assertThat(failure("hasEnded"))
        .contains("Expected it to take input", "It has ended with exit code 0");
  }

  @Test
  void whatWantsNoInputGetsNone() {
    assertThat(failure("wantsNoInput"))
        .contains("Expected it to take input", "It is still working")
        .doesNotContain("│anything");
  }

  @Test
  void aSecretIsNotTypedWhereItWouldBeSeen() {
    assertThat(failure("asksForNoSecret"))
        .contains("Expected it to ask for a secret")
        .doesNotContain("hunter2");
  }

  @Test
  void aProgramThatIsNotThereIsNamed() {
    assertThat(failure("cannotStart")).contains("/no/such/program");
  }

  @Test
  void mistakesOfTheTestAreTold() {
    assertThat(failure("hasAStrangeName")).contains("A kept screen's name");
    assertThat(failure("hasNoEnvironment")).contains("NAME=VALUE");
    assertThat(
            failure(
                LauncherDiscoveryRequestBuilder.request()
                    .selectors(selectMethod(Wrong.class, "runs"))
                    .build()))
        .contains("belongs on a Conversation", "noConversation");
  }

  @Test
  void aNewScreenIsKeptAndFailsOnceADifferentOneFails(@TempDir Path folder) throws Exception {
    System.setProperty("parley.screens.folder", folder.toString());
    try {
      var file = folder.resolve(Failing.class.getName()).resolve("echo.txt");
      assertThat(failure("looksOtherwise")).contains("There was no screen “echo” yet");
      assertThat(file).hasContent("new\n");
      assertThat(failure("looksOtherwise")).isEqualTo(NO_FAILURE);

      Files.writeString(file, "old\n");
      assertThat(failure("looksOtherwise")).contains("│old", "│new");

      System.setProperty("parley.screens", "keep");
      assertThat(failure("looksOtherwise")).isEqualTo(NO_FAILURE);
      assertThat(file).hasContent("new\n");
    } finally {
      System.clearProperty("parley.screens.folder");
      System.clearProperty("parley.screens");
    }
  }
}
