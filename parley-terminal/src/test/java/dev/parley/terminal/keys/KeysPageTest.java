package dev.parley.terminal.keys;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/keys.md} to the code; run as a program it writes the table there anew. */
class KeysPageTest {
  private static final Path PAGE = Path.of("../docs/keys.md");
  private static final Pattern TABLE =
      Pattern.compile("(?<=<!-- names -->\n).*(?=<!-- end of names -->)", Pattern.DOTALL);

  public static void main(String... arguments) throws IOException {
    String page = Files.readString(PAGE);
    Files.writeString(PAGE, TABLE.matcher(page).replaceFirst(m -> quote(table())));
  }

  private static String quote(String text) {
    return Matcher.quoteReplacement(text);
  }

  @Test
  void thePageListsEveryNameOfEveryKey() throws IOException {
    var matcher = TABLE.matcher(Files.readString(PAGE));
    assertThat(matcher.find()).isTrue();
    assertThat(matcher.group()).isEqualTo(table());
  }

  @Test
  void everyExampleOnThePageIsAKey() throws IOException {
    var cell = Pattern.compile("^\\| ((?:`[^`]+`(?: or )?)+) \\|");
    var example = Pattern.compile("`([^`]+)`");
    int seen = 0;
    for (String line : Files.readAllLines(PAGE)) {
      var first = cell.matcher(line);
      if (first.find()) {
        var keys = example.matcher(first.group(1));
        while (keys.find()) {
          assertThat(Keys.parse(keys.group(1))).as(keys.group(1)).hasSize(1);
          seen++;
        }
      }
    }
    assertThat(seen).isGreaterThan(90);
  }

  private static String table() {
    return "| key | also written |\n| --- | --- |\n"
        + KeyNames.ALL.values().stream()
            .map(
                names ->
                    "| `%s` | %s |\n"
                        .formatted(
                            names.getFirst(),
                            names.stream()
                                .skip(1)
                                .map(name -> "`" + name + "`")
                                .collect(joining(" "))))
            .collect(joining());
  }
}
