package dev.parley.server.view;

import dev.parley.terminal.InputModes;
import dev.parley.terminal.Screen;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The bytes that make a person's terminal show a screen, and report keys as it is asked to. */
public final class PaintFrame {
  private PaintFrame() {}

  public static byte[] of(Screen screen, InputModes modes) {
    var out = new ByteArrayOutputStream();
    out.writeBytes(ascii("\033[0m\033[H\033[2J"));
    out.writeBytes(screen.toBytes());
    out.writeBytes(ascii(modes.asked()));
    return out.toByteArray();
  }

  /**
   * As {@link #of(Screen, InputModes)}, after lines that have left the screen: they are printed and
   * pushed out at the top, so that a person's terminal has them in its own scrollback.
   */
  public static byte[] of(String above, Screen screen, InputModes modes) {
    var out = new ByteArrayOutputStream();
    if (!above.isEmpty()) {
      var lines = above.replace("\n", "\r\n") + "\r\n".repeat(screen.rows());
      out.writeBytes(ascii("\033[0m\033[H\033[2J"));
      out.writeBytes(lines.getBytes(StandardCharsets.UTF_8));
    }
    out.writeBytes(of(screen, modes));
    return out.toByteArray();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
