package dev.parley.server.calls;

import dev.parley.pty.Foreground;
import dev.parley.session.CommandResult;
import dev.parley.session.SessionState;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Advice;
import dev.parley.terminal.Cursor;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What each reader of one client was told of each session, so that an answer need not say it again.
 * An agent keeps what it has read; a prompt, a program in front and most rows of a screen are the
 * same from turn to turn.
 */
public final class Told {
  /** More than anyone follows; beyond it the oldest is told anew. */
  private static final int MOST = 1000;

  private static final Optional<Advice> SCREEN = Optional.of(Advice.Step.READ_SCREEN);
  private static final Optional<Advice> PASSWORD = Optional.of(Advice.Step.ASK_FOR_PASSWORD);

  private static final Cursor HIDDEN = new Cursor(0, 0, false);

  private static final Said NOTHING = new Said("", "", 0, List.of(), HIDDEN);

  private final Map<Key, Said> said = new Latest<>();
  private final Set<Object> explained = Collections.newSetFromMap(new Latest<>());

  /** Nobody was told anything yet. */
  public Told() {}

  /** What was told last, and no more of it than anyone follows. */
  private static final class Latest<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1;

    Latest() {
      super(16, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
      return size() > MOST;
    }
  }

  private record Key(Object reader, SessionId session) {}

  private record Said(
      String prompt, String directory, long foreground, List<String> screen, Cursor cursor) {}

  /**
   * What of an answer is new to its reader.
   *
   * @param prompt whether its prompt is; a program that asks says it every time
   * @param directory whether the directory of the shell is
   * @param foreground whether the program in front is
   * @param screen how the screen has changed, where most of it was told before
   * @param cursor whether the cursor is elsewhere than it was
   * @param hint whether its hint is
   */
  public record News(
      boolean prompt,
      boolean directory,
      boolean foreground,
      Optional<ScreenChange> screen,
      boolean cursor,
      boolean hint) {}

  /** What is new in a reply; it counts as told from now on. */
  public synchronized News news(Object reader, TurnReply reply) {
    var turn = reply.turn();
    var key = new Key(reader, turn.session());
    var before = said.getOrDefault(key, NOTHING);
    var screen = reply.showsScreen() ? turn.screen().lines() : List.<String>of();
    var now =
        new Said(
            turn.state() instanceof SessionState.Ready(var prompt) ? prompt : before.prompt,
            turn.command().map(CommandResult::directory).orElse(before.directory),
            turn.foreground().map(Foreground::pid).orElse(0L),
            screen,
            seen(turn.screen().cursor()));
    said.put(key, now);
    return new News(
        !(turn.state() instanceof SessionState.Ready) || !now.prompt.equals(before.prompt),
        !now.directory.equals(before.directory),
        now.foreground != before.foreground,
        reply.asksForScreen() ? Optional.empty() : ScreenChange.between(before.screen, screen),
        !now.cursor.equals(before.cursor),
        !explained(reader, reply));
  }

  /** Where a hidden cursor is, is not told. */
  private static Cursor seen(Cursor cursor) {
    return cursor.visible() ? cursor : HIDDEN;
  }

  /** What a full screen is, and who enters passwords, need not be explained twice. */
  private boolean explained(Object reader, TurnReply reply) {
    var session = reply.turn().session();
    return (reply.hint().equals(SCREEN) && !explained.add(reader))
        || (reply.hint().equals(PASSWORD) && !explained.add(new Key(reader, session)));
  }
}
