package dev.parley.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** A parser that serves many calls of a command keeps nothing of one for the next. */
class CommandLinesTest {
  private final CommandLines lines = new CommandLines();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "list --all --json -q --names -w | list",
        "kill -s INT one --json | kill other",
        "rename one two --json | rename three four",
        "logs one -f -n 3 | logs other",
        "send one two three --no-enter --paste --if-state waiting --if-offset 7 --timeout 3s"
            + " --until exit --pattern x --view screen --max-tokens 9 --json | send other",
        "send one --key ctrl+c --key up | send other --secret pin",
        "start --name n --cwd /tmp --cols 40 --rows 10 --env A=1 --shell bash --login"
            + " --wait --timeout 2s --json cat -n | start sh",
        "close --force --grace 1s --all --json one two | close other",
        "wait --all --until exit --timeout 1s one two | wait other",
        "secret --name pin --for ssh --refuse --force one | secret other",
        "resize one 40 10 --json | resize other 80 24",
        "signal one INT --everyone | signal other TERM",
        "prune --older-than 1h --keep 3 --max-bytes 9 --yes | prune",
        "export one --format text -o file | export other",
        "screenshot one -o file.png | screenshot other",
        "explain one --json | explain other",
        "report one -o file | report other",
        "config codex --install --tools all | config claude",
        "open --role watch --print | open",
        "token new --name ci --role watch --own --expires 1d | token new --name other",
        "token --role type --json | token",
        "status --json | status",
        "url --json | url",
      })
  void keepsNothing(String both) {
    var first = words(both, 0);
    var second = words(both, 1);
    var used = new ArrayList<CommandLine>();
    lines.with(first[0], false, line -> parse(line, used, first));
    lines.with(second[0], false, line -> parse(line, used, second));
    assertSame(used.getFirst(), used.getLast(), "the parser serves again");
    var again = values(used.getLast());

    new CommandLines().with(first[0], false, line -> parse(line, used, first));
    assertNotEquals(values(used.getLast()), again, "the first call set something");
    new CommandLines().with(second[0], false, line -> parse(line, used, second));
    assertEquals(values(used.getLast()), again);
  }

  @Test
  void twoAtOnceHaveOneEach() {
    lines.with(
        "list",
        false,
        outer ->
            lines.with(
                "list",
                false,
                inner -> {
                  assertNotEquals(outer, inner);
                  return 0;
                }));
  }

  private static int parse(CommandLine line, List<CommandLine> used, String... words) {
    used.add(line);
    var unused = line.parseArgs(words);
    return 0;
  }

  private static String[] words(String both, int which) {
    return both.split(" \\| ")[which].split(" ");
  }

  /** What a command finds in its fields, of itself and of what it is made of. */
  private static Map<String, String> values(CommandLine line) {
    var values = new TreeMap<String, String>();
    collect("", line, values);
    return values;
  }

  private static void collect(String path, CommandLine line, Map<String, String> values) {
    line.getCommandSpec()
        .args()
        .forEach(
            argument ->
                values.put(
                    path + " " + argument.userObject() + " " + argument.paramLabel(),
                    Objects.toString(argument.getValue())));
    line.getSubcommands().forEach((name, sub) -> collect(path + " " + name, sub, values));
  }
}
