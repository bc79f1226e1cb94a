package dev.parley.pty;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * The daemon's way to its {@link Holder}: gives it what to keep, gets back what an earlier daemon
 * gave it, and hears how the children of that one end.
 *
 * <p>Once the holder is gone everything here does nothing; {@link #whenGone} says so once.
 */
public final class HolderLink {
  static final String REPLACE = "replace\0";

  private final int socket;
  private final List<Held> held = new ArrayList<>();
  private final CountDownLatch listed = new CountDownLatch(1);
  private final CountDownLatch gone = new CountDownLatch(1);
  private final Map<Integer, Exit> exits = new ConcurrentHashMap<>();
  private final Map<Integer, Consumer<Exit>> waiting = new ConcurrentHashMap<>();

  HolderLink(int socket) {
    this.socket = socket;
    DescriptorPassing.closeAtExec(socket);
    DescriptorPassing.closeAtExec(Holder.DAEMON_LOCK);
    DescriptorPassing.send(socket, "list");
    Thread.ofPlatform().daemon().name("parley-holder").start(this::listen);
  }

  /** The link that a holder gave the process it started. */
  public static HolderLink inherited() {
    return new HolderLink(Holder.DAEMON_SOCKET);
  }

  private void listen() {
    for (var message = DescriptorPassing.receive(socket);
        !message.isEnd();
        message = DescriptorPassing.receive(socket)) {
      var words = message.words();
      switch (words.getFirst()) {
        case "held" -> {
          var one =
              Held.of(
                  words.subList(1, words.size()),
                  message.descriptors().get(0),
                  message.descriptors().get(1));
          one.exit().ifPresent(exit -> exits.put(one.pid(), exit));
          held.add(one);
        }
        case "done" -> listed.countDown();
        case "ended" ->
            ended(Integer.parseInt(words.get(1)), Exits.ofStatus(Integer.parseInt(words.get(2))));
        default -> {}
      }
    }
    listed.countDown();
    gone.countDown();
  }

  private void ended(int pid, Exit exit) {
    exits.put(pid, exit);
    var consumer = waiting.remove(pid);
    if (consumer != null) {
      consumer.accept(exit);
    }
  }

  /** What an earlier daemon left with the holder. */
  public List<Held> held() throws InterruptedException {
    listed.await();
    return List.copyOf(held);
  }

  /** Whether the holder is there. */
  public boolean isThere() {
    return gone.getCount() > 0;
  }

  /** Runs something, on a thread of its own, when the holder has gone. */
  public void whenGone(Runnable task) {
    Thread.ofPlatform()
        .daemon()
        .name("parley-holder-gone")
        .start(
            () -> {
              try {
                gone.await();
                task.run();
              } catch (InterruptedException ending) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Tells how a child of an earlier daemon ended, now or when it does. */
  void whenEnded(int pid, Consumer<Exit> consumer) {
    waiting.put(pid, consumer);
    var known = exits.get(pid);
    if (known != null && waiting.remove(pid) != null) {
      consumer.accept(known);
    }
  }

  void keep(Held one) {
    DescriptorPassing.send(socket, "keep " + one.line(), one.master(), one.pidfd());
  }

  /** Tells of an end that only we have seen, before the kernel forgets it. */
  void saw(int pid, Exit exit) {
    DescriptorPassing.send(socket, "ended " + pid + " " + Exits.status(exit));
  }

  /** Lets go of a session. */
  public void drop(String session) {
    DescriptorPassing.send(socket, "drop " + session);
  }

  /** Makes the holder end when this process does, instead of starting the next one. */
  public void stop() {
    DescriptorPassing.send(socket, "stop");
  }

  /** Makes the holder become another program of its kind, with everything it holds. */
  public void replace(List<String> command) {
    DescriptorPassing.send(socket, REPLACE + String.join("\0", command));
  }
}
