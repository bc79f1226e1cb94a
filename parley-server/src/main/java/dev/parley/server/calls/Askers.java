package dev.parley.server.calls;

import dev.parley.server.access.Caller;
import dev.parley.session.Asker;

/** Callers as sessions know them: on whose behalf a request is worked on. */
public final class Askers {
  private Askers() {}

  public static Asker of(Caller caller) {
    return new Asker(
        caller.who(), caller.owner(), caller.ownOnly() ? Asker.Sees.OWN : Asker.Sees.ALL);
  }

  /** An agent's client: sessions of others do not exist for it, unless it is told of all. */
  public static Asker agent(Caller caller, String client, boolean all) {
    var owner = caller.owner().isEmpty() ? "agent " + client : caller.owner();
    var sees = all ? of(caller).sees() : Asker.Sees.SHARED_AND_OWN;
    return new Asker(caller.who(), owner, caller.ownOnly() ? Asker.Sees.OWN : sees);
  }
}
