package dev.parley.server.access;

import java.security.Principal;

/**
 * Who is asking, and what they may do.
 *
 * @param door where they came in: {@code http}, {@code console}, {@code mcp}, {@code command} or
 *     {@code attach}
 * @param who tells callers of one door apart; shown to people and never a secret
 * @param ownOnly whether only sessions that they started exist for them
 * @param key the digest of what they were let in with; empty where the kernel said who they are
 */
public record Caller(Role role, String door, String who, boolean ownOnly, String key)
    implements Principal {

  public Caller(Role role, String door, String who) {
    this(role, door, who, false, "");
  }

  /** The same at another door. */
  public Caller at(String other) {
    return new Caller(role, other, who, ownOnly, key);
  }

  @Override
  public String getName() {
    return who;
  }

  public boolean may(Role needed) {
    return role.may(needed);
  }
}
