package dev.parley.session;

import dev.parley.pty.Foreground;
import dev.parley.terminal.Screen;
import java.util.List;
import java.util.Optional;

/**
 * Where a session stands at one moment: what it is doing, and what a person would want to see of it
 * in a list. Two of them are alike when nobody would notice a difference.
 *
 * @param foreground the program in front; empty when the session is over
 * @param title what the program calls its window
 * @param floor the person who may type; empty while the agent may
 * @param asks what people are asked for
 * @param attention what it needs somebody for
 * @param glimpse what can be told of the screen without opening the session
 */
public record Standing(
    Verdict verdict,
    Optional<Foreground> foreground,
    boolean fullscreen,
    String title,
    int columns,
    int rows,
    Optional<Floor.Holding> floor,
    List<Asks.Ask> asks,
    Attention attention,
    Glimpse glimpse) {

  public Standing {
    asks = List.copyOf(asks);
  }

  static Standing of(
      Verdict verdict,
      Optional<Foreground> foreground,
      boolean fullscreen,
      Screen screen,
      Optional<Floor.Holding> floor,
      List<Asks.Ask> asks,
      Attention attention,
      Glimpse glimpse) {
    return new Standing(
        verdict,
        foreground,
        fullscreen,
        screen.title(),
        screen.columns(),
        screen.rows(),
        floor,
        asks,
        attention,
        glimpse);
  }

  /** The same, where another state is concluded. */
  public Standing with(Verdict other) {
    return new Standing(
        other, foreground, fullscreen, title, columns, rows, floor, asks, attention, glimpse);
  }

  public SessionState state() {
    return verdict.state();
  }

  /** Whether it says the same as another; the evidence alone may differ. */
  boolean isLike(Standing other) {
    return state().equals(other.state())
        && verdict.confidence() == other.verdict.confidence()
        && foreground.equals(other.foreground)
        && fullscreen == other.fullscreen
        && title.equals(other.title)
        && columns == other.columns
        && rows == other.rows
        && floor.equals(other.floor)
        && asks.equals(other.asks)
        && attention.isSameAs(other.attention)
        && glimpse.offersAs(other.glimpse);
  }
}
