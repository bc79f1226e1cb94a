package dev.parley.pty;

import dev.parley.pty.PtyException.Reason;
import dev.parley.pty.sys.Sys;
import java.util.ArrayList;
import java.util.List;

/**
 * A command that was found: the file to run and the arguments it will see.
 *
 * @param path the file, absolute or from the child's directory
 * @param arguments as the program sees them, its own name first
 */
record Program(String path, List<String> arguments) {
  /** Asks whether a file may be used in some way: zero, or a negative error number. */
  @FunctionalInterface
  interface Access {
    int check(String file, int mode);
  }

  private static final String PATH_WITHOUT_ONE = "/usr/local/bin:/usr/bin:/bin";

  /** Looks up the command as the child's own shell would, and checks everything it needs. */
  static Program find(Spawn spawn, Access access) {
    refuseNul(spawn);
    var directory = spawn.directory().toString();
    requireDirectory(directory, access);
    var command = spawn.command().getFirst();
    if (command.contains("/")) {
      requireExecutable(command, fromDirectory(directory, command), access);
      return new Program(command, spawn.command());
    }
    var path = spawn.environment().getOrDefault("PATH", PATH_WITHOUT_ONE);
    var unusable = "";
    for (var folder : path.split(":", -1)) {
      var candidate = folder.isEmpty() ? command : folder + "/" + command;
      var file = fromDirectory(directory, candidate);
      if (access.check(file, Sys.X_OK) == 0 && !isDirectory(file, access)) {
        return new Program(folder.isEmpty() ? "./" + command : candidate, spawn.command());
      }
      if (unusable.isEmpty() && access.check(file, Sys.F_OK) == 0) {
        unusable = file;
      }
    }
    if (!unusable.isEmpty()) {
      requireExecutable(command, unusable, access);
    }
    throw bad("There is no command '%s' on the PATH".formatted(command));
  }

  /** The same behind another program. */
  Program wrapped(Wrapping wrapping) {
    var around = wrapping.around(path, arguments);
    return around.isEmpty() ? this : new Program(around.getFirst(), around);
  }

  /** The same run by the shell, for a script that does not name one. */
  Program byShell() {
    var all = new ArrayList<>(List.of("sh", path));
    all.addAll(arguments.subList(1, arguments.size()));
    return new Program("/bin/sh", all);
  }

  /** Why the operating system would not start it after all. */
  PtyException refused(int errno) {
    return switch (errno) {
      case Sys.E2BIG ->
          bad(
              "The arguments and environment of '%s' are larger than this host allows"
                  .formatted(arguments.getFirst()));
      case Sys.ENOENT ->
          bad("'%s' names an interpreter that does not exist, or was just removed".formatted(path));
      case Sys.EACCES -> bad("'%s' may not be run by this user".formatted(path));
      case Sys.ENOEXEC -> bad("'%s' is not a program this host can run".formatted(path));
      case Sys.EAGAIN ->
          new PtyException(
              Reason.LIMIT,
              "No process is left for '%s'; close sessions or raise the limit on processes"
                  .formatted(arguments.getFirst()));
      default -> Errors.failed(errno, "start '%s'".formatted(path));
    };
  }

  private static void requireDirectory(String directory, Access access) {
    switch (-access.check(directory + "/.", Sys.X_OK)) {
      case 0 -> {}
      case Sys.ENOENT -> throw bad("There is no directory '%s'".formatted(directory));
      case Sys.ENOTDIR -> throw bad("'%s' is not a directory".formatted(directory));
      case Sys.EACCES ->
          throw bad("The directory '%s' may not be entered by this user".formatted(directory));
      default -> throw bad("The directory '%s' cannot be used".formatted(directory));
    }
  }

  private static void requireExecutable(String command, String file, Access access) {
    if (isDirectory(file, access)) {
      throw bad("'%s' is a directory, not a command".formatted(command));
    }
    switch (-access.check(file, Sys.X_OK)) {
      case 0 -> {}
      case Sys.ENOENT, Sys.ENOTDIR -> throw bad("There is no command '%s'".formatted(command));
      default ->
          throw bad(
              "'%s' is not executable; make it so with chmod +x, or name the program that runs it"
                  .formatted(command));
    }
  }

  private static boolean isDirectory(String file, Access access) {
    return access.check(file + "/.", Sys.F_OK) == 0;
  }

  private static String fromDirectory(String directory, String file) {
    return file.startsWith("/") ? file : directory + "/" + file;
  }

  private static void refuseNul(Spawn spawn) {
    for (var argument : spawn.command()) {
      if (argument.indexOf('\0') >= 0) {
        throw bad("An argument of '%s' contains a NUL".formatted(spawn.command().getFirst()));
      }
    }
    spawn
        .environment()
        .forEach(
            (name, value) -> {
              if (name.isEmpty() || name.indexOf('=') >= 0 || name.indexOf('\0') >= 0) {
                throw bad("'%s' cannot be the name of a variable".formatted(name));
              }
              if (value.indexOf('\0') >= 0) {
                throw bad("The variable %s contains a NUL".formatted(name));
              }
            });
  }

  private static PtyException bad(String message) {
    return new PtyException(Reason.BAD_INPUT, message.replace('\0', '?'));
  }
}
