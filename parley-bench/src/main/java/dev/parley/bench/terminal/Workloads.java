package dev.parley.bench.terminal;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** The standard workloads: the same bytes in every run, a few megabytes each. */
final class Workloads {
  private static final int BYTES = 4_000_000;
  private static final String[] NAMES = {"error", "warning", "main.c", "install", "running"};
  private static final String[] WORDS = {
    "hello", "wörld", "naïve", "漢字", "日本語", "한국어", "🙂", "Привет", "Ελλάδα", "e\u0301", "→", "│",
    "text", "ok"
  };

  private final Random random = new Random(7);

  private Workloads() {}

  static Map<String, byte[]> all() {
    var make = new Workloads();
    var all = new LinkedHashMap<String, byte[]>();
    all.put("ASCII lines", make.repeat(make::asciiLine));
    all.put("coloured words", make.repeat(make::colouredLine));
    all.put("dense cells, 256 colours", make.repeat(out -> make.dense(out, false)));
    all.put("dense cells, true colour", make.repeat(out -> make.dense(out, true)));
    all.put("scrolling", make.repeat(out -> out.append("y\r\n")));
    all.put("scroll region", make.repeat(make::region));
    all.put("mixed Unicode", make.repeat(make::unicodeLine));
    all.put("cursor motion", make.repeat(make::motion));
    all.put("alternate screen redraws", make.repeat(make::redraw));
    return all;
  }

  private byte[] repeat(Consumer<StringBuilder> piece) {
    var out = new StringBuilder();
    while (out.length() < BYTES) {
      piece.accept(out);
    }
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private char character() {
    return (char) ('!' + random.nextInt(94));
  }

  private void characters(StringBuilder out, int least, int most) {
    int count = least + random.nextInt(most - least + 1);
    for (int at = 0; at < count; at++) {
      out.append(character());
    }
  }

  private String pick(String[] from) {
    return from[random.nextInt(from.length)];
  }

  private void asciiLine(StringBuilder out) {
    characters(out, 40, 79);
    out.append("\r\n");
  }

  private void colouredLine(StringBuilder out) {
    for (int word = 0; word < 8; word++) {
      out.append("\033[").append(31 + random.nextInt(6)).append('m').append(pick(NAMES));
      out.append("\033[0m ");
    }
    out.append("\r\n");
  }

  private void dense(StringBuilder out, boolean trueColour) {
    out.append("\033[H");
    for (int cell = 0; cell < 80 * 24; cell++) {
      out.append("\033[38").append(colour(trueColour)).append(";48").append(colour(trueColour));
      out.append('m').append(character());
    }
  }

  private String colour(boolean trueColour) {
    return trueColour
        ? ";2;" + random.nextInt(256) + ";" + random.nextInt(256) + ";" + random.nextInt(256)
        : ";5;" + random.nextInt(256);
  }

  private void region(StringBuilder out) {
    out.append("\033[5;20r\033[20;1H");
    characters(out, 10, 60);
    out.append("\n");
  }

  private void unicodeLine(StringBuilder out) {
    for (int word = 0; word < 10; word++) {
      out.append(pick(WORDS)).append(' ');
    }
    out.append("\r\n");
  }

  private void motion(StringBuilder out) {
    out.append("\033[").append(1 + random.nextInt(24)).append(';');
    out.append(1 + random.nextInt(80)).append('H').append(character());
  }

  private void redraw(StringBuilder out) {
    out.append("\033[?1049h\033[H\033[2J");
    for (int row = 1; row <= 24; row++) {
      out.append(String.format(Locale.ROOT, "\033[%d;1H\033[7m%-20s\033[0m ", row, "item " + row));
      characters(out, 5, 50);
      out.append("\033[K");
    }
    out.append("\033[?1049l");
  }
}
