package dev.parley.fleet;

import dev.parley.server.daemon.FleetHost;
import dev.parley.server.json.Json;
import dev.parley.session.refusal.Refusal;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.logging.Logger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * This daemon as a node of one fleet, from joining to leaving: it says twice a second that it is
 * there, listens to the others, asks them and answers them.
 */
final class Node implements Broker.Use, AutoCloseable {
  private static final Logger LOG = Logger.getLogger(Node.class.getName());
  private static final Duration LONGEST_FLUSH = Duration.ofSeconds(2);
  private static final Duration LONGEST_GREETING = Duration.ofSeconds(1);
  private static final Duration TO_ANSWER = Duration.ofSeconds(2);

  /** Own heartbeats that do not come back; then the broker carries nothing, whatever it says. */
  private static final int MOST_UNHEARD = 4;

  private final FleetHost host;
  private final FleetSettings settings;
  private final Subjects subjects;
  private final String epoch;
  private final long joined = System.currentTimeMillis();
  private final String hostName = FleetSettings.hostName();
  private final Broker broker;
  private final NodeTable nodes;
  private final FarCalls calls;
  private final FleetNodes others;
  private final CallServer server;
  private final Room room;
  private final Thread beating;
  private final AtomicInteger unheard = new AtomicInteger();
  private final AtomicInteger links = new AtomicInteger();

  /** How far each node's clock is behind this one's; messages take time too. */
  private final Map<String, Long> clocks = new ConcurrentHashMap<>();

  private volatile boolean closed;
  private volatile Optional<String> rival = Optional.empty();
  private volatile Optional<Refusal> refused = Optional.empty();

  Node(FleetHost host, FleetSettings settings) {
    this.host = host;
    this.settings = settings;
    this.subjects = new Subjects(settings.node(), UUID.randomUUID().toString());
    this.room = new Room(host.sessions(), settings.capacity());
    this.epoch = Epoch.of(host.runtime(), room.living() > 0);
    this.broker = new Broker(settings, this);
    this.nodes = new NodeTable(System::nanoTime, this::gone);
    this.calls = new FarCalls(broker, subjects, nodes, settings.worker());
    this.others = new FleetNodes(settings.node(), calls, nodes);
    var streams = new OwnStreams(host);
    this.server =
        new CallServer(new OwnSessions(host, streams, settings, room), streams, this::greeted);
    this.beating = Thread.ofPlatform().daemon().name("parley-fleet-heartbeat").unstarted(this::run);
  }

  void start() {
    broker.start();
    beating.start();
  }

  FleetSettings settings() {
    return settings;
  }

  FleetNodes others() {
    return others;
  }

  Room room() {
    return room;
  }

  Broker broker() {
    return broker;
  }

  private void gone(String instance) {
    calls.gone(instance);
  }

  // --- connecting -----------------------------------------------------------------------------

  @Override
  public void connected(Connection connection) throws IOException, InterruptedException {
    var stepBack = refused;
    refused = Optional.empty();
    if (stepBack.isPresent()) {
      throw stepBack.get();
    }
    checkName(connection);
    connection.createDispatcher(calls::heard).subscribe(subjects.answers());
    // Each listener costs the broker as many messages as there are nodes.
    connection
        .createDispatcher(this::heartbeat)
        .subscribe(settings.worker() ? subjects.heartbeat() : Subjects.ALL_HEARTBEATS);
    connection
        .createDispatcher(message -> server.heard(connection, message))
        .subscribe(subjects.asked());
    try {
      connection.flush(LONGEST_FLUSH);
    } catch (TimeoutException hung) {
      throw new IOException("it accepts connections and does not answer", hung);
    }
    unheard.set(0);
    links.incrementAndGet();
    if (!settings.worker()) {
      nodes.listening();
    }
    connection.publish(subjects.heartbeat(), beat().message());
  }

