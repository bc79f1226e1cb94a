package dev.parley.server.calls;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.session.Session;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The keyboards that people have at sessions, whichever door they came by. */
public final class Keyboards {
  private final AuditLog audit;

  /** The last keyboard of each person to take the floor of a session. */
  private final ConcurrentMap<String, Keyboard> takers = new ConcurrentHashMap<>();

  public Keyboards(AuditLog audit) {
    this.audit = audit;
  }

  /** A keyboard that stays until it is closed, which hands the floor back. */
  public Keyboard open(Session session, Caller caller) {
    return new Keyboard(this, session, caller, true);
  }

  /** A keyboard for one act; what it takes it keeps. */
  public Keyboard once(Session session, Caller caller) {
    return new Keyboard(this, session, caller, false);
  }

  AuditLog audit() {
    return audit;
  }

  void taken(String key, Keyboard by) {
    takers.put(key, by);
  }

  void handedBack(String key) {
    takers.remove(key);
  }

  boolean tookLast(String key, Keyboard keyboard) {
    return takers.get(key) == keyboard;
  }
}
