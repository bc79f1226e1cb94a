package dev.parley.fleet;

import dev.parley.server.access.Caller;
import dev.parley.server.calls.OtherNodes;
import dev.parley.server.daemon.Fleet;
import dev.parley.server.daemon.FleetHost;
import dev.parley.server.json.Json;
import dev.parley.session.refusal.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The fleet of a daemon: what is joined is remembered, and joined again by the next daemon. */
public final class FleetMember implements Fleet {
  private static final Logger LOG = Logger.getLogger(FleetMember.class.getName());
  private static final Duration LONGEST_JOIN = Duration.ofSeconds(5);

  private final FleetHost host;
  private final Path remembered;
  private volatile @Nullable Node node;

  private FleetMember(FleetHost host) {
    this.host = host;
    this.remembered = host.state().resolve("fleet.json");
  }

  /** The membership of a daemon, which has joined nothing yet. */
  public static FleetMember of(FleetHost host) {
    return new FleetMember(host);
  }

  Optional<Node> now() {
    return Optional.ofNullable(node);
  }

  @Override
  public synchronized void resume() {
    try {
      begin(FleetSettings.read(remembered));
    } catch (IOException wrong) {
      LOG.log(Level.WARNING, "No fleet is joined: {0}", wrong.getMessage());
    }
  }

  private Node begin(FleetSettings settings) {
    var begun = new Node(host, settings);
    begun.start();
    node = begun;
    return begun;
  }

  @Override
  public synchronized ObjectNode join(JsonNode params) {
    var joined = now().map(Node::settings);
    if (joined.isPresent()) {
      throw new Refusal(
          Refusal.Code.BUSY,
          "This daemon is node %s of the fleet at %s"
              .formatted(joined.get().node(), joined.get().shown()),
          "Leave it first, with 'parley leave'");
    }
    var settings = FleetSettings.read(params);
    var begun = begin(settings);
    var problem = begun.broker().awaitFirst(LONGEST_JOIN);
    try {
      if (problem.isEmpty()) {
        settings.write(remembered);
        return begun.nodes();
      }
    } catch (IOException full) {
      problem =
          Optional.of(
              new Refusal(
                  Refusal.Code.UNSUPPORTED_HERE,
                  "What was joined cannot be remembered: " + full.getMessage()));
    }
    node = null;
    begun.close();
    throw problem.orElseThrow();
  }

  @Override
  public ObjectNode leave(JsonNode params) {
    var joined = now();
    if (joined.isEmpty()) {
      return Json.object().put("joined", false);
    }
    var left = 0;
    if (params.path("drain").asBoolean(false)) {
      left = drain(joined.get(), Duration.ofSeconds(params.path("drain_s").asLong(3600)));
    }
    synchronized (this) {
      node = null;
    }
    joined.get().close();
    try {
      Files.deleteIfExists(remembered);
    } catch (IOException failed) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "It has left, and the next daemon would join again: " + failed.getMessage(),
          "Remove " + remembered);
    }
    return Json.object()
        .put("joined", false)
        .put("node", joined.get().settings().node())
        .put("sessions", left);
  }

  private static int drain(Node joined, Duration longest) {
    joined.room().drain(true);
    try {
      var left = joined.room().emptied(longest);
      joined.answered(); // who has ended the last session waits to hear of it
      return left;
    } catch (InterruptedException given) {
      joined.room().drain(false);
      Thread.currentThread().interrupt();
      throw new Refusal(Refusal.Code.BUSY, "Draining was given up; the node takes sessions again");
    }
  }

  @Override
  public ObjectNode nodes() {
    return now().map(Node::nodes).orElseGet(() -> Json.object().put("joined", false));
  }

  @Override
  public Optional<OtherNodes> others() {
    return now().map(Node::others);
  }

  @Override
  public ObjectNode control(Caller caller, String other, String method, ObjectNode params) {
    return now().orElseThrow().others().control(caller, other, method, params);
  }

  @Override
  public void close() {
    now().ifPresent(Node::close);
  }
}
