package dev.parley.terminal.picture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Characters that are drawn rather than looked up in a font, so that lines meet from cell to cell:
 * box drawing, blocks, Braille dots and the arrows of status lines.
 *
 * <p>Shapes lie in a cell of 10 by 20 units, which are the pixels of a PNG.
 */
final class BoxGlyphs {
  static final int WIDTH = PixelFont.CELL_WIDTH;
  static final int HEIGHT = PixelFont.CELL_HEIGHT;

  /** A part of a drawn character. */
  sealed interface Shape {
    /** A filled rectangle; {@code shade} is how much of the colour shows, of 100. */
    record Box(double left, double top, double right, double bottom, int shade) implements Shape {}

    /** A line of this thickness through points, x before y. */
    record Stroke(List<Double> points, double thickness) implements Shape {}

    /** A filled area with these corners, x before y. */
    record Area(List<Double> points) implements Shape {}
  }

  private static final int LIGHT = 1;
  private static final int HEAVY = 2;
  private static final int DOUBLE = 3;

  private static final int UP = 0;
  private static final int RIGHT = 1;
  private static final int DOWN = 2;
  private static final int LEFT = 3;

  /** Where a light line begins: the middle of the cell, on a whole unit. */
  private static final int MIDDLE_X = 5;

  private static final int MIDDLE_Y = 10;

  /** From U+2500 on, the weight of the arm up, right, down and left. */
  private static final String ARMS =
      "0101 0202 1010 2020 0101 0202 1010 2020 0101 0202 1010 2020 0110 0210 0120 0220 "
          + "0011 0012 0021 0022 1100 1200 2100 2200 1001 1002 2001 2002 1110 1210 2110 1120 "
          + "2120 2210 1220 2220 1011 1012 2011 1021 2021 2012 1022 2022 0111 0112 0211 0212 "
          + "0121 0122 0221 0222 1101 1102 1201 1202 2101 2102 2201 2202 1111 1112 1211 1212 "
          + "2111 1121 2121 2112 2211 1122 1221 2212 1222 2122 2221 2222 0101 0202 1010 2020 "
          + "0303 3030 0310 0130 0330 0013 0031 0033 1300 3100 3300 1003 3001 3003 1310 3130 "
          + "3330 1013 3031 3033 0313 0131 0333 1303 3101 3303 1313 3131 3333 0110 0011 1001 "
          + "1100 0000 0000 0000 0001 1000 0100 0010 0002 2000 0200 0020 0201 1020 0102 2010 ";

  /** From U+2596 on, which quarters are filled: 1 top left, 2 top right, 4 and 8 below. */
  private static final int[] QUARTERS = {4, 8, 1, 13, 9, 7, 11, 2, 6, 14};

  private final int[] arms = new int[4];
  private final List<Shape> shapes = new ArrayList<>();

  private BoxGlyphs() {}

  /** The shapes of a character, if it is one of those that are drawn. */
  static Optional<List<Shape>> of(String text) {
    if (text.isEmpty() || text.length() > 2) {
      return Optional.empty();
    }
    int codePoint = text.codePointAt(0);
    if (Character.charCount(codePoint) != text.length()) {
      return Optional.empty();
    }
    var drawn = new BoxGlyphs();
    drawn.draw(codePoint);
    return drawn.shapes.isEmpty() ? Optional.empty() : Optional.of(drawn.shapes);
  }

  private void draw(int codePoint) {
    if (codePoint >= 0x2500 && codePoint < 0x2580) {
      lines(codePoint);
    } else if (codePoint >= 0x2580 && codePoint < 0x25a0) {
      blocks(codePoint);
    } else if (codePoint > 0x2800 && codePoint < 0x2900) {
      dots(codePoint - 0x2800);
    } else if (codePoint >= 0x1fb00 && codePoint <= 0x1fb3b) {
      sixths(codePoint - 0x1fb00 + 1);
    } else {
      switch (codePoint) {
        case 0xe0b0 -> area(0, 0, WIDTH, MIDDLE_Y, 0, HEIGHT);
        case 0xe0b1 -> stroke(0, 0, WIDTH - 1, MIDDLE_Y, 0, HEIGHT);
        case 0xe0b2 -> area(WIDTH, 0, 0, MIDDLE_Y, WIDTH, HEIGHT);
        case 0xe0b3 -> stroke(WIDTH, 0, 1, MIDDLE_Y, WIDTH, HEIGHT);
        default -> {}
      }
    }
  }

