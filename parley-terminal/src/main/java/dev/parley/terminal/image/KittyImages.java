package dev.parley.terminal.image;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Pictures by the kitty protocol, sent in the stream itself. Files and shared memory that a program
 * names are not read: who prints a name must not get at what is behind it.
 */
public final class KittyImages {
  private static final int LONGEST = 8 << 20;
  private static final int MOST_KEPT = 32;

  private final Map<String, Image> kept = new LinkedHashMap<>();
  private final StringBuilder payload = new StringBuilder();
  private Optional<KittyCommand> begun = Optional.empty();

  /** For one terminal, which has been sent nothing yet. */
  public KittyImages() {}

  /** What is to be done with the screen. */
  public sealed interface Wish {
    /** Show a picture; {@code moves} says whether the cursor goes behind it. */
    record Show(Image image, boolean moves) implements Wish {}

    /** Take pictures away. */
    record Remove() implements Wish {}
  }

  /** Takes a message without its {@code G}; empty when nothing is to be seen of it. */
  public Optional<Wish> take(String text) {
    var command = KittyCommand.parse(text);
    if (begun.isEmpty() || command.keys().containsKey("a")) {
      begun = Optional.of(command);
      payload.setLength(0);
    }
    if (payload.length() + command.payload().length() > LONGEST) {
      forget();
      return Optional.empty();
    }
    payload.append(command.payload());
    if (command.number("m", 0) == 1) {
      return Optional.empty();
    }
    var whole = begun.orElse(command);
    var bytes = decoded(payload.toString());
    forget();
    return done(whole, bytes);
  }

  private void forget() {
    begun = Optional.empty();
    payload.setLength(0);
  }

  private Optional<Wish> done(KittyCommand command, byte[] bytes) {
    return switch (command.word("a", "t")) {
      case "t" -> {
        var unused = sent(command, bytes);
        yield Optional.empty();
      }
      case "T" -> sent(command, bytes).flatMap(image -> show(command, image));
      case "p" ->
          Optional.ofNullable(kept.get(name(command))).flatMap(image -> show(command, image));
      case "d" -> Optional.of(new Wish.Remove());
      default -> Optional.empty(); // a question, or what moves: it gets no answer
    };
  }

  private static String name(KittyCommand command) {
    return command.word("i", "") + "." + command.word("I", "");
  }

  private Optional<Image> sent(KittyCommand command, byte[] bytes) {
    if (!command.word("t", "d").equals("d")) {
      return Optional.empty();
    }
    var image =
        switch (command.number("f", 32)) {
          case 24 -> plain(command, bytes, 3);
          case 32 -> plain(command, bytes, 4);
          case 100 -> PngReader.read(bytes);
          default -> Optional.<Image>empty();
        };
    image.ifPresent(one -> keep(name(command), one));
    return image;
  }

  /** The newest are kept, as many pixels as the largest screen has. */
  private void keep(String name, Image image) {
    kept.remove(name);
    kept.put(name, image);
    var names = new ArrayDeque<>(kept.keySet());
    long pixels = kept.values().stream().mapToLong(Image::size).sum();
    while (names.size() > 1 && (names.size() > MOST_KEPT || pixels > Image.MOST_PIXELS)) {
      var oldest = kept.remove(names.removeFirst());
      pixels -= oldest == null ? 0 : oldest.size();
    }
  }

  private static Optional<Image> plain(KittyCommand command, byte[] bytes, int channels) {
    int width = command.number("s", 0);
    int height = command.number("v", 0);
    if (!Image.fits(width, height)) {
      return Optional.empty();
    }
    byte[] raw =
        command.word("o", "").equals("z") ? inflated(bytes, width * height * channels) : bytes;
    if (raw.length < width * height * channels) {
      return Optional.empty();
    }
    var pixels = new int[width * height];
    for (int at = 0; at < pixels.length; at++) {
      int from = at * channels;
      int seen = channels == 4 ? raw[from + 3] & 0xff : 0xff;
      pixels[at] =
          (seen << 24)
              | ((raw[from] & 0xff) << 16)
              | ((raw[from + 1] & 0xff) << 8)
              | (raw[from + 2] & 0xff);
    }
    return Optional.of(new Image(width, height, pixels));
  }

  private static byte[] inflated(byte[] bytes, int most) {
    var inflater = new Inflater();
    try {
      inflater.setInput(bytes);
      var raw = new byte[most];
      int filled = 0;
      while (filled < most) {
        int more = inflater.inflate(raw, filled, most - filled);
        if (more == 0) {
          return Arrays.copyOf(raw, filled);
        }
        filled += more;
      }
      return raw;
    } catch (DataFormatException broken) {
      return new byte[0];
    } finally {
      inflater.end();
    }
  }

  private static byte[] decoded(String text) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException broken) {
      return new byte[0];
    }
  }

  /** The part that is asked for, in the cells that are asked for. */
  private static Optional<Wish> show(KittyCommand command, Image image) {
    int left = Math.min(command.number("x", 0), image.width() - 1);
    int top = Math.min(command.number("y", 0), image.height() - 1);
    int width = Math.min(nonZero(command.number("w", 0), image.width()), image.width() - left);
    int height = Math.min(nonZero(command.number("h", 0), image.height()), image.height() - top);
    int columns = command.number("c", 0);
    int rows = command.number("r", 0);
    long shownWidth = columns > 0 ? (long) columns * Image.CELL_WIDTH : width;
    long shownHeight = rows > 0 ? (long) rows * Image.CELL_HEIGHT : height;
    if (columns > 0 && rows == 0) {
      shownHeight = Math.max(1, height * shownWidth / width);
    } else if (rows > 0 && columns == 0) {
      shownWidth = Math.max(1, width * shownHeight / height);
    }
    if (!Image.fits(shownWidth, shownHeight)) {
      return Optional.empty();
    }
    var shown =
        width == image.width()
                && height == image.height()
                && shownWidth == width
                && shownHeight == height
            ? image
            : image.part(left, top, width, height, (int) shownWidth, (int) shownHeight);
    return Optional.of(new Wish.Show(shown, command.number("C", 0) != 1));
  }

  private static int nonZero(int number, int otherwise) {
    return number == 0 ? otherwise : number;
  }
}