  /** Asks whether another daemon has this node's name; the broker knows at once if none has. */
  private void checkName(Connection connection) throws IOException, InterruptedException {
    var answers = new ArrayBlockingQueue<Message>(1);
    var asked = subjects.answer(0);
    var dispatcher = connection.createDispatcher(answers::offer).subscribe(asked);
    var self =
        Json.object()
            .put("instance", subjects.instance())
            .put("host", hostName)
            .put("pid", ProcessHandle.current().pid());
    connection.publish(
        subjects.ask(settings.node(), "hello"),
        asked,
        new Part(Part.Kind.HELLO, 0, 1, Json.bytes(self)).message());
    var answer = answers.poll(LONGEST_GREETING.toMillis(), TimeUnit.MILLISECONDS);
    connection.closeDispatcher(dispatcher);
    if (answer == null) {
      throw new Refusal(
          Refusal.Code.BUSY,
          "Another daemon has joined as node %s, or may not say so; it does not answer"
              .formatted(settings.node()),
          "Join under another name, with --node");
    }
    if (!answer.isStatusMessage()) {
      throw taken(answer.getData());
    }
  }

  private Refusal taken(byte[] answer) {
    var who =
        Part.read(answer)
            .map(part -> Answer.read(part.bytes()).fields())
            .map(
                fields ->
                    "on host %s (process %d)"
                        .formatted(fields.path("host").asString("?"), fields.path("pid").asLong(0)))
            .orElse("elsewhere");
    return nameTaken(who);
  }

  private Refusal nameTaken(String who) {
    return new Refusal(
        Refusal.Code.BUSY,
        "The name %s is taken: another daemon %s has joined the fleet under it"
            .formatted(settings.node(), who),
        "Join under another name, with --node");
  }

  /** Another daemon wants to be this node. */
  private ObjectNode greeted(JsonNode other) {
    noteRival(
        "on host %s (process %d)"
            .formatted(
                other.path("host").asString("?").replaceAll("\\p{Cntrl}", "?"),
                other.path("pid").asLong(0)));
    return Json.object()
        .put("instance", subjects.instance())
        .put("host", hostName)
        .put("pid", ProcessHandle.current().pid())
        .put("version", host.version())
        .put("protocol", Subjects.PROTOCOL);
  }

  private void noteRival(String who) {
    var sentence =
        "Another daemon %s wanted to join as node %s and was refused"
            .formatted(who, settings.node());
    if (rival.isEmpty()) {
      LOG.warning(sentence);
    }
    rival = Optional.of(sentence + " at " + Json.time(Instant.now()));
  }

  @Override
  public void lost() {
    nodes.suspectAll();
    server.cancelAll();
    calls.allGone();
  }

  // --- heartbeats -----------------------------------------------------------------------------

  private void run() {
    while (!closed) {
      try {
        TimeUnit.NANOSECONDS.sleep(NodeTable.BETWEEN_HEARTBEATS.toNanos());
        var connection = broker.now();
        if (connection.isPresent()) {
          // Without a broker nobody is heard, which says nothing of the others.
          nodes.tick();
          others.look();
          if (unheard.incrementAndGet() > MOST_UNHEARD) {
            LOG.warning("The fleet's broker carries no messages; connecting anew");
            broker.abandon();
          } else {
            connection.get().publish(subjects.heartbeat(), beat().message());
          }
        }
      } catch (InterruptedException closing) {
        return;
      } catch (RuntimeException failed) {
        LOG.log(Level.FINE, "A heartbeat did not leave", failed);
      }
    }
  }

  private Heartbeat beat() {
    var living = room.living();
    return new Heartbeat(
        Subjects.PROTOCOL,
        settings.node(),
        subjects.instance(),
        links.get(),
        epoch,
        joined,
        System.currentTimeMillis(),
        hostName,
        host.version(),
        living,
        settings.capacity(),
        load(living),
        room.isDraining(),
        settings.accept().wire(),
        settings.labels());
  }

  /** How full the node is, and how busy. */
  private double load(int living) {
    var full = settings.capacity() == 0 ? 1 : (double) living / settings.capacity();
    return Math.round((full + busy()) * 1000) / 1000.0;
  }

  private static double busy() {
    try {
      var words = Files.readString(Path.of("/proc/loadavg"), StandardCharsets.US_ASCII).split(" ");
      return Double.parseDouble(words[0]) / Runtime.getRuntime().availableProcessors();
    } catch (IOException | NumberFormatException unknown) {
      return 0;
    }
  }

