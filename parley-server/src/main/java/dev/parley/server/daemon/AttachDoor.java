package dev.parley.server.daemon;

import dev.parley.client.Frame;
import dev.parley.client.Frame.Kind;
import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.server.alerts.AttachedTerminals;
import dev.parley.server.calls.Asking;
import dev.parley.server.calls.AtKeyboard;
import dev.parley.server.calls.LiveOutput;
import dev.parley.server.calls.LiveSession;
import dev.parley.server.json.Json;
import dev.parley.server.wire.AdviceFields;
import dev.parley.session.Asks;
import dev.parley.session.SessionState;
import dev.parley.session.StateWatch;
import dev.parley.session.refusal.Refusal;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The door of people: a session's output as it comes, and their typing, in frames. */
final class AttachDoor {
  /** As many as people scroll back; more would take a while to come through. */
  private static final int LINES_ABOVE = 1000;

  private static final AtomicInteger TERMINALS = new AtomicInteger();

  private final LiveSession session;
  private final JsonNode hello;
  private final boolean readOnly;
  private final boolean tellsSizes;
  private final Caller caller;
  private final AttachedTerminals terminals;
  private final DataInputStream in;
  private final OutputStream rawOut;
  private final DataOutputStream out;

  /** Once a piece of what is piped in was refused, the program must not get what follows it. */
  private boolean feedRefused;

  /** The session's size may be another than this; set by any thread, looked at by who shows. */
  private volatile boolean sizeChanged;

  private int columns;
  private int rows;

  AttachDoor(Daemon daemon, JsonNode hello, InputStream in, OutputStream out) {
    this.hello = hello;
    this.caller =
        new Caller(
            Role.ADMIN,
            "attach",
            "%s at terminal %d"
                .formatted(System.getProperty("user.name"), TERMINALS.incrementAndGet()));
    this.session =
        daemon
            .calls()
            .live(
                Asking.once(Optional.of(caller)),
                hello.path("session").asString(""),
                Optional.of(daemon.peopleTyping()));
    this.terminals = daemon.terminals();
    this.readOnly = hello.path("read_only").asBoolean(false);
    this.tellsSizes = hello.path("sizes").asBoolean(false);
    this.in = new DataInputStream(new BufferedInputStream(in, 1 << 14));
    this.rawOut = out;
    this.out = new DataOutputStream(new BufferedOutputStream(out, 1 << 16));
  }

  void serve(ObjectNode welcome) throws IOException {
    try (session) {
      serveWatching(welcome);
    }
  }

  private void serveWatching(ObjectNode welcome) throws IOException {
    var sight = session.look(LINES_ABOVE);
    columns = sight.columns();
    rows = sight.rows();
    welcome.put("session", session.id().value()).put("cols", columns).put("rows", rows);
    session.entry().name().ifPresent(name -> welcome.put("name", name));
    SocketListener.say(rawOut, welcome);
    var from = hello.path("from").asLong(-1);
    if (from < 0) {
      Frame.paint(sight.offset(), sight.paint()).write(out);
      from = sight.offset();
    }
    var watch = session.output(from);
    var watcher = Thread.ofVirtual().start(() -> show(watch));
    try (var person = session.sitDown(caller, _ -> {});
        var _ = bells()) {
      if (!readOnly && askedToTakeOver()) {
        person.takeFloor();
      }
      listen(person, watch);
    } finally {
      watcher.interrupt();
    }
  }

  private AttachedTerminals.Attached bells() {
    return hello.path("notices").asBoolean(false) ? terminals.add(this::ring) : () -> {};
  }

  /** Calls the person about another session; a terminal that is stopped keeps nobody. */
  private boolean ring(String line) {
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                Frame.json(Kind.NOTICE, line).write(out);
              } catch (IOException gone) {
                // Nobody is left to be called.
              }
            });
    return true;
  }

  private boolean askedToTakeOver() {
    return session.entry().standing().asks().stream()
        .anyMatch(ask -> ask.kind() == Asks.Kind.TAKEOVER);
  }

  private void show(LiveOutput watch) {
    try (var _ = sizes(watch)) {
      while (!watch.over()) {
        followSize(watch);
        var piece = watch.next(Duration.ofHours(1));
        if (piece.isPresent()) {
          Frame.output(piece.get().from(), piece.get().bytes()).write(out);
        }
      }
      Frame.json(Kind.END, ending().toString()).write(out);
    } catch (IOException | RuntimeException gone) {
      // The person has left; the reading side notices too.
    }
  }

  private StateWatch.Listening sizes(LiveOutput watch) {
    return tellsSizes ? session.listen(() -> look(watch)) : () -> {};
  }

  private void look(LiveOutput watch) {
    sizeChanged = true;
    watch.wake();
  }

  /** A screen of another size cannot be drawn from the output alone, so it is painted anew. */
  private void followSize(LiveOutput watch) throws IOException {
    if (!tellsSizes || !sizeChanged) {
      return;
    }
    sizeChanged = false;
    var sight = session.look(0);
    if (sight.columns() != columns || sight.rows() != rows) {
      columns = sight.columns();
      rows = sight.rows();
      Frame.resize(columns, rows).write(out);
      Frame.paint(sight.offset(), sight.paint()).write(out);
      watch.skipTo(sight.offset());
    }
  }

  private ObjectNode ending() {
    var state = session.state();
    var json = Json.object().put("state", state.wire());
    if (state instanceof SessionState.Exited(var exit)) {
      json.put("exit_code", exit.shellCode());
    }
    return json;
  }

  private void listen(AtKeyboard person, LiveOutput watch) throws IOException {
    for (var frame = Frame.read(in); frame.isPresent(); frame = Frame.read(in)) {
      try {
        if (!take(frame.get(), person)) {
          return;
        }
        if (frame.get().kind() == Kind.RESIZE) {
          look(watch);
        }
      } catch (Refusal refused) {
        feedRefused |= frame.get().kind() == Kind.FEED;
        // Of the end the END frame tells.
        if (refused.code() != Refusal.Code.EXITED) {
          refuse(refused);
        }
      }
    }
  }

  private boolean take(Frame frame, AtKeyboard person) {
    if (frame.kind() == Kind.DETACH) {
      return false;
    }
    if (!readOnly) {
      switch (frame.kind()) {
        case INPUT -> type(person, frame.payload());
        case FEED -> {
          if (!feedRefused) {
            person.feed(frame.payload());
          }
        }
        case RESIZE -> person.resize(frame.number(0), frame.number(4));
        case FLOOR -> {
          if (frame.payload()[0] == 1) {
            person.takeFloor();
          } else {
            person.handBack();
          }
        }
        default -> {}
      }
    }
    return true;
  }

  /** Who types at an attached terminal means to: that takes the floor. */
  private static void type(AtKeyboard person, byte[] keys) {
    person.takeFloor();
    person.type(keys);
  }

  private void refuse(Refusal refused) {
    try {
      Frame.json(Kind.REFUSED, AdviceFields.of(refused).toString()).write(out);
    } catch (IOException gone) {
      // Nobody is left to be told.
    }
  }
}
