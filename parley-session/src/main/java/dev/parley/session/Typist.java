package dev.parley.session;

import dev.parley.pty.Pty;
import dev.parley.pty.Signal;
import dev.parley.session.refusal.Refusal;
import dev.parley.terminal.Terminal;
import dev.parley.terminal.keys.Key;
import dev.parley.terminal.keys.KeyEncoder;
import dev.parley.terminal.keys.UnknownKeyException;
import dev.parley.terminal.keys.UnsendableKeyException;
import java.io.ByteArrayOutputStream;
import java.util.List;

/**
 * Turns input into bytes for the program in front, in the form it has asked for, and types them.
 *
 * <p>Long text goes as a paste where the program knows pastes: editors of lines take a keystroke at
 * a time and some become slow beyond a few hundred. To a shell all of a text with several lines is
 * one paste, which is one unit there; to other programs each line is typed as such, because many
 * read a paste of several lines as one.
 */
final class Typist {
  private static final int LONG_LINE = 512;

  private final Pty pty;
  private final Terminal terminal;
  private final ShellMarks marks;
  private final Secrets secrets;
  private final Activity activity;

  Typist(Pty pty, Terminal terminal, ShellMarks marks, Secrets secrets, Activity activity) {
    this.pty = pty;
    this.terminal = terminal;
    this.marks = marks;
    this.secrets = secrets;
    this.activity = activity;
  }

  /** Types input and returns the text whose echo is to be expected; empty for what has none. */
  String type(Input input) {
    var modes = terminal.inputModes();
    switch (input) {
      case Input.Text(var text) -> put(text(text, false));
      case Input.Line(var text) -> put(text(text, true));
      case Input.Paste(var text) -> put(KeyEncoder.paste(text, modes));
      case Input.Keys(var keys) -> keys(keys);
      case Input.Secret(var value) -> {
        secrets.add(value);
        put(KeyEncoder.text(value + "\n", modes));
      }
      case Input.Raw(var bytes) -> put(bytes);
      case Input.Send(var signal) -> pty.signal(signal, Signal.To.FOREGROUND);
    }
    return echoOf(input);
  }

  /** The text that a terminal shows of an input; empty for what it shows in no certain form. */
  static String echoOf(Input input) {
    return switch (input) {
      case Input.Text(var text) -> text;
      case Input.Line(var text) -> text;
      case Input.Paste _, Input.Keys _, Input.Secret _, Input.Raw _, Input.Send _ -> "";
    };
  }

  private void put(byte[] bytes) {
    activity.bytes(bytes);
    pty.type(bytes);
  }

  private byte[] text(String text, boolean enter) {
    var modes = terminal.inputModes();
    var typed = new ByteArrayOutputStream();
    var several = text.indexOf('\n') >= 0;
    // In a whole line a tab is a character; typed at a shell it would ask for a completion.
    var plain = !several && text.length() <= LONG_LINE && !(enter && text.indexOf('\t') >= 0);
    if (!modes.bracketedPaste() || plain) {
      typed.writeBytes(KeyEncoder.text(text, modes));
    } else if (marks.atPrompt()) {
      typed.writeBytes(KeyEncoder.paste(text, modes));
    } else {
      var lines = text.split("\n", -1);
      for (var index = 0; index < lines.length; index++) {
        typed.writeBytes(
            lines[index].length() > LONG_LINE
                ? KeyEncoder.paste(lines[index], modes)
                : KeyEncoder.text(lines[index], modes));
        if (index < lines.length - 1) {
          typed.writeBytes(KeyEncoder.text("\n", modes));
        }
      }
    }
    if (enter) {
      typed.writeBytes(KeyEncoder.text("\n", modes));
    }
    return typed.toByteArray();
  }

  private void keys(List<Key> keys) {
    try {
      var bytes = KeyEncoder.encode(keys, terminal.inputModes());
      if (stops(bytes)) {
        activity.bytes(bytes);
        pty.interrupt(bytes);
      } else {
        put(bytes);
      }
    } catch (UnknownKeyException | UnsendableKeyException wrong) {
      throw new Refusal(Refusal.Code.BAD_INPUT, String.valueOf(wrong.getMessage()));
    }
  }

  /** Ctrl-C, Ctrl-\ and Ctrl-Z must not wait behind what is still to be typed. */
  private static boolean stops(byte[] bytes) {
    return bytes.length == 1 && (bytes[0] == 0x03 || bytes[0] == 0x1c || bytes[0] == 0x1a);
  }
}
