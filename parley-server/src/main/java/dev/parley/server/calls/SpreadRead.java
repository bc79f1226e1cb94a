package dev.parley.server.calls;

import dev.parley.session.WaitCancelledException;
import dev.parley.session.Why;
import dev.parley.session.refusal.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A read of sessions on several nodes: each node waits for its own, and the first that is ready is
 * the answer. The others are told that nobody waits any more.
 */
final class SpreadRead {
  /** Reads sessions of one node. */
  @FunctionalInterface
  interface Reading {
    TurnReply read(Asking asking, Optional<String> node, List<String> sessions);
  }

  /** How one node has answered. */
  private record Heard(Optional<TurnReply> reply, Optional<Refusal> refused) {}

  private SpreadRead() {}

  static TurnReply of(
      Asking asking, SequencedMap<Optional<String>, List<String>> spread, Reading reading) {
    if (spread.size() == 1) {
      var only = spread.firstEntry();
      return reading.read(asking, only.getKey(), only.getValue());
    }
    // Who is not first must not move the reader on.
    var aside =
        new Asking(
            asking.caller(),
            asking.reader().map(ReadPositions.Reader::aside),
            asking.longest(),
            Optional.empty());
    var heard = new LinkedBlockingQueue<Heard>();
    var threads = new ArrayList<Thread>();
    spread.forEach(
        (node, sessions) ->
            threads.add(
                Thread.startVirtualThread(() -> hear(heard, aside, node, sessions, reading))));
    try {
      var first = first(heard, spread.size());
      var turn = first.turn();
      asking.reader().ifPresent(reader -> reader.readTo(turn.session(), turn.excerpt().to()));
      return first;
    } catch (InterruptedException cancelled) {
      Thread.currentThread().interrupt();
      throw new WaitCancelledException();
    } finally {
      threads.forEach(Thread::interrupt);
    }
  }

  private static void hear(
      LinkedBlockingQueue<Heard> heard,
      Asking asking,
      Optional<String> node,
      List<String> sessions,
      Reading reading) {
    try {
      heard.add(new Heard(Optional.of(reading.read(asking, node, sessions)), Optional.empty()));
    } catch (Refusal refused) {
      heard.add(new Heard(Optional.empty(), Optional.of(refused)));
    } catch (WaitCancelledException late) {
      // Another was first.
    }
  }

  /** The first that is ready; else the last to run out of time, or why none could be read. */
  private static TurnReply first(LinkedBlockingQueue<Heard> heard, int asked)
      throws InterruptedException {
    Optional<TurnReply> late = Optional.empty();
    Optional<Refusal> refused = Optional.empty();
    for (var count = 0; count < asked; count++) {
      var one = heard.take();
      if (one.reply().filter(reply -> reply.turn().why() != Why.TIMEOUT).isPresent()) {
        return one.reply().get();
      }
      late = one.reply().isPresent() ? one.reply() : late;
      refused = one.refused().isPresent() ? one.refused() : refused;
    }
    if (late.isPresent()) {
      return late.get();
    }
    throw refused.orElseThrow(WaitCancelledException::new);
  }
}
