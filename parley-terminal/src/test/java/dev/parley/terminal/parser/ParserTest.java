package dev.parley.terminal.parser;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.terminal.Streams;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Bytes to actions. In the tables ␛ is the escape character, {@code \ooo} a byte in octal; an
 * action is written as {@code "text"}, {@code LF} (a control), {@code ESC 7}, {@code CSI ?25h}, or
 * {@code OSC(2;title)BEL}, with the range of bytes it stands for behind an {@code @} where that is
 * shown.
 */
class ParserTest {

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          # ground
          text comes in runs              | hello world            | "hello world"
          controls stand between          | ab\\015\\012cd         | "ab", CR, LF, "cd"
          every control of C0 acts        | \\000\\007\\010\\011\\013\\014\\016\\017 | NUL, BEL, BS, HT, VT, FF, SO, SI
          delete is nothing               | a\\177b                | "a", "b"
          cancel is nothing               | a\\030b\\032c          | "a", "b", "c"

          # escape
          one character                   | ␛7␛8␛c                 | ESC 7, ESC 8, ESC c
          with an intermediate            | ␛(0␛#8                 | ESC (0, ESC #8
          with two                        | ␛$(C                   | ESC $(C
          a control inside acts at once   | ␛\\0127                | LF, ESC 7
          … after an intermediate too     | ␛(\\0150               | CR, ESC (0
          delete inside is nothing        | ␛\\1777                | ESC 7
          cancelled                       | ␛(\\030x               | "x"
          begun anew                      | ␛(␛7                   | ESC 7
          ended by a character            | ␛é7                    | "7"

          # control sequences
          without a number                | ␛[H                    | CSI H
          with numbers                    | ␛[12;5H                | CSI 12;5H
          a number left out               | ␛[;5H                  | CSI ;5H
          … at the end                    | ␛[5;H                  | CSI 5;H
          with colons                     | ␛[4:3;38:2::1:2:3m     | CSI 4:3;38:2::1:2:3m
          private                         | ␛[?25h␛[>c␛[=c␛[<u     | CSI ?25h, CSI >c, CSI =c, CSI <u
          with an intermediate            | ␛[5 q␛[!p␛[?1$p        | CSI 5 q, CSI !p, CSI ?1$p
          a large number is bounded       | ␛[99999999A            | CSI 65535A
          a control inside acts at once   | ␛[1\\0122H             | LF, CSI 12H
          … after an intermediate too     | ␛[1 \\012q             | LF, CSI 1 q
          cancelled                       | ␛[12\\030H             | "H"
          substituted                     | ␛[12\\032H             | "H"
          begun anew                      | ␛[12␛[3A               | CSI 3A
          delete inside is nothing        | ␛[1\\1772H             | CSI 12H
          ended by a character            | ␛[1éH                  | "H"
          ended by a broken one           | ␛[1\\377H              | "H"

          # control sequences that are ignored to their end
          a prefix after a number         | ␛[1?25hx               | "x"
          a number after an intermediate  | ␛[ 1qx                 | "x"
          … whose controls still act      | ␛[ 1\\012qx            | LF, "x"
          … and that can be cancelled     | ␛[ 1\\030qx            | "qx"
          … or begun anew                 | ␛[ 1␛[2Ax              | CSI 2A, "x"

          # strings
          ended by bell                   | ␛]2;title\\007x        | OSC(2;title)BEL, "x"
          ended by ST                     | ␛]2;title␛\\\\x        | OSC(2;title)ST, "x"
          of a device                     | ␛P+q544e␛\\\\          | DCS(+q544e)ST
          of a program, a guard, SOS      | ␛_Gi=1␛\\\\␛^a␛\\\\␛Xb␛\\\\ | APC(Gi=1)ST, PM(a)ST, SOS(b)ST
          a title of screen               | ␛kvim␛\\\\x            | k(vim)ST, "x"
          … may end with its line         | ␛kvim\\012x            | LF, "x"
          bell ends no other string       | ␛Pa\\007b␛\\\\         | DCS(ab)ST
          tabs belong to it               | ␛]2;a\\011b\\007       | OSC(2;a\\tb)BEL
          other controls do not           | ␛]2;a\\012\\001b\\007  | OSC(2;ab)BEL
          UTF-8 belongs to it             | ␛]2;é漢\\007           | OSC(2;é漢)BEL
          empty                           | ␛]\\007                | OSC()BEL
          cancelled                       | ␛]2;a\\030b            | "b"
          another sequence drops it       | ␛]2;a␛[3Ab             | CSI 3A, "b"
          another string drops it         | ␛]2;a␛]2;b\\007        | OSC(2;b)BEL
          a byte beyond ASCII drops it    | ␛]2;a␛\\377b            | "b"

          # 8-bit controls are no controls, as bytes or as UTF-8
          a bare CSI byte                 | \\2331A                | "\ufffd", "1A"
          CSI in UTF-8                    | \\302\\2331A           | "1A"
          NEL in UTF-8                    | a\\302\\205b           | "a", "b"
          ST in UTF-8 ends no string      | ␛]2;a\\302\\234b\\007x | OSC(2;a\u009cb)BEL, "x"
          """)
  void understands(String what, String bytes, String actions) {
    assertThat(said(parse(bytes(bytes)), false)).as(what).isEqualTo(plain(actions));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          two, three and four bytes       | é漢🙂                  | "é", "漢", "🙂"
          the largest                     | \\364\\217\\277\\275   | "\udbff\udffd"
          a byte that cannot begin one    | a\\200b                | "a", "\ufffd", "b"
          … each of several               | \\200\\200             | "\ufffd", "\ufffd"
          0xfe and 0xff                   | \\376\\377             | "\ufffd", "\ufffd"
          cut short by text               | \\342\\202x            | "\ufffd", "x"
          cut short by a control          | \\342\\012             | "\ufffd", LF
          cut short by a sequence         | \\342␛[A               | "\ufffd", CSI A
          cut short by the next character | \\342\\202é            | "\ufffd", "é"
          overlong, two bytes             | \\300\\257             | "\ufffd"
          overlong, three bytes           | \\340\\200\\257        | "\ufffd"
          overlong, four bytes            | \\360\\200\\200\\257   | "\ufffd"
          a surrogate                     | \\355\\240\\200        | "\ufffd"
          beyond Unicode                  | \\364\\220\\200\\200   | "\ufffd"
          five bytes, once allowed        | \\370\\210\\200\\200\\200 | "\ufffd"
          six bytes, once allowed         | \\374\\204\\200\\200\\200\\200 | "\ufffd"
          no characters                   | \\357\\277\\276\\357\\277\\277 | "\ufffd", "\ufffd"
          not complete yet                | a\\342\\202            | "a"
          """)
  void decodesCharacters(String what, String bytes, String actions) {
    assertThat(said(parse(bytes(bytes)), false)).as(what).isEqualTo(plain(actions));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          text and controls               | ab\\015\\012c          | "ab"@0-2, CR@2-3, LF@3-4, "c"@4-5
          characters                      | aé漢b                  | "a"@0-1, "é"@1-3, "漢"@3-6, "b"@6-7
          broken ones                     | \\342\\202x\\200       | "\ufffd"@0-2, "x"@2-3, "\ufffd"@3-4
          sequences                       | a␛[1A␛7                | "a"@0-1, CSI 1A@1-5, ESC 7@5-7
          … through the table             | ␛[5 q␛[4:3m            | CSI 5 q@0-5, CSI 4:3m@5-11
          a control inside a sequence     | ␛[1\\0122H             | LF@3-4, CSI 12H@0-6
          strings                         | x␛]2;t\\007␛P+q␛\\\\   | "x"@0-1, OSC(2;t)BEL@1-7, DCS(+q)ST@7-13
          a string another one drops      | ␛]2;a␛[3A              | CSI 3A@5-9
          """)
  void saysWhereEachActionStands(String what, String bytes, String actions) {
    assertThat(said(parse(bytes(bytes)), true)).as(what).isEqualTo(plain(actions));
  }

  @Test
  void aSequenceHasAtMostThirtyTwoNumbers() {
    assertThat(parse(bytes("␛[" + "1;".repeat(40) + "7m")))
        .singleElement()
        .extracting(Heard::what)
        .asString()
        .satisfies(what -> assertThat(what.split(";")).hasSize(32));
  }

  @ParameterizedTest
  @ValueSource(strings = {"]2;", "P", "_", "^", "X", "k"})
  void aStringOverTheBoundIsSwallowedWhole(String start) {
    int room = (64 << 10) - start.length() + 1;
    assertThat(parse(bytes("␛" + start + "x".repeat(room) + "␛\\\\.")))
        .as("at the bound")
        .hasSize(2);
    assertThat(said(parse(bytes("␛" + start + "x".repeat(room + 1) + "␛\\\\.")), false))
        .as("over the bound")
        .isEqualTo("\".\"");
  }

  @Test
  void theClipboardHasALargerBound() {
    int room = (1 << 20) - "52;c;".length();
    assertThat(parse(bytes("␛]52;c;" + "x".repeat(room) + "␛\\\\."))).hasSize(2);
    assertThat(parse(bytes("␛]52;c;" + "x".repeat(room + 1) + "␛\\\\."))).hasSize(1);
  }

  @Test
  void aStringAfterOneThatWasTooLongIsUnderstood() {
    assertThat(said(parse(bytes("␛]2;" + "x".repeat(70_000) + "␛\\\\␛]2;t\\007")), false))
        .isEqualTo("OSC(2;t)BEL");
  }

  @Test
  void whereTheStreamIsCutMakesNoDifference() {
    Streams.rounds(
        3000,
        streams -> {
          byte[] stream = streams.stream();
          var recorder = new Recorder();
          for (int at = 0; at < stream.length; ) {
            int to = Math.min(stream.length, at + streams.between(1, 6));
            recorder.parse(stream, at, to);
            at = to;
          }
          assertThat(said(recorder.heard(), true)).isEqualTo(said(parse(stream), true));
        });
  }

  @Test
  void everyByteAfterEveryBeginningIsSurvivedAndCutAnywhere() {
    for (String beginning :
        List.of("", "␛", "␛(", "␛[", "␛[1", "␛[1 ", "␛[ 1", "␛]", "␛]a␛", "é")) {
      for (int next = 0; next < 256; next++) {
        var stream = new ByteArrayOutputStream();
        stream.writeBytes(bytes(beginning));
        stream.write(next);
        stream.writeBytes(bytes("x␛\\\\y"));
        byte[] whole = stream.toByteArray();
        var recorder = new Recorder();
        for (int at = 0; at < whole.length; at++) {
          recorder.parse(whole, at, at + 1);
        }
        assertThat(said(recorder.heard(), true))
            .as("%s then %02x", beginning, next)
            .isEqualTo(said(parse(whole), true))
            .endsWith("\"@%d-%d".formatted(whole.length - 1, whole.length));
      }
    }
  }

  // --- how it is written ------------------------------------------------------------------------

  private record Heard(String what, long from, long to) {
    boolean continues(Heard before) {
      return isText() && before.isText() && isAscii() && before.isAscii() && before.to == from;
    }

    boolean isText() {
      return what.startsWith("\"");
    }

    private boolean isAscii() {
      return what.chars().allMatch(character -> character < 0x80);
    }
  }

  private static String said(List<Heard> heard, boolean offsets) {
    return heard.stream()
        .map(each -> offsets ? each.what() + "@" + each.from() + "-" + each.to() : each.what())
        .collect(joining(", "));
  }

  private static List<Heard> parse(byte[] bytes) {
    var recorder = new Recorder();
    recorder.parse(bytes, 0, bytes.length);
    return recorder.heard();
  }

  /** Puts runs of text together that were cut, so that only what was understood is compared. */
  private static final class Recorder implements Actions {
    private static final List<String> CONTROLS =
        List.of(
            "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "HT", "LF", "VT", "FF",
            "CR", "SO", "SI");

    private final Offsets offsets = Offsets.everywhere();
    private final Parser parser = new Parser(this, offsets);
    private final List<Heard> heard = new ArrayList<>();

    void parse(byte[] bytes, int from, int to) {
      parser.parse(bytes, from, to, from);
    }

    List<Heard> heard() {
      return heard;
    }

    private void add(String what, long from, long to) {
      var next = new Heard(what, from, to);
      if (!heard.isEmpty() && next.continues(heard.getLast())) {
        Heard before = heard.removeLast();
        String run = before.what().substring(0, before.what().length() - 1) + what.substring(1);
        next = new Heard(run, before.from(), to);
      }
      heard.add(next);
    }

    private void add(String what) {
      add(what, offsets.from(), offsets.to());
    }

    @Override
    public int text(byte[] bytes, int from, int to) {
      int character = bytes[from] < 0 ? Utf8.character(bytes, from, to) : bytes[from];
      if (character == 0) {
        return from;
      }
      int end = from + (character < 0x80 ? 1 : Utf8.bytesOf(character));
      add('"' + Character.toString(character) + '"', offsets.of(from), offsets.of(end));
      return end;
    }

    @Override
    public void print(int codePoint) {
      add('"' + Character.toString(codePoint) + '"');
    }

    @Override
    public void control(int code) {
      add(code < CONTROLS.size() ? CONTROLS.get(code) : "C" + code);
    }

    @Override
    public void escape(int intermediates, int last) {
      add("ESC " + unpacked(intermediates) + (char) last);
    }

    @Override
    public void csi(Parameters parameters, int prefix, int intermediates, int last) {
      var what = new StringBuilder("CSI ");
      if (prefix != 0) {
        what.append((char) prefix);
      }
      for (int at = 0; at < parameters.count(); at++) {
        if (at > 0) {
          what.append(parameters.belongs(at) ? ':' : ';');
        }
        int value = parameters.get(at, -1);
        what.append(value < 0 ? "" : value);
      }
      add(what + unpacked(intermediates) + (char) last);
    }

    @Override
    public void string(int kind, byte[] bytes, int length, boolean bell) {
      String name =
          switch (kind) {
            case ']' -> "OSC";
            case 'P' -> "DCS";
            case '_' -> "APC";
            case '^' -> "PM";
            case 'X' -> "SOS";
            default -> Character.toString(kind);
          };
      String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
      add(name + "(" + text + ")" + (bell ? "BEL" : "ST"));
    }

    private static String unpacked(int intermediates) {
      var text = new StringBuilder();
      for (int shift = 24; shift >= 0; shift -= 8) {
        int character = intermediates >> shift & 0xff;
        if (character != 0) {
          text.append((char) character);
        }
      }
      return text.toString();
    }
  }

  private static String plain(String written) {
    return written.translateEscapes();
  }

  /** Turns what a table shows into bytes. */
  private static byte[] bytes(String written) {
    var bytes = new ByteArrayOutputStream();
    for (int at = 0; at < written.length(); ) {
      int character = written.codePointAt(at);
      at += Character.charCount(character);
      if (character == '␛') {
        bytes.write(0x1b);
      } else if (character == '\\') {
        if (written.charAt(at) == '\\') {
          bytes.write('\\');
          at++;
        } else {
          bytes.write(Integer.parseInt(written, at, at + 3, 8));
          at += 3;
        }
      } else {
        bytes.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }
}