  private void lines(int codePoint) {
    switch (codePoint) {
      case 0x2504, 0x2505, 0x2506, 0x2507 -> dashes(codePoint, 3);
      case 0x2508, 0x2509, 0x250a, 0x250b -> dashes(codePoint, 4);
      case 0x254c, 0x254d, 0x254e, 0x254f -> dashes(codePoint, 2);
      case 0x256d -> arc(WIDTH, HEIGHT);
      case 0x256e -> arc(0, HEIGHT);
      case 0x256f -> arc(0, 0);
      case 0x2570 -> arc(WIDTH, 0);
      case 0x2571 -> stroke(WIDTH, 0, 0, HEIGHT);
      case 0x2572 -> stroke(0, 0, WIDTH, HEIGHT);
      case 0x2573 -> {
        stroke(WIDTH, 0, 0, HEIGHT);
        stroke(0, 0, WIDTH, HEIGHT);
      }
      default -> {
        for (int arm = 0; arm < 4; arm++) {
          arms[arm] = ARMS.charAt((codePoint - 0x2500) * 5 + arm) - '0';
        }
        for (int arm = 0; arm < 4; arm++) {
          arm(arm);
        }
      }
    }
  }

  /**
   * One arm from the edge of the cell to where it meets the others. An arm is worked out as the one
   * that goes right, with {@code side} the arms across it, and then turned.
   */
  private void arm(int arm) {
    switch (arms[arm]) {
      case LIGHT, HEAVY -> {
        int half = arms[arm] == HEAVY ? 1 : 0;
        bar(arm, meeting(arm), -half, half);
      }
      case DOUBLE -> {
        bar(arm, doubleMeeting(arm, before(arm), after(arm)), -1, -1);
        bar(arm, doubleMeeting(arm, after(arm), before(arm)), 1, 1);
      }
      default -> {}
    }
  }

  /** The arm across on the side of smaller coordinates. */
  private static int before(int arm) {
    return arm == UP || arm == DOWN ? LEFT : UP;
  }

  private static int after(int arm) {
    return arm == UP || arm == DOWN ? RIGHT : DOWN;
  }

  private static int opposite(int arm) {
    return (arm + 2) % 4;
  }

  /** How far from the middle a single arm begins; negative is beyond the middle. */
  private int meeting(int arm) {
    int one = arms[before(arm)];
    int other = arms[after(arm)];
    if (arms[opposite(arm)] != 0) {
      return 0;
    }
    if (one == DOUBLE && other == DOUBLE) {
      return 1;
    }
    return one >= HEAVY || other >= HEAVY ? -1 : 0;
  }

  /** How far from the middle one line of a double arm begins, by what is across on its side. */
  private int doubleMeeting(int arm, int near, int far) {
    if (arms[near] == DOUBLE) {
      return 1;
    }
    return arms[near] == 0 && arms[far] == DOUBLE && arms[opposite(arm)] == 0 ? -1 : 0;
  }

  /** A bar from {@code start} units off the middle to the edge, between two offsets across. */
  private void bar(int arm, int start, int from, int to) {
    switch (arm) {
      case UP -> box(MIDDLE_X + from, 0, MIDDLE_X + to + 1, MIDDLE_Y - start + 1);
      case DOWN -> box(MIDDLE_X + from, MIDDLE_Y + start, MIDDLE_X + to + 1, HEIGHT);
      case LEFT -> box(0, MIDDLE_Y + from, MIDDLE_X - start + 1, MIDDLE_Y + to + 1);
      default -> box(MIDDLE_X + start, MIDDLE_Y + from, WIDTH, MIDDLE_Y + to + 1);
    }
  }