  private void heartbeat(Message message) {
    var node = Subjects.part(message.getSubject(), 0);
    if (message.getData().length == 0) {
      nodes.left(node); // says farewell
      return;
    }
    if (nodes.isTooSoon(node) && !node.equals(settings.node())) {
      return;
    }
    var heard = Heartbeat.read(node, message.getData());
    if (heard.isEmpty()) {
      LOG.log(Level.FINE, "A heartbeat of {0} cannot be read", node);
      return;
    }
    clocks.put(node, System.currentTimeMillis() - heard.get().clock());
    if (!node.equals(settings.node())) {
      nodes.heard(heard.get());
    } else if (heard.get().instance().equals(subjects.instance())) {
      unheard.set(0);
      nodes.heard(heard.get());
    } else {
      twins(heard.get());
    }
  }

  /** Two have joined under one name in the same moment: the one that did so later goes. */
  private void twins(Heartbeat other) {
    var who = "on host %s".formatted(other.host().replaceAll("\\p{Cntrl}", "?"));
    var later =
        joined != other.joined()
            ? joined > other.joined()
            : subjects.instance().compareTo(other.instance()) > 0;
    if (later) {
      refused = Optional.of(nameTaken(who));
      broker.abandon();
    } else {
      noteRival(who);
    }
  }

  // --- telling and leaving --------------------------------------------------------------------

  ObjectNode nodes() {
    var fields =
        Json.object().put("joined", true).put("node", settings.node()).put("url", settings.shown());
    fields.put("connected", broker.now().isPresent());
    broker.problem().ifPresent(why -> fields.put("problem", String.valueOf(why.getMessage())));
    rival.ifPresent(sentence -> fields.put("warning", sentence));
    broker.now().ifPresent(connection -> fields.set("broker", described(connection)));
    fields.set("calls", calls.figures().put("streams", others.streams()));
    var list = fields.putArray("nodes");
    for (var known : nodes.all()) {
      var last = known.last();
      var node =
          list.addObject()
              .put("node", last.node())
              .put("state", known.state().name().toLowerCase(Locale.ROOT))
              .put("sessions", last.sessions())
              .put("capacity", last.capacity());
      var labels = node.putObject("labels");
      last.labels().forEach(labels::put);
      node.put("version", last.version())
          .put("load", last.load())
          .put("seen_ms", known.silent().toMillis())
          .put("host", last.host())
          .put("epoch", last.epoch())
          .put("accept", last.accept());
      Optional.ofNullable(clocks.get(last.node()))
          .ifPresent(difference -> node.put("clock_ms", difference));
      if (!last.isCompatible()) {
        node.put(
            "problem",
            "speaks version %d of the fleet's protocol, and this node %d"
                .formatted(last.protocol(), Subjects.PROTOCOL));
      }
    }
    return fields;
  }

  private static ObjectNode described(Connection connection) {
    var info = connection.getServerInfo();
    var fields =
        Json.object().put("version", info.getVersion()).put("max_payload", info.getMaxPayload());
    try {
      fields.put("rtt_ms", Math.round(connection.RTT().toNanos() / 1e4) / 100.0);
    } catch (IOException | CancellationException hung) {
      // The second when the connection is lost while we ask.
      LOG.log(Level.FINE, "The broker does not answer", hung);
    }
    return fields;
  }

  /** Waits a moment until who has asked something is answered. */
  void answered() throws InterruptedException {
    server.awaitAnswered(TO_ANSWER);
  }

  /** Says farewell, so that the others need not wait for heartbeats that do not come. */
  @Override
  public void close() {
    closed = true;
    beating.interrupt();
    others.close();
    broker
        .now()
        .ifPresent(
            connection -> {
              try {
                connection.publish(subjects.heartbeat(), new byte[0]);
                connection.flush(Duration.ofMillis(500));
              } catch (TimeoutException | IllegalStateException gone) {
                LOG.log(Level.FINE, "No farewell", gone);
              } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
              }
            });
    broker.close();
  }
}
