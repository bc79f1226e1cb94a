package dev.parley.bench.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The frame that jobs are played in, with peers made for the purpose. */
class JobsTest {
  /** Needs a server or a compiler, which takes too long to prepare here. */
  private static final List<String> SLOW =
      List.of("psql", "redis", "gdb", "ssh-gdb", "sudo", "ssh", "ssh-sudo");

  @TempDir Path folder;
  private World world;

  @BeforeEach
  void begin() throws Exception {
    world = new World(folder);
  }

  @Test
  void thereAreManyJobsAndEachHasItsName() {
    var names = Jobs.all().stream().map(Job::name).toList();

    assertThat(names).hasSizeGreaterThanOrEqualTo(40);
    assertThat(new HashSet<>(names)).hasSameSizeAs(names);
  }

  @Test
  void noJobIsDoneBeforeAnythingIsTyped() throws Exception {
    var idle = peer((place, meter) -> new Typist(place, meter, List.of()));
    var silent = new ArrayList<String>();
    for (var job : Jobs.all()) {
      if (Jobs.missing(job).isEmpty() && !SLOW.contains(job.name())) {
        var untouched =
            new Job(job.name(), job.title(), job.needs(), job.prepare(), List.of(), job.judge());
        if (new Player(world, false, Duration.ZERO).play(untouched, idle).done()) {
          silent.add(job.name());
        }
      }
    }

    assertThat(silent).isEmpty();
  }

  @Test
  void theJudgeLooksAtWhatIsLeftBehindAndNotAtWhatIsClaimed() throws Exception {
    var job =
        Job.named("greeting", "a file with a word in it")
            .start("greet", Until.prompt("Name: "))
            .line("Ada", Until.exit())
            .judge(place -> place.says("greeting", "hello Ada"));
    var claims = peer((place, meter) -> new Typist(place, meter, List.of("Name: ", "all done")));
    var works =
        peer(
            (place, meter) ->
                new Typist(
                    place,
                    meter,
                    List.of("Name: ", ""),
                    words -> place.write("greeting", "hello " + words + "\n")));

    var claimed = new Player(world, false, Duration.ZERO).play(job, claims);
    var worked = new Player(world, false, Duration.ZERO).play(job, works);

    assertThat(claimed.complaint()).isEqualTo("there is no greeting");
    assertThat(worked.done()).isTrue();
    assertThat(worked.calls()).isEqualTo(2);
    assertThat(worked.answered()).isEqualTo(Tokens.count("Name: "));
  }

  @Test
  void aValueIsReadOffTheTerminalAndUsed() throws Exception {
    var job =
        Job.named("code", "a code that is shown and typed")
            .start("ask", Until.prompt("code: "))
            .note("code", "Your code is (\\d+)")
            .line("<${code}>", Until.nothing())
            .judge(place -> place.says("typed", "<4711>"));
    var reads =
        peer(
            (place, meter) ->
                new Typist(
                    place,
                    meter,
                    List.of("\033[1mYour code\033[m is 4711\r\ncode: ", ""),
                    words -> place.write("typed", words)));

    assertThat(new Player(world, false, Duration.ZERO).play(job, reads).complaint()).isEmpty();
  }

  @Test
  void whoLooksGoesOnLookingUntilThePromptStandsThere() throws Exception {
    var job =
        Job.named("slow", "a prompt that comes with the second look")
            .start("slow", Until.prompt("ready> "))
            .judge(_ -> {});
    var looks =
        peer((place, meter) -> new Typist(place, meter, List.of("loading", "loading\nready> ")));

    assertThat(new Player(world, false, Duration.ZERO).play(job, looks).calls()).isEqualTo(2);
  }

  @Test
  void keysAreWhatAnOrdinaryTerminalSends() {
    var typing =
        Typing.text("Gx").then(Typing.keys("escape", "ctrl+c", "down")).then(Typing.line("q"));

    assertThat(typing.bytes()).isEqualTo("Gx\033\003\033[Bq\r");
    assertThat(Typing.bytes("ctrl+\\")).isEqualTo("\034");
    assertThat(typing.isLine()).isFalse();
    assertThat(Typing.line("q").isLine()).isTrue();
  }

  /** The numbers are those of the vocabulary's own library. */
  @Test
  void tokensAreCountedAsAModelCountsThem() {
    assertThat(Tokens.count("{\"name\":\"session_send\"}")).isEqualTo(6);
    assertThat(Tokens.count("Zoë 你好 👋 don't")).isEqualTo(7);
    assertThat(Tokens.count("\033[31mred\033[0m")).isEqualTo(9);
    assertThat(Tokens.count("  \n\n  x\t")).isEqualTo(4);
  }

  private interface Typed {
    void words(String words) throws Exception;
  }

  private interface Taking {
    Hands take(Workplace place, Meter meter);
  }

  private static Peer peer(Taking taking) {
    return new Peer() {
      @Override
      public String name() {
        return "made up";
      }

      @Override
      public String version() {
        return "1";
      }

      @Override
      public int toolTokens() {
        return 0;
      }

      @Override
      public Hands take(Workplace place, Meter meter) {
        return taking.take(place, meter);
      }

      @Override
      public void close() {}
    };
  }

  /** Shows one thing after the other, a call each; the last one is an end. */
  private static final class Typist extends LookingHands {
    private final List<String> shown;
    private final Typed typed;
    private int at;

    Typist(Workplace place, Meter meter, List<String> shown, Typed typed) {
      super(place, meter);
      this.shown = shown;
      this.typed = typed;
    }

    /** One that does nothing about what is typed. */
    Typist(Workplace place, Meter meter, List<String> shown) {
      this(place, meter, shown, _ -> {});
    }

    @Override
    protected Optional<Look> begin(String session, String command) {
      return Optional.of(look(session, Until.nothing()));
    }

    @Override
    protected Optional<Look> press(String session, Typing typing) {
      try {
        typed.words(typing.words());
      } catch (Exception failed) {
        throw new IllegalStateException(failed);
      }
      return Optional.of(look(session, Until.nothing()));
    }

    @Override
    protected Look look(String session, Until until) {
      var text = shown.get(at++);
      meter.call("", text);
      return new Look(text, at == shown.size(), Optional.empty());
    }

    @Override
    public void close() {}
  }
}
