package dev.parley.fleet;

import dev.parley.server.calls.Asking;
import dev.parley.server.calls.OtherNodes;
import dev.parley.server.calls.SessionEntry;
import dev.parley.server.json.Json;
import dev.parley.session.Asker;
import dev.parley.session.SessionState;
import dev.parley.session.WaitCancelledException;
import dev.parley.session.refusal.Refusal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * The sessions of the other nodes as they change, for all on this node who follow them: one stream
 * from each node, while somebody does.
 */
final class FarLists {
  /** Who asks for the list again and again should find it as it is. */
  private static final Duration LINGERING = Duration.ofSeconds(45);

  private static final Duration TO_BEGIN = Duration.ofSeconds(2);

  private final String self;
  private final FarCalls calls;
  private final NodeTable nodes;
  private final Map<Asker, Followed> followed = new HashMap<>(); // guarded by this

  FarLists(String self, FarCalls calls, NodeTable nodes) {
    this.self = self;
    this.calls = calls;
    this.nodes = nodes;
  }

  /** Begins to follow, or joins those who do. */
  OtherNodes.Following follow(Asking asking, Runnable changed) {
    var current = Asker.current();
    var asker = new Asker("", current.owner(), current.sees());
    Followed list;
    synchronized (this) {
      list = followed.computeIfAbsent(asker, _ -> new Followed(asking, asker));
      list.listeners.add(changed);
    }
    list.look();
    list.awaitWhole();
    return new OtherNodes.Following() {
      @Override
      public List<SessionEntry> entries() {
        return list.entries();
      }

      @Override
      public void close() {
        leave(asker, changed);
      }
    };
  }

  private synchronized void leave(Asker asker, Runnable changed) {
    var list = followed.get(asker);
    if (list != null && list.listeners.remove(changed)) {
      list.leftAt = System.nanoTime();
    }
  }

  /** Nodes may have come or gone, and so may those who follow them. */
  void look() {
    List<Followed> all;
    synchronized (this) {
      for (var list : List.copyOf(followed.values())) {
        if (list.listeners.isEmpty() && System.nanoTime() - list.leftAt > LINGERING.toNanos()) {
          followed.remove(list.asker);
          list.close();
        }
      }
      all = List.copyOf(followed.values());
    }
    all.forEach(Followed::look);
  }

  synchronized void close() {
    followed.values().forEach(Followed::close);
    followed.clear();
  }

  /** The lists of all nodes for those who see the same. */
  private final class Followed {
    private final Asking asking;
    private final Asker asker;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private volatile long leftAt = System.nanoTime();
    private final Map<String, OfNode> lists = new TreeMap<>(); // guarded by itself

    Followed(Asking asking, Asker asker) {
      this.asking = asking;
      this.asker = asker;
    }

    void look() {
      var there = new HashSet<String>();
      for (var known : nodes.all()) {
        var node = known.last().node();
        if (!node.equals(self) && known.last().isCompatible()) {
          there.add(node);
          synchronized (lists) {
            lists.computeIfAbsent(node, name -> new OfNode(this, name));
          }
        }
      }
      var gone = new ArrayList<OfNode>();
      synchronized (lists) {
        for (var node : List.copyOf(lists.keySet())) {
          if (!there.contains(node)) {
            gone.add(lists.remove(node));
          }
        }
      }
      gone.forEach(OfNode::close);
      if (!gone.isEmpty()) {
        changed();
      }
    }

    /** Waits a moment for the lists of nodes that answer. */
    void awaitWhole() {
      var deadline = System.nanoTime() + TO_BEGIN.toNanos();
      List<OfNode> all;
      synchronized (lists) {
        all = List.copyOf(lists.values());
      }
      all.forEach(list -> list.awaitWhole(deadline));
    }

    void changed() {
      listeners.forEach(Runnable::run);
    }

    List<SessionEntry> entries() {
      List<OfNode> all;
      synchronized (lists) {
        all = List.copyOf(lists.values());
      }
      return all.stream().flatMap(list -> list.entries().stream()).toList();
    }

    void close() {
      synchronized (lists) {
        lists.values().forEach(OfNode::close);
        lists.clear();
      }
    }
  }

  /** The list of one node. An entry is another object when it has changed, and else the same. */
  private final class OfNode implements KeptStream.Use {
    private final Followed all;
    private final String node;
    private final KeptStream stream;
    private final Map<String, SessionEntry> entries = new LinkedHashMap<>(); // guarded by itself
    private final Set<String> told = new HashSet<>();
    private boolean begun;

    OfNode(Followed all, String node) {
      this.all = all;
      this.node = node;
      this.stream = new KeptStream(calls, nodes, node, this::asked, this).start();
    }

    private FarCalls.Asked asked() {
      all.asker.enter();
      synchronized (entries) {
        told.clear();
      }
      return new FarCalls.Asked(
          node,
          FleetNodes.WATCH_LIST,
          FleetNodes.body(all.asking, node, FleetNodes.WATCH_LIST, Json.object()),
          Duration.ofSeconds(5),
          FarCalls.Repeat.NEVER,
          Optional.empty());
    }

    @Override
    public void heard(Part.Kind kind, byte[] bytes) {
      var news = Json.parse(ByteBuffer.wrap(bytes));
      synchronized (entries) {
        if (news.has("entry")) {
          var entry = EntryFields.read(node, news.path("entry"));
          entries.put(entry.id().value(), entry);
          told.add(entry.id().value());
        } else if (news.has("removed")) {
          entries.remove(node + "/" + news.path("removed").asString(""));
        } else if (news.has("whole")) {
          entries.keySet().retainAll(told);
          begun = true;
          entries.notifyAll();
        }
      }
      all.changed();
    }

    void awaitWhole(long deadline) {
      synchronized (entries) {
        while (!begun && deadline - System.nanoTime() > 0) {
          try {
            entries.wait(Math.max(1, (deadline - System.nanoTime()) / 1_000_000));
          } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
            throw new WaitCancelledException();
          }
        }
      }
    }

    private void begin() {
      synchronized (entries) {
        begun = true;
        entries.notifyAll();
      }
    }

    @Override
    public void silent() {
      begin();
      each(SessionState.Unreachable.class::isInstance, EntryFields::unreachable);
    }

    @Override
    public boolean over(Refusal why) {
      begin();
      each(_ -> false, EntryFields::lost);
      return why.code() != Refusal.Code.UNREACHABLE; // a node that is lost may come back
    }

    private void each(Predicate<SessionState> already, UnaryOperator<SessionEntry> as) {
      synchronized (entries) {
        entries.replaceAll(
            (_, entry) ->
                entry.state().over() || already.test(entry.state()) ? entry : as.apply(entry));
      }
      all.changed();
    }

    List<SessionEntry> entries() {
      synchronized (entries) {
        return List.copyOf(entries.values());
      }
    }

    void close() {
      stream.close();
    }
  }
}
