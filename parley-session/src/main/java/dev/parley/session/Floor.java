package dev.parley.session;

import java.util.Locale;

/** The right to type; one party has it at a time. */
public final class Floor {

  /** Who may type. */
  public enum Party {
    AGENT,
    HUMAN;

    /** The party as it travels: {@code agent}. */
    public String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private volatile Party holder = Party.AGENT;

  Floor() {}

  public Party holder() {
    return holder;
  }

  /** Takes the floor for a person, or hands it back. */
  public void give(Party party) {
    holder = party;
  }

  void checkAgentMayType() {
    if (holder == Party.HUMAN) {
      throw new Refusal(
          Refusal.Code.HELD_BY_HUMAN,
          "A person has the keyboard of this session; reading still works",
          "Wait for the hand-back, or ask for it with session_ask");
    }
  }
}
