package dev.parley.bench.jobs;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** All jobs. */
final class Jobs {
  private Jobs() {}

  static List<Job> all() {
    return Stream.of(ConsoleJobs.all(), PromptJobs.all(), EditorJobs.all(), ShellJobs.all())
        .flatMap(List::stream)
        .toList();
  }

  /** What this host lacks for a job, or nothing. */
  static List<String> missing(Job job) {
    return job.needs().stream().filter(need -> !has(need)).toList();
  }

  private static boolean has(String need) {
    if (need.equals("root")) {
      return World.hasAccounts();
    }
    if (need.startsWith("/")) {
      return Files.isExecutable(Path.of(need));
    }
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, need)));
  }
}
