package dev.parley.server.access;

import java.security.Principal;

/**
 * Who is asking, and what they may do.
 *
 * @param door where they came in: {@code http}, {@code console}, {@code mcp}, {@code command} or
 *     {@code attach}
 * @param who tells callers of one door apart; shown to people and never a secret
 * @param ownOnly whether only sessions that they started exist for them
 * @param owner whose the sessions are that they start; empty for everybody's
 * @param key the digest of what they were let in with; empty where the kernel said who they are
 */
public record Caller(Role role, String door, String who, boolean ownOnly, String owner, String key)
    implements Principal {

  public Caller {
    if (ownOnly && owner.isEmpty()) {
      throw new IllegalArgumentException("Who sees only sessions of their own must own some");
    }
  }

  public Caller(Role role, String door, String who) {
    this(role, door, who, false, "", "");
  }

  /** The same at another door. */
  public Caller at(String other) {
    return new Caller(role, other, who, ownOnly, owner, key);
  }

  /** The same under the name that they give themselves. */
  public Caller named(String name) {
    return new Caller(role, door, name, ownOnly, owner, key);
  }

  @Override
  public String getName() {
    return who;
  }

  public boolean may(Role needed) {
    return role.may(needed);
  }
}
