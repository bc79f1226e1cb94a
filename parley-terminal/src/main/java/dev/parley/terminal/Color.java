package dev.parley.terminal;

/** The colour of a character or of what is behind it: the default, one of 256, or a true colour. */
public sealed interface Color {
  /** The colour a person chose for their terminal. */
  Default DEFAULT = new Default();

  /** See {@link #DEFAULT}. */
  record Default() implements Color {}

  /** An entry of the palette of 256; the first 16 are the ANSI colours. */
  record Indexed(int index) implements Color {
    public Indexed {
      if (index < 0 || index > 255) {
        throw new IllegalArgumentException("The palette has no entry " + index);
      }
    }
  }

  /** A true colour, {@code 0xRRGGBB}. */
  record Rgb(int value) implements Color {
    public Rgb {
      if (value < 0 || value > 0xffffff) {
        throw new IllegalArgumentException("A colour has 24 bits, not " + value);
      }
    }

    public int red() {
      return value >> 16;
    }

    public int green() {
      return value >> 8 & 0xff;
    }

    public int blue() {
      return value & 0xff;
    }
  }
}