  private void dashes(int codePoint, int count) {
    boolean heavy = (codePoint & 1) == 1;
    boolean vertical = (codePoint & 2) == 2;
    int half = heavy ? 1 : 0;
    double length = (double) (vertical ? HEIGHT : WIDTH) / count;
    for (int dash = 0; dash < count; dash++) {
      double from = Math.rint(dash * length);
      double to = Math.max(from + 1, Math.rint((dash + 0.6) * length));
      if (vertical) {
        box(MIDDLE_X - half, from, MIDDLE_X + half + 1, to);
      } else {
        box(from, MIDDLE_Y - half, to, MIDDLE_Y + half + 1);
      }
    }
  }

  /** A quarter of a circle that joins the middles of two edges; the corner is given. */
  private void arc(int cornerX, int cornerY) {
    double x = MIDDLE_X + 0.5;
    double y = MIDDLE_Y + 0.5;
    double radius = WIDTH / 2.0;
    double toX = cornerX == 0 ? -1 : 1;
    double toY = cornerY == 0 ? -1 : 1;
    var points = new ArrayList<Double>();
    points.addAll(List.of(x, (double) cornerY));
    for (int step = 0; step <= 8; step++) {
      double angle = Math.PI / 2 * step / 8;
      points.add(x + toX * radius * (1 - Math.cos(angle)));
      points.add(y + toY * radius * (1 - Math.sin(angle)));
    }
    points.addAll(List.of((double) cornerX, y));
    shapes.add(new Shape.Stroke(List.copyOf(points), 1));
  }

  private void blocks(int codePoint) {
    int n = codePoint - 0x2580;
    switch (codePoint) {
      case 0x2580 -> box(0, 0, WIDTH, HEIGHT / 2.0);
      case 0x2590 -> box(WIDTH / 2.0, 0, WIDTH, HEIGHT);
      case 0x2591, 0x2592, 0x2593 ->
          shapes.add(new Shape.Box(0, 0, WIDTH, HEIGHT, 25 * (n - 0x10)));
      case 0x2594 -> box(0, 0, WIDTH, HEIGHT / 8.0);
      case 0x2595 -> box(WIDTH * 7 / 8.0, 0, WIDTH, HEIGHT);
      default -> {
        if (n <= 8) {
          box(0, HEIGHT * (8 - n) / 8.0, WIDTH, HEIGHT);
        } else if (n < 0x10) {
          box(0, 0, WIDTH * (16 - n) / 8.0, HEIGHT);
        } else {
          grid(QUARTERS[n - 0x16], 2);
        }
      }
    }
  }

  private void sixths(int number) {
    // The patterns of the left and the right half are elsewhere in Unicode and left out here.
    int pattern = number + (number >= 21 ? 1 : 0);
    grid(pattern + (pattern >= 42 ? 1 : 0), 3);
  }

  /** Two columns of filled fields, one bit each, from the top left on. */
  private void grid(int pattern, int rows) {
    double height = (double) HEIGHT / rows;
    for (int field = 0; field < 2 * rows; field++) {
      if ((pattern & 1 << field) != 0) {
        double left = field % 2 * WIDTH / 2.0;
        int top = field / 2;
        box(left, Math.rint(top * height), left + WIDTH / 2.0, Math.rint((top + 1) * height));
      }
    }
  }

  private void dots(int pattern) {
    for (int dot = 0; dot < 8; dot++) {
      if ((pattern & 1 << dot) != 0) {
        int column = dot < 6 ? dot / 3 : dot - 6;
        int row = dot < 6 ? dot % 3 : 3;
        box(1 + 5 * column, 1 + 5 * row, 4 + 5 * column, 4 + 5 * row);
      }
    }
  }

  private void box(double left, double top, double right, double bottom) {
    shapes.add(new Shape.Box(left, top, right, bottom, 100));
  }

  private void stroke(double... points) {
    shapes.add(new Shape.Stroke(list(points), 1.2));
  }

  private void area(double... points) {
    shapes.add(new Shape.Area(list(points)));
  }

  private static List<Double> list(double... points) {
    return Arrays.stream(points).boxed().toList();
  }
}
