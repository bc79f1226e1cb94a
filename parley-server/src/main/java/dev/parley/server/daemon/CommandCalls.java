package dev.parley.server.daemon;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.ReadPositions;
import dev.parley.server.json.Json;
import dev.parley.server.wire.AdviceFields;
import dev.parley.server.wire.NamedCall;
import dev.parley.server.wire.WireCalls;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.refusal.Wording;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The calls of one command. Everything that is not one of the {@link NamedCall calls} is for {@link
 * Control}.
 */
final class CommandCalls {
  private static final Logger LOG = Logger.getLogger(CommandCalls.class.getName());

  private final Control control;
  private final WireCalls calls;
  private final Caller user;
  private final Path log;
  private final Asking asking;

  /**
   * Calls that nobody else reads along with.
   *
   * @param client under which sessions note how far it has read; empty for one that does not come
   *     back
   */
  CommandCalls(Daemon daemon, String client, Caller user) {
    this.control = new Control(daemon);
    this.calls = new WireCalls(daemon.calls(), Wording.PLAIN);
    this.user = user;
    this.log = daemon.home().logs().resolve("daemon.0.log");
    // A command has no clock of its own that gives up.
    this.asking =
        new Asking(
            Optional.of(user),
            Optional.of(new ReadPositions(client).reader(this)),
            Asking.PATIENT,
            Optional.empty());
  }

  /**
   * Makes a call on this thread.
   *
   * @return its answer, with a {@code result} or an {@code error}
   * @throws WaitCancelledException when the thread was interrupted meanwhile
   */
  ObjectNode call(String method, JsonNode params) {
    try {
      var named = NamedCall.named(method);
      return Json.object()
          .set(
              "result",
              named.isPresent()
                  ? calls.call(asking, named.get(), params)
                  : control.call(user, method, params));
    } catch (Refusal refused) {
      return Json.object().set("error", AdviceFields.of(refused));
    } catch (WaitCancelledException cancelled) {
      throw cancelled;
    } catch (RuntimeException failed) {
      LOG.log(Level.SEVERE, method + " failed", failed);
      return failed("failed", "This failed inside the daemon; %s says why".formatted(log));
    }
  }

  /** The same for a command that runs in this process. */
  ObjectNode callFromInside(String method, ObjectNode params) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException(); // the command is ending
    }
    if (NamedCall.named(method).isPresent()) {
      try {
        return call(method, params);
      } catch (WaitCancelledException cancelled) {
        throw new InterruptedException(cancelled.getMessage());
      }
    }
    // Not on a thread that may be interrupted: that would close files under it.
    var answer = new CompletableFuture<ObjectNode>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                answer.complete(call(method, params));
              } catch (Throwable grave) {
                answer.completeExceptionally(grave);
                throw grave;
              }
              afterwards(method, params, answer.join());
            });
    try {
      return answer.get();
    } catch (ExecutionException grave) {
      throw new IllegalStateException("%s failed".formatted(method), grave);
    }
  }

  /** What a call has promised; done when its answer is out. */
  void afterwards(String method, JsonNode params, ObjectNode answer) {
    if (answer.has("result")) {
      control.afterwards(method, params);
    }
  }

  static ObjectNode failed(String code, String sentence) {
    var answer = Json.object();
    answer.putObject("error").put("code", code).put("message", sentence);
    return answer;
  }
}
