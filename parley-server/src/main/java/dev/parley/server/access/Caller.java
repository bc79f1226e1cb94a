package dev.parley.server.access;

import java.security.Principal;

/**
 * Who is asking, and what they may do.
 *
 * @param door where they came in: {@code http}, {@code console}, {@code mcp}, {@code command} or
 *     {@code attach}
 * @param who tells callers of one door apart; shown to people and never a secret
 */
public record Caller(Role role, String door, String who) implements Principal {
  @Override
  public String getName() {
    return who;
  }

  public boolean may(Role needed) {
    return role.may(needed);
  }
}
