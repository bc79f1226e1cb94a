package dev.parley.server.calls;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.session.Session;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The people who type at sessions, whichever door they came by. */
public final class PeopleTyping {
  private final AuditLog audit;

  /** The last window of each person to take the floor of a session. */
  private final ConcurrentMap<String, PersonTyping> takers = new ConcurrentHashMap<>();

  public PeopleTyping(AuditLog audit) {
    this.audit = audit;
  }

  /** One who stays until closed, which hands the floor back. */
  public PersonTyping open(Session session, Caller caller) {
    return new PersonTyping(this, session, caller, true);
  }

  /** One who comes for a single act, and keeps what it takes. */
  public PersonTyping once(Session session, Caller caller) {
    return new PersonTyping(this, session, caller, false);
  }

  AuditLog audit() {
    return audit;
  }

  void taken(String key, PersonTyping by) {
    takers.put(key, by);
  }

  void handedBack(String key) {
    takers.remove(key);
  }

  boolean tookLast(String key, PersonTyping person) {
    return takers.get(key) == person;
  }
}
