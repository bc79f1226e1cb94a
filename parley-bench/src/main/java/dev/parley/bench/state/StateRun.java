package dev.parley.bench.state;

import dev.parley.session.Sessions;
import dev.parley.session.launch.SandboxProfile;
import dev.parley.session.launch.Target;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Plays many situations, several side by side.
 *
 * @param absent situations left out because something is not installed
 */
record StateRun(List<Result> results, List<Situation> absent) {

  static StateRun of(List<Situation> situations, Path folder, int sideBySide, Consumer<Result> each)
      throws IOException, InterruptedException {
    return of(situations, folder, sideBySide, false, SandboxProfile.NONE, each);
  }

  /**
   * Plays situations.
   *
   * @param far whether on the far side of an ssh connection to this host
   * @param sandbox what each is confined to; it writes to the home of the run too
   */
  static StateRun of(
      List<Situation> situations,
      Path folder,
      int sideBySide,
      boolean far,
      SandboxProfile sandbox,
      Consumer<Result> each)
      throws IOException, InterruptedException {
    var possible = situations.stream().filter(StateRun::possible).toList();
    var absent = situations.stream().filter(situation -> !possible.contains(situation)).toList();
    var results = new ArrayList<Result>();
    var home = Files.createDirectories(folder.resolve("home"));
    try (var servers = new Servers(folder, possible, far);
        var sessions = Sessions.inProcess();
        var runners = Executors.newFixedThreadPool(sideBySide)) {
      var variables = variables(home);
      variables.putAll(servers.variables());
      var place = far ? servers.far() : Target.LOCAL;
      var confined = sandbox.isConfined() ? withHome(sandbox, home) : sandbox;
      variables.put("PATH", path());
      for (var bystander : List.of(false, true)) {
        var now = possible.stream().filter(one -> one.bystander() == bystander).toList();
        if (bystander && !now.isEmpty()) {
          servers.bystander();
        }
        var running = new ArrayList<Future<Result>>();
        for (var situation : now) {
          var own = folder.resolve("s" + results.size() + "-" + running.size());
          running.add(
              runners.submit(
                  () -> Stage.play(situation, sessions, place, confined, variables, own)));
        }
        for (var future : running) {
          var result = future.get();
          each.accept(result);
          results.add(result);
        }
      }
    } catch (ExecutionException e) {
      throw new IllegalStateException("A situation could not be played", e.getCause());
    }
    return new StateRun(results, absent);
  }

  private static SandboxProfile withHome(SandboxProfile sandbox, Path home) {
    return new SandboxProfile(
        sandbox.name(),
        sandbox.writing(),
        sandbox.network(),
        List.of(home),
        List.of(),
        Set.of(),
        Set.of(),
        sandbox.limits());
  }

  /** What every program gets: a home without anybody's configuration. */
  private static Map<String, String> variables(Path home) {
    var variables = new HashMap<String, String>();
    variables.put("HOME", home.toString());
    variables.put("LANG", "C.UTF-8");
    variables.put("PS1", "$ ");
    variables.put("PAGER", "less");
    variables.put("EDITOR", "vim -u NONE");
    variables.put("DEBIAN_FRONTEND", "readline");
    variables.put("JAVA_HOME", System.getProperty("java.home"));
    variables.put("PYTHON_HISTORY", "/dev/null");
    variables.put("NODE_PATH", NodeModules.FOLDER.toString());
    variables.put("GOCACHE", NodeModules.CACHE.resolve("go").toString());
    variables.put("GOTELEMETRY", "off");
    return variables;
  }

  private static boolean possible(Situation situation) {
    return situation.needs().stream().allMatch(StateRun::met);
  }

  private static boolean met(String need) {
    if (need.equals("root")) {
      return "root".equals(System.getProperty("user.name"));
    }
    if (need.startsWith("/")) {
      return Files.exists(Path.of(need));
    }
    return need.startsWith(NodeModules.NEED) ? NodeModules.has(need) : installed(need);
  }

  private static boolean installed(String program) {
    return Arrays.stream(path().split(":"))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
  }

  private static String path() {
    return System.getenv().getOrDefault("PATH", "/usr/bin:/bin") + ":/usr/games:/usr/sbin:/sbin";
  }

  List<Result> reached() {
    return results.stream().filter(Result::reached).toList();
  }

  List<Result> wrong() {
    return reached().stream().filter(result -> !result.parley().right()).toList();
  }
}
