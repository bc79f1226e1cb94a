package dev.parley.session.sandbox;

import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

/**
 * The repositories of a workspace. A session may commit to them; their hooks and configuration are
 * run and obeyed by whoever uses git there next, outside of the sandbox, so it may not write those.
 */
final class Repositories {
  private static final String GIT = ".git";
  private static final List<String> OBEYED = List.of("config", "config.worktree", "hooks");

  /** Deeper or more than this would make every start wait for the disk. */
  private static final int DEEPEST = 4;

  private static final int MOST_ENTRIES = 20_000;

  private final Mounts mounts;
  private int entries;

  private Repositories(Mounts mounts) {
    this.mounts = mounts;
  }

  /** One of the repositories of a workspace; empty when it has none. */
  static Optional<Path> first(Path workspace) {
    return new Repositories(new Mounts()).found(workspace).stream().findFirst();
  }

  static void protect(Path workspace, Mounts mounts) {
    var repositories = new Repositories(mounts);
    for (var git : repositories.found(workspace)) {
      repositories.protectOne(git);
    }
  }

  /** The workspace's own comes first: however much lies beside it, it is found. */
  private List<Path> found(Path workspace) {
    var own = workspace.resolve(GIT);
    var found = new ArrayList<Path>();
    if (Files.exists(own, LinkOption.NOFOLLOW_LINKS)) {
      found.add(own);
    }
    try {
      Files.walkFileTree(
          workspace,
          EnumSet.noneOf(FileVisitOption.class),
          DEEPEST,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes of) {
              if (isGit(folder)) {
                add(folder);
                return FileVisitResult.SKIP_SUBTREE;
              }
              return counted();
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes of) {
              if (isGit(file)) {
                add(file);
              }
              return counted();
            }

            private void add(Path git) {
              if (!git.equals(own)) {
                found.add(git);
              }
            }

            private FileVisitResult counted() {
              return ++entries > MOST_ENTRIES
                  ? FileVisitResult.TERMINATE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException unreadable) {
      // What cannot be listed by this user cannot be written by the session either.
    }
    return found;
  }

  private static boolean isGit(Path path) {
    return GIT.equals(String.valueOf(path.getFileName()));
  }

  /**
   * The folder itself becomes a mount, because one that is can be neither renamed nor removed; a
   * folder with another name in its place would have hooks of its own.
   */
  private void protectOne(Path git) {
    if (!Files.isDirectory(git, LinkOption.NOFOLLOW_LINKS)) {
      if (!Files.isSymbolicLink(git)) {
        mounts.readOnly(git); // says where the repository is
      }
      return;
    }
    if (!isPlain(git)) {
      mounts.readOnly(git);
      return;
    }
    mounts.writable(git);
    obeyed(git);
    inner(git.resolve("modules"));
    inner(git.resolve("worktrees"));
  }

  private void inner(Path folder) {
    try (var each = Files.newDirectoryStream(folder)) {
      for (var one : each) {
        if (Files.isDirectory(one, LinkOption.NOFOLLOW_LINKS)) {
          obeyed(one);
        }
      }
    } catch (IOException none) {
      // There are no modules or worktrees.
    }
  }

  private void obeyed(Path folder) {
    for (var name : OBEYED) {
      var path = folder.resolve(name);
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        mounts.readOnly(path);
      }
    }
  }

  /** Whether the parts we protect are there as files and folders, so that nothing replaces them. */
  private static boolean isPlain(Path git) {
    try {
      if (!Files.exists(git.resolve("hooks"), LinkOption.NOFOLLOW_LINKS)) {
        Files.createDirectory(git.resolve("hooks"));
      }
    } catch (IOException notOurs) {
      return false;
    }
    return Files.isDirectory(git.resolve("hooks"), LinkOption.NOFOLLOW_LINKS)
        && Files.isRegularFile(git.resolve("config"), LinkOption.NOFOLLOW_LINKS);
  }
}
