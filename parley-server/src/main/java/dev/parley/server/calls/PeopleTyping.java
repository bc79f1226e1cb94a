package dev.parley.server.calls;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.session.Session;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;

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
    return open(session, caller, _ -> {});
  }

  /**
   * The same.
   *
   * @param control is told when this window gets the floor, and when another window of the same
   *     person or a hand-back takes it away; it must return at once
   */
  public PersonTyping open(Session session, Caller caller, Consumer<Boolean> control) {
    return new PersonTyping(this, session, caller, true, control);
  }

  /** One who comes for a single act, and keeps what it takes. */
  public PersonTyping once(Session session, Caller caller) {
    return new PersonTyping(this, session, caller, false, _ -> {});
  }

  AuditLog audit() {
    return audit;
  }

  void taken(String key, PersonTyping by) {
    var before = takers.put(key, by);
    if (before != null && before != by) {
      before.control(false);
    }
    by.control(true);
  }

  void handedBack(String key) {
    var before = takers.remove(key);
    if (before != null) {
      before.control(false);
    }
  }

  /** Whether another window of the same person has taken the floor since. */
  boolean tookAnother(String key, PersonTyping person) {
    var last = takers.get(key);
    return last != null && last != person;
  }

  boolean tookLast(String key, PersonTyping person) {
    return takers.get(key) == person;
  }
}
