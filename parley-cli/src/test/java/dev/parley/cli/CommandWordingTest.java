package dev.parley.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.client.ClientException;
import dev.parley.session.refusal.Advice;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine.Command;
import tools.jackson.databind.json.JsonMapper;

/** A person at the command is told commands. */
class CommandWordingTest {
  @ParameterizedTest
  @EnumSource
  void everyStepIsACommandThatThereIs(Advice.Step step) {
    var said = CommandWording.WORDING.of(step);

    assertThat(said).contains("'parley ").doesNotContain("session_");
    var known =
        Parley.COMMANDS.stream().map(command -> command.getAnnotation(Command.class).name());
    var advised = new ArrayList<String>();
    for (var from = said.indexOf("'parley ");
        from >= 0;
        from = said.indexOf("'parley ", from + 1)) {
      var word = said.substring(from + "'parley ".length()).split("[ ']", 2)[0];
      advised.add(word);
    }
    assertThat(known).containsAll(advised);
  }

  @Test
  void theDaemonsAdviceIsSaidAsACommand() {
    var refused = refusal("{\"code\":\"read_from\",\"offset\":7}");
    assertThat(ErrorPrinter.next(refused)).contains("parley read SESSION --from 7");
  }

  @Test
  void adviceOfALaterDaemonIsSaidInItsWords() {
    var refused = refusal("{\"code\":\"stand_on_your_head\"}");
    assertThat(ErrorPrinter.next(refused)).isEqualTo("Do as I say");
  }

  private static ClientException refusal(String advice) {
    return ClientException.of(
        new JsonMapper()
            .readTree(
                "{\"code\":\"evicted\",\"message\":\"Gone\",\"try\":\"Do as I say\",\"advice\":%s}"
                    .formatted(advice)));
  }
}
