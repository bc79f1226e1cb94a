package dev.parley.server.tools;

import dev.parley.pty.Limits;
import dev.parley.server.calls.SessionCalls;
import dev.parley.server.policy.Party;
import dev.parley.session.Asker;
import dev.parley.session.Session;
import dev.parley.session.launch.Credentials;
import dev.parley.session.launch.Launch;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.SessionId;
import dev.parley.session.launch.Target;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sessions that one toolset has started and not closed; so many may live at once. */
final class Started {
  private final Engine engine;
  private final SessionCalls calls;
  private final Limits limits;
  private final int most;
  private final String owner;
  private final Map<SessionId, Session> started = new LinkedHashMap<>();
  private int reserved;

  /**
   * What one toolset has started, each under the limits of the toolset.
   *
   * @param most how many may live at once, unless the client has set another limit
   * @param owner the name of the list, under which a client that comes back finds it again
   */
  Started(Engine engine, Toolset toolset, int most, String owner) {
    this.engine = engine;
    this.calls = engine.calls().by(Party.agent(toolset.wire()));
    this.limits = engine.options().programs(toolset.wire());
    this.most = engine.options().count(toolset.wire() + ".sessions", most);
    this.owner = owner;
    engine.earlier(owner).forEach(session -> started.put(session.id(), session));
  }

  Session start(Launch launch) {
    return start(launch, Credentials.NONE);
  }

  Session start(Launch launch, Credentials credentials) {
    var limited = limited(launch);
    reserve();
    try {
      var session = engine.sessions().start(engine.owned(limited, owner), credentials);
      synchronized (this) {
        started.put(session.id(), session);
      }
      return session;
    } finally {
      synchronized (this) {
        reserved--;
      }
    }
  }

  /** A launch under the limits of the toolset, in the sandbox that is usual for it. */
  Launch limited(Launch launch) {
    if (!limits.equals(Limits.NONE) && !launch.target().equals(Target.LOCAL)) {
      throw new Refusal(
          Refusal.Code.UNSUPPORTED_HERE,
          "Only programs on this host can be limited, and this toolset has limits");
    }
    var local = launch.target().equals(Target.LOCAL);
    // Its callers cannot say which sandbox they want, so they get the usual one.
    return calls.allowed((local ? launch.sandboxed(SandboxProfile.USUAL) : launch).limited(limits));
  }

  /** Takes a place, so that those who start at the same time find fewer. */
  private synchronized void reserve() {
    var living = living().size() + reserved;
    if (living >= most) {
      throw new Refusal(
          Refusal.Code.LIMIT,
          "%d sessions are running, which is the limit".formatted(living),
          Advice.Step.CLOSE_A_SESSION);
    }
    reserved++;
  }

  /** Those that have not ended, oldest first. */
  List<Session> living() {
    return list().stream().filter(session -> session.ending().isEmpty()).toList();
  }

  /** Any session, whoever started it. */
  Session find(String reference) {
    return engine.find(reference);
  }

  /** Oldest first; without those that nobody can read any more. */
  synchronized List<Session> list() {
    started.values().removeIf(session -> !engine.sessions().keeps(session));
    return started.values().stream().filter(Asker::canSee).toList();
  }

  synchronized void forget(Session session) {
    started.remove(session.id());
  }
}
