package dev.parley.session.sandbox;

import dev.parley.session.launch.Network;
import dev.parley.session.launch.SandboxProfile.Writing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The command line of bubblewrap for a profile: namespaces of its own, no capabilities, and a view
 * of the disk put together from mounts. It gives the child no new session, since that would end job
 * control; the {@link SystemCallFilter} refuses what the new session is usually there for.
 */
final class Bubblewrap implements Engine {
  static final String NAME = "bwrap";

  /** The shell passes the filter on as this descriptor; not all of them know a larger one. */
  private static final int FILTER = 9;

  private static final List<Path> SCRATCH =
      List.of(Path.of("/tmp"), Path.of("/var/tmp"), Path.of("/run"));

  private final Path program;
  private final Path filter;
  private final Path emptyFile;
  private final Optional<Path> inner;

  /**
   * @param filter a file with the system calls to refuse
   * @param emptyFile what stands in place of a hidden file
   * @param inner our own program on both sides of the wall; without it a death by signal is a code,
   *     and Ctrl-C ends what is no shell
   */
  Bubblewrap(Path program, Path filter, Path emptyFile, Optional<Path> inner) {
    this.program = program;
    this.filter = filter;
    this.emptyFile = emptyFile;
    this.inner = inner;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Optional<String> cannot(Inside inside) {
    return inside.profile().network() instanceof Network.Hosts && inner.isEmpty()
        ? Optional.of("there is no parley-inside, which carries connections to the proxy")
        : Optional.empty();
  }

  @Override
  public List<String> command(Inside inside, String path, List<String> arguments) {
    var mounts = new Mounts();
    disk(inside, mounts);
    inner.ifPresent(mounts::readOnly);
    inside.proxy().ifPresent(mounts::readOnly); // which keeps nobody from connecting
    var command = new ArrayList<String>();
    command.addAll(
        inner
            .map(own -> InnerProgram.around(own, filter))
            .orElseGet(
                () ->
                    List.of(
                        "/bin/sh",
                        "-c",
                        "exec \"$@\" %d<\"$0\"".formatted(FILTER),
                        filter.toString())));
    command.add(program.toString());
    command.addAll(List.of("--seccomp", Integer.toString(FILTER)));
    command.addAll(
        List.of("--unshare-user", "--disable-userns", "--cap-drop", "ALL", "--unshare-pid"));
    command.addAll(List.of("--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"));
    if (!inside.profile().network().equals(Network.Whole.HOST)) {
      command.add("--unshare-net");
    }
    command.addAll(mounts.words());
    command.addAll(List.of("--chdir", inside.directory().toString(), "--"));
    inner.map(own -> InnerProgram.run(own, inside.proxy())).ifPresent(command::addAll);
    command.add(path);
    command.addAll(inner.isPresent() ? arguments : arguments.subList(1, arguments.size()));
    return command;
  }

  private void disk(Inside inside, Mounts mounts) {
    var writing = inside.profile().writing();
    if (writing == Writing.ANYWHERE) {
      mounts.writable(Path.of("/"));
      mounts.readOnly(Path.of("/sys"));
    } else {
      mounts.readOnly(Path.of("/"));
    }
    mounts.option("--dev", "/dev", "--proc", "/proc");
    settings().forEach(mounts::readOnly);
    if (writing != Writing.ANYWHERE) {
      scratch().forEach(mounts::own);
      if (inside.profile().network().equals(Network.Whole.HOST)) {
        nameServers().ifPresent(mounts::readOnly);
      }
    }
    var workspace = inside.directory();
    switch (writing) {
      case NOWHERE -> {
        if (isScratch(workspace)) {
          mounts.readOnly(workspace);
        }
      }
      case WORKSPACE -> {
        mounts.writable(workspace);
        Repositories.protect(workspace, mounts);
      }
      case ANYWHERE -> {}
    }
    inside.profile().writable().forEach(mounts::writable);
    hidden(inside).forEach(path -> mounts.hide(path, emptyFile));
    inside.readable().forEach(mounts::readOnly);
    inside.writable().forEach(mounts::writable);
  }

  /** What is hidden and would be visible otherwise. */
  private static Set<Path> hidden(Inside inside) {
    var hidden = new LinkedHashSet<Path>();
    for (var path : inside.hidden()) {
      var covered = inside.profile().writing() != Writing.ANYWHERE && isScratch(path);
      if (!covered || inside.isBelowWorkspace(path)) {
        // A folder that is hidden already has nothing left to hide.
        if (hidden.stream().noneMatch(path::startsWith)) {
          hidden.removeIf(deeper -> deeper.startsWith(path));
          hidden.add(path);
        }
      }
    }
    return hidden;
  }

  /** Whether a path is in a folder of which a session gets one of its own. */
  static boolean isScratch(Path path) {
    return scratch().stream().anyMatch(path::startsWith);
  }

  static List<Path> scratch() {
    return SCRATCH.stream()
        .filter(folder -> Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS))
        .toList();
  }

  /** Where root, even without capabilities, could still change the kernel's settings. */
  private static List<Path> settings() {
    var paths = new ArrayList<Path>();
    paths.add(Path.of("/proc/sys"));
    for (var name : List.of("sysrq-trigger", "mtrr", "acpi", "scsi", "fs", "driver")) {
      var path = Path.of("/proc", name);
      if (Files.exists(path)) {
        paths.add(path);
      }
    }
    return paths;
  }

  /** The list of name servers, where it is a link into a folder that is hidden otherwise. */
  static Optional<Path> nameServers() {
    try {
      return Optional.of(Path.of("/etc/resolv.conf").toRealPath()).filter(Bubblewrap::isScratch);
    } catch (IOException none) {
      return Optional.empty(); // then names are not resolved outside either
    }
  }
}
