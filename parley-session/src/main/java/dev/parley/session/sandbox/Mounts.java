package dev.parley.session.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is mounted where, in the order in which it is; a later one lies over an earlier one. */
final class Mounts {
  private final List<String> words = new ArrayList<>();
  private final List<String> atTheEnd = new ArrayList<>();

  void readOnly(Path path) {
    add("--ro-bind", path, path);
  }

  void writable(Path path) {
    add("--bind", path, path);
  }

  /** A folder of the session's own, which ends with it. */
  void own(Path folder) {
    words.add("--tmpfs");
    words.add(folder.toString());
  }

  /** Nothing can be read or written there. */
  void hide(Path path, Path emptyFile) {
    if (Files.isDirectory(path)) {
      own(path);
      // At the very end, because something below it may still have to be mounted.
      atTheEnd.add("--remount-ro");
      atTheEnd.add(path.toString());
    } else {
      add("--ro-bind", emptyFile, path);
    }
  }

  private void add(String how, Path from, Path to) {
    words.add(how);
    words.add(from.toString());
    words.add(to.toString());
  }

  void option(String... option) {
    words.addAll(List.of(option));
  }

  List<String> words() {
    var all = new ArrayList<>(words);
    all.addAll(atTheEnd);
    return all;
  }
}
