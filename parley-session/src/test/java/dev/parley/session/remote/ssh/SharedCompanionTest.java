package dev.parley.session.remote.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.session.remote.transport.Companion;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** One script for many sessions, with a played far side. */
class SharedCompanionTest {
  private final List<String> there = new ArrayList<>();
  private final SharedCompanion shared = new SharedCompanion();

  SharedCompanionTest() {
    shared.begin(
        new Companion() {
          @Override
          public void say(String line) {
            there.add(line);
          }

          @Override
          public void close() {
            there.add("closed");
          }
        });
  }

  @Test
  void eachSessionHearsWhatIsSaidToIt() throws IOException {
    shared.said("several");
    var one = new Heard();
    var two = new Heard();
    var first = shared.open(one);
    var second = shared.open(two);
    first.say("ask 1");
    second.say("ask 2");

    shared.said("2 working kernel:running");
    shared.said("1 ready");
    first.close();
    shared.said("1 asked 1");
    shared.said("nonsense");
    shared.said("7 ready");

    assertThat(shared.takesSeveral()).isTrue();
    assertThat(there).containsExactly("1 open", "2 open", "1 ask 1", "2 ask 2", "1 close");
    assertThat(one.lines).containsExactly("ready");
    assertThat(two.lines).containsExactly("working kernel:running");
  }

  @Test
  void itsEndIsTheEndForAll() throws IOException {
    shared.said("several");
    var one = new Heard();
    var two = new Heard();
    shared.open(one);
    shared.open(two).close();

    shared.ended();

    assertThat(shared.isOver()).isTrue();
    assertThat(one.lines).containsExactly("ended");
    assertThat(two.lines).isEmpty();
    assertThatThrownBy(() -> shared.open(new Heard())).isInstanceOf(IOException.class);
  }

  @Test
  void aShellThatCannotLookForSeveralSaysSomethingElse() {
    shared.said("ready");

    assertThat(shared.takesSeveral()).isFalse();
  }

  @Test
  void aScriptThatEndsAtOnceTakesNobody() {
    shared.ended();

    assertThat(shared.takesSeveral()).isFalse();
  }

  private static final class Heard implements Companion.Listener {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void said(String line) {
      lines.add(line);
    }

    @Override
    public void ended() {
      lines.add("ended");
    }
  }
}
