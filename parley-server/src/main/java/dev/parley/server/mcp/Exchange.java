package dev.parley.server.mcp;

import dev.parley.server.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** One request on its way to its answer, on a virtual thread of its own. */
final class Exchange implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(Exchange.class);

  private final McpServer server;
  private final Peer peer;
  private final Client client;
  private final JsonNode id;
  private final String method;
  private final ObjectNode params;
  private final Outlet outlet;
  private final Thread thread = Thread.ofVirtual().unstarted(this);

  /**
   * Held while something is being sent from our thread. An interrupt that hits a socket's channel
   * in the middle of a write closes it for everybody, so {@link #cancel} leaves a thread that sends
   * alone and the thread interrupts itself when it is done.
   */
  private final ReentrantLock sending = new ReentrantLock();

  private volatile boolean cancelled;
  private boolean finished;
  private volatile boolean interruptDue;

  Exchange(McpServer server, Peer peer, Client client, JsonNode message, Outlet outlet) {
    this.server = server;
    this.peer = peer;
    this.client = client;
    this.id = message.path("id");
    this.method = message.path("method").asString();
    this.params = message.get("params") instanceof ObjectNode object ? object : Json.object();
    this.outlet = outlet;
  }

  void start() {
    thread.start();
  }

  @Override
  public void run() {
    try {
      var answer = answer();
      peer.answering(this);
      sending.lock();
      try {
        finished = true;
        // What was cancelled stays silent: its client has forgotten the id.
        if (!cancelled) {
          boolean unused = Thread.interrupted();
          outlet.reply(answer.message(), answer.fault());
        }
      } finally {
        sending.unlock();
      }
    } catch (IOException gone) {
      LOG.debug("The client of {} is gone", method, gone);
    } finally {
      peer.ended(this);
    }
  }

  private record Answer(ObjectNode message, Optional<Fault> fault) {}

  private Answer answer() {
    try {
      enter();
      return new Answer(JsonRpc.result(id, server.methods().answer(this)), Optional.empty());
    } catch (ProtocolException fault) {
      return failed(fault);
    } catch (InterruptedException stopped) {
      return failed(new ProtocolException(Fault.INTERNAL, "The request was stopped"));
    } catch (Throwable failure) {
      LOG.error("{} failed", method, failure);
      return failed(
          new ProtocolException(Fault.INTERNAL, "%s failed: %s".formatted(method, failure)));
    }
  }

  /** Said on each thread that works for this request, before anything is done there. */
  void enter() {
    peer.caller().ifPresent(caller -> server.enter(caller, client.name()));
  }

  private Answer failed(ProtocolException fault) {
    return new Answer(JsonRpc.error(id, fault), Optional.of(fault.fault));
  }

  /** Asks an endless request to come to its end and answer. */
  void end() {
    interrupt();
  }

  /** Stops the handler by interrupting it; nothing more is sent for this request. */
  void cancel() {
    cancelled = true;
    interrupt();
  }

  private void interrupt() {
    interruptDue = true;
    if (sending.tryLock()) {
      try {
        thread.interrupt();
      } finally {
        sending.unlock();
      }
    }
  }

  boolean cancelled() {
    return cancelled;
  }

  boolean join(Duration atMost) throws InterruptedException {
    return thread.getState() == Thread.State.NEW || thread.join(atMost);
  }

  /** Sends something on the way to the answer, unless cancelled. A client that is gone cancels. */
  void send(ObjectNode message) {
    if (!cancelled) {
      sendAnyway(message);
    }
  }

  /** Sends something, cancelled or not. */
  void sendAnyway(ObjectNode message) {
    boolean interrupted = false;
    sending.lock();
    try {
      interrupted = Thread.interrupted();
      // A thread of the handler's that is late must not speak after the answer.
      if (!finished) {
        outlet.send(message);
      }
    } catch (IOException gone) {
      cancelled = true;
      interruptDue = true;
    } finally {
      sending.unlock();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (interruptDue) {
      interrupt();
    }
  }

  /** Whether it lasts until someone ends it. */
  boolean endless() {
    return method.equals("subscriptions/listen");
  }

  boolean stateless() {
    return client.revision().equals(Revision.V2026_07_28.text);
  }

  /** The id as a key: {@code 1} and {@code "1"} are different requests. */
  String key() {
    return Json.text(id);
  }

  JsonNode id() {
    return id;
  }

  String method() {
    return method;
  }

  ObjectNode params() {
    return params;
  }

  JsonNode meta() {
    return params.path("_meta");
  }

  Client client() {
    return client;
  }

  Peer peer() {
    return peer;
  }
}
