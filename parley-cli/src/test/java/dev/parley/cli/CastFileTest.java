package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.cli.CastFile.Event;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Recordings in both versions, as other programs write them too. */
final class CastFileTest {
  private static final CastFile EXPECTED =
      new CastFile(
          100,
          30,
          List.of(
              new Event.Output(0.5, "a"), new Event.Size(2, 80, 24), new Event.Output(3.5, "é")));

  @Test
  void timesOfVersion2CountFromTheBeginning() {
    assertThat(
            CastFile.of(
                "x",
                """
                {"version": 2, "width": 100, "height": 30}
                [0.5, "o", "a"]
                [1.5, "i", "typed"]
                [2, "r", "80x24"]
                [3.5, "o", "é"]
                """))
        .isEqualTo(EXPECTED);
  }

  @Test
  void timesOfVersion3CountFromTheEventBefore() {
    assertThat(
            CastFile.of(
                "x",
                """
                {"version": 3, "term": {"cols": 100, "rows": 30, "type": "xterm-256color"}}
                # nothing happens here
                [0.5, "o", "a"]
                [1.0, "i", "typed"]
                [0.5, "r", "80x24"]
                [1.5, "o", "é"]
                [0.1, "x", "0"]
                """))
        .isEqualTo(EXPECTED);
  }

  @Test
  void aLastLineThatWasCutOffIsLeftOut() {
    var cut = "{\"version\":2,\"width\":80,\"height\":24}\n[1,\"o\",\"a\"]\n[2,\"o\",\"b";
    assertThat(CastFile.of("x", cut).events()).containsExactly(new Event.Output(1, "a"));
  }

  @Test
  void anythingElseIsRefused() {
    for (var text : new String[] {"", "hello", "{\"version\":1}", "{\"version\":2}\nx\n[]"}) {
      assertThatThrownBy(() -> CastFile.of("x", text)).hasMessageContaining("asciicast");
    }
  }
}
