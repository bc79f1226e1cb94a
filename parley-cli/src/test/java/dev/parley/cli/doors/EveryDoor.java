package dev.parley.cli.doors;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;

/**
 * Every conversation through every door: one after the other at a door, several doors at once,
 * since who talks to programs mostly waits for them.
 */
final class EveryDoor {
  private static final int AT_ONCE = 4;

  private EveryDoor() {}

  private record Held(Conversations.Conversation conversation, CompletableFuture<Void> end) {
    DynamicTest test(String door) {
      return DynamicTest.dynamicTest(
          "%s: %s".formatted(door, conversation.name()),
          () -> {
            try {
              end.join();
            } catch (CompletionException failed) {
              throw failed.getCause();
            }
          });
    }

    void hold(Door door) {
      try {
        hold(new Stage(door));
        end.complete(null);
      } catch (RuntimeException | Error failed) {
        end.completeExceptionally(failed);
      }
    }

    private void hold(Stage stage) {
      try {
        conversation.course().accept(stage);
      } finally {
        stage.clear();
      }
    }
  }

  /** Begins them all; the tests tell how each went. */
  static Stream<DynamicNode> holds(Map<String, Door> doors, Path workspace) {
    var tests = new ArrayList<DynamicNode>();
    try (var atOnce = Executors.newFixedThreadPool(AT_ONCE)) {
      doors.forEach(
          (name, door) -> {
            List<Held> held =
                Conversations.all(workspace).stream()
                    .map(one -> new Held(one, new CompletableFuture<>()))
                    .toList();
            atOnce.execute(() -> held.forEach(one -> one.hold(door)));
            tests.add(
                DynamicContainer.dynamicContainer(name, held.stream().map(one -> one.test(name))));
          });
    }
    return tests.stream();
  }
}
