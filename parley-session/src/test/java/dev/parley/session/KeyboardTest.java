package dev.parley.session;

import static dev.parley.session.FakePty.PERHAPS_WAITING;
import static dev.parley.session.Played.millis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.pty.Exit;
import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import dev.parley.session.remote.far.FarPty;
import dev.parley.session.remote.transport.Transport;
import dev.parley.session.time.FakeTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever types, and by whichever way, the session keeps the same books about it. */
@Timeout(20)
class KeyboardTest {

  enum Entrance {
    AGENT,
    PERSON,
    PIPE,
    SECRET;

    void type(Session session) {
      var key = new byte[] {'x'};
      switch (this) {
        case AGENT -> session.send(Input.raw(key), Expectation.none());
        case PERSON -> {
          session.floor().take("Alex");
          session.typeByHand("Alex", key);
        }
        case PIPE -> session.feed(key);
        case SECRET -> session.secrets().typeUnasked("x");
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void typingBreaksTheSilence(Entrance entrance) {
    var played = new Played();
    played.time.advance(Duration.ofHours(1));
    played.pty.whenTyped(() -> played.pty.exits(0));

    entrance.type(played.session);

    assertThat(played.pty.typed()).startsWith("x");
    assertThat(played.session.idle()).isEqualTo(Duration.ZERO);
  }

  @ParameterizedTest
  @EnumSource
  void untilItIsAnsweredASoftFindingNeedsAllThePatience(Entrance entrance) {
    var played = new Played();
    played.pty.prints("> ").does(PERHAPS_WAITING);
    played.session.lastOffset();
    played.time.advance(Duration.ofHours(1));
    assertThat(played.session.state().wantsInput()).isTrue();

    played.pty.whenTyped(() -> played.pty.does(FakePty.SECRET));
    entrance.type(played.session);
    played.pty.does(PERHAPS_WAITING);

    assertThat(played.session.state().wantsInput()).isFalse();
    played.time.advance(millis(1499));
    assertThat(played.session.state().wantsInput()).isFalse();
    played.time.advance(millis(1));
    assertThat(played.session.state().wantsInput()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void anAnswerThatIsParsedBeforeTheTypingReturnsIsAnAnswer(Entrance entrance) {
    var played = new Played();
    played.pty.whenTyped(
        () -> {
          played.time.advance(millis(1));
          played.pty.prints("x> ").does(FakePty.SECRET);
          played.session.lastOffset();
          played.time.advance(millis(1));
        });
    entrance.type(played.session);
    played.pty.does(PERHAPS_WAITING);

    played.time.advance(entrance == Entrance.PIPE ? millis(1500) : millis(100));

    assertThat(played.session.state().wantsInput()).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void whatWasRefusedWasNotTyped(Entrance entrance) {
    var played = new Played();
    played.time.advance(Duration.ofHours(1));
    played.pty.takesNothing();

    assertThatThrownBy(() -> entrance.type(played.session)).isInstanceOf(Refusal.class);

    assertThat(played.session.idle()).isEqualTo(Duration.ofHours(1));
  }

  @ParameterizedTest
  @EnumSource
  void onAFarSideThatCannotBeSeenAnOldPromptIsNoAnswer(Entrance entrance) {
    var time = new FakeTime();
    var played =
        new Played(
            time,
            Launch.of("fake"),
            (sink, pty) ->
                new FarPty(new Unseen(), "played", "abc", sink, _ -> pty, (_, _) -> pty, time));
    time.advance(Duration.ofMinutes(1)); // nobody greets any more
    played.pty.prints(Played.PROMPT).does(PERHAPS_WAITING);
    assertThat(played.session.state()).isInstanceOf(SessionState.Ready.class);

    entrance.type(played.session);
    assertThat(played.session.state()).isNotInstanceOf(SessionState.Ready.class);

    played.pty.prints("\r\n" + Played.PROMPT);
    assertThat(played.session.state()).isInstanceOf(SessionState.Ready.class);
  }

  /** A way to a far side on which nothing can be started to look there. */
  private static final class Unseen implements Transport {
    @Override
    public List<String> terminal(String script) {
      return List.of();
    }

    @Override
    public ProcessBuilder channel(String script) {
      return new ProcessBuilder("/no/such/program");
    }

    @Override
    public boolean lost(Exit exit) {
      return false;
    }

    @Override
    public String name() {
      return "fake";
    }

    @Override
    public void done() {}
  }
}
