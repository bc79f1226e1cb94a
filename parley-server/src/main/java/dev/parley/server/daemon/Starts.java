package dev.parley.server.daemon;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How often one holder has started a daemon; a small file remembers it between them. */
final class Starts {
  private Starts() {}

  /** Counts this start; zero for the first daemon of a holder. */
  static int again(Path folder, long holder) {
    var file = folder.resolve("starts");
    var earlier = 0;
    try {
      var words = Files.exists(file) ? Files.readString(file).strip().split(" ") : new String[0];
      if (words.length == 2 && words[0].equals("" + holder)) {
        earlier = Integer.parseInt(words[1]);
      }
      Files.writeString(file, holder + " " + (earlier + 1) + "\n");
    } catch (IOException | NumberFormatException unknown) {
      return earlier; // nobody is harmed by a figure that is too small
    }
    return earlier;
  }
}
