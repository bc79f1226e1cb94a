package dev.parley.session;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** The forms in which a program may print a value, and where in some output they are. */
final class SecretForms {
  /** Where one form of the value is printed; only its own letters, not what stands between. */
  interface Found {
    void at(int from, int to);
  }

  /** Shorter ones stand in any output by chance. */
  private static final int SHORTEST_CODED = 6;

  /** Line ends may stand between the letters of what is this long; shorter would be chance. */
  private static final int SHORTEST_FOLDED = 8;

  /** What may stand between two letters. */
  private static final int LONGEST_BETWEEN = 256;

  private static final int ESC = 0x1b;
  private static final Pattern CODE = Pattern.compile("%[0-9A-F]{2}");

  /**
   * One form.
   *
   * @param folded whether line ends may stand between its letters
   * @param spaced whether blanks and colons may, as between bytes in hexadecimal
   */
  @SuppressWarnings("ArrayRecordComponent") // searched for, never compared
  private record Form(byte[] letters, boolean folded, boolean spaced) {}

  private final String value;
  private final List<Form> forms = new ArrayList<>();
  private final boolean[] first = new boolean[256];

  SecretForms(String value) {
    this.value = value;
    plain(value);
    plain(new StringBuilder(value).reverse().toString());
    coded(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"));
    coded(URLEncoder.encode(value, StandardCharsets.UTF_8));
    coded(
        CODE.matcher(URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20"))
            .replaceAll(code -> code.group().toLowerCase(Locale.ROOT)));
    coded(value.replace("'", "'\\''"));
    coded(value.replaceAll("([^A-Za-z0-9_./:=@%+,-])", "\\\\$1"));
    coded(value.replace("\\", "\\\\").replace("\"", "\\\""));
    coded(value.replace("\\", "\\\\").replace("'", "\\'"));
    base64(Secrets.bytes(value));
    var hex = HexFormat.of().formatHex(Secrets.bytes(value));
    add(Secrets.bytes(hex), true);
    add(Secrets.bytes(hex.toUpperCase(Locale.ROOT)), true);
    forms.forEach(form -> first[form.letters()[0] & 0xff] = true);
  }

  /** A few letters of a form. */
  interface Window {
    void at(byte[] letters, int from);
  }

  /** Every so many letters in a row of every form. */
  void eachWindow(int length, Window window) {
    for (var form : forms) {
      for (var at = 0; at + length <= form.letters().length; at++) {
        window.at(form.letters(), at);
      }
    }
  }

  boolean isOf(String other) {
    return value.equals(other);
  }

  private void plain(String text) {
    add(Secrets.bytes(text), false);
  }

  private void coded(String text) {
    if (text.length() >= SHORTEST_CODED) {
      plain(text);
    }
  }

  /** Where the value is in the middle of something, it begins at any of three places. */
  private void base64(byte[] bytes) {
    for (var lead = 0; lead < 3; lead++) {
      var padded = new byte[lead + bytes.length];
      System.arraycopy(bytes, 0, padded, lead, bytes.length);
      var text = Base64.getEncoder().withoutPadding().encodeToString(padded);
      // Letters that also have bits of what is before or after the value are not its own.
      var from = (lead * 8 + 5) / 6;
      var to = padded.length * 8 / 6;
      if (to - from >= SHORTEST_CODED) {
        plain(text.substring(from, to));
        plain(text.substring(from, to).replace('+', '-').replace('/', '_'));
      }
    }
  }

  private void add(byte[] letters, boolean spaced) {
    if (letters.length > 0
        && forms.stream().noneMatch(form -> Arrays.equals(form.letters(), letters))) {
      forms.add(new Form(letters, letters.length >= SHORTEST_FOLDED, spaced));
    }
  }

  /** Tells of every form of the value in a text. */
  void eachIn(byte[] text, Found found) {
    for (var at = 0; at < text.length; at++) {
      if (first[text[at] & 0xff]) {
        for (var form : forms) {
          if (match(form, text, at) == form.letters().length) {
            tell(form, text, at, form.letters().length, found);
          }
        }
      }
    }
  }

  /**
   * Tells of the beginning of a form with which a text ends, where that gives something away;
   * whether there was one.
   */
  boolean begunIn(byte[] text, Found found) {
    var begun = begunAtEndOf(text);
    if (begun > 0) {
      var at = text.length - begun;
      for (var form : forms) {
        var matched = -match(form, text, at);
        if (matched >= Secrets.TELLING) {
          tell(form, text, at, matched, found);
        }
      }
    }
    return begun > 0;
  }

  private static void tell(Form form, byte[] text, int from, int letters, Found found) {
    var at = from;
    var run = from;
    for (var letter = 0; letter < letters; letter++) {
      var next = letter == 0 ? at : skip(form, text, at);
      if (next != at) {
        found.at(run, at);
        run = next;
      }
      at = next + 1;
    }
    found.at(run, at);
  }

  /** How many bytes at the end of a text may be the beginning of a form, and would tell of it. */
  int begunAtEndOf(byte[] text) {
    for (var at = Math.max(0, text.length - longest()); at < text.length; at++) {
      if (first[text[at] & 0xff]) {
        for (var form : forms) {
          var matched = match(form, text, at);
          if (matched < 0 && -matched >= Secrets.TELLING) {
            return text.length - at;
          }
        }
      }
    }
    return 0;
  }

  /** How far what may be one form reaches at most. */
  int longest() {
    var longest = 0;
    for (var form : forms) {
      longest = Math.max(longest, form.letters().length);
    }
    return longest + LONGEST_BETWEEN;
  }

  /** How many letters of a form stand here; negative when the text ends with them. */
  private static int match(Form form, byte[] text, int from) {
    var at = from;
    var letters = form.letters();
    for (var letter = 0; letter < letters.length; letter++) {
      var next = letter == 0 ? at : skip(form, text, at);
      if (next >= text.length) {
        return -letter;
      }
      if (text[next] != letters[letter]) {
        return letter;
      }
      at = next + 1;
    }
    return letters.length;
  }

  /** Where the next letter is, after what may stand between two. */
  private static int skip(Form form, byte[] text, int from) {
    var at = from;
    while (at < text.length && at - from < LONGEST_BETWEEN) {
      var letter = text[at] & 0xff;
      if (letter == ESC) {
        at = escape(text, at + 1);
      } else if (letter == 0xc2 && at + 1 < text.length && (text[at + 1] & 0xff) == 0x9b) {
        at = sequence(text, at + 2);
      } else if ((form.folded() && (letter < 0x20 || letter == 0x7f))
          || (form.spaced() && (letter == ' ' || letter == ':'))) {
        at++;
      } else {
        break;
      }
    }
    return at;
  }

  /** The end of an escape sequence, whose first byte is here. */
  private static int escape(byte[] text, int from) {
    if (from >= text.length) {
      return from;
    }
    return switch (text[from]) {
      case '[' -> sequence(text, from + 1);
      case ']', 'P', 'X', '^', '_' -> string(text, from + 1);
      default -> {
        var at = from;
        while (at < text.length && text[at] >= 0x20 && text[at] < 0x30) {
          at++; // intermediates, as in ESC ( B
        }
        yield Math.min(text.length, at + 1);
      }
    };
  }

  /** A control sequence ends with its final byte. */
  private static int sequence(byte[] text, int from) {
    var at = from;
    while (at < text.length && text[at] >= 0x20 && text[at] < 0x40) {
      at++;
    }
    return Math.min(text.length, at + 1);
  }

  /** A control string ends with BEL or ST; one that is too long is none. */
  private static int string(byte[] text, int from) {
    for (var at = from; at < text.length && at - from < LONGEST_BETWEEN; at++) {
      if (text[at] == 0x07) {
        return at + 1;
      }
      if (text[at] == ESC && at + 1 < text.length && text[at + 1] == '\\') {
        return at + 2;
      }
    }
    return Math.min(text.length, from + LONGEST_BETWEEN);
  }
}
