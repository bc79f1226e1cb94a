package dev.parley.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A package manager's world of a test's own, whatever state the machine's packages are in. */
public final class OwnPackages {
  private OwnPackages() {}

  /** {@code apt-get} with the package {@code sample} installed in the folder and nothing else. */
  public static List<String> aptGet(Path folder) {
    try {
      for (var needed :
          List.of("lists/partial", "archives/partial", "sources.list.d", "preferences.d")) {
        Files.createDirectories(folder.resolve(needed));
      }
      Files.writeString(folder.resolve("sources.list"), "");
      var status = folder.resolve("status");
      Files.writeString(
          status,
          """
          Package: sample
          Status: install ok installed
          Installed-Size: 12
          Maintainer: Ada <ada@example.org>
          Architecture: all
          Version: 1.0
          Description: a package to be asked about

          """);
      return List.of(
          "apt-get",
          "-oDebug::NoLocking=true",
          "-oDir::State=" + folder,
          "-oDir::State::status=" + status,
          "-oDir::Cache=" + folder,
          "-oDir::Etc=" + folder);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
