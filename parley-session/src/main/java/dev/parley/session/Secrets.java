package dev.parley.session;

import dev.parley.session.storage.Journal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Values that must not be shown. Where a child prints one, in a form we know, the bytes become
 * stars in the journal before anyone can read them, so that every view of it is clean.
 *
 * <p>Known are the forms of {@link SecretForms}: as it is, in base64, URL-encoded, quoted,
 * backwards and in hexadecimal, also with escape sequences and line ends in between. A program that
 * wants to tell a secret can always find another form; masking keeps mistakes from showing, not
 * malice.
 *
 * <p>Output comes in pieces. What at the end of one may be the beginning of a secret is held back
 * where it would tell something; the letters before that are remembered, and the rest is masked
 * when it comes.
 */
final class Secrets {
  /** A shorter piece of a secret gives nothing away. */
  static final int TELLING = 4;

  /** How far back the beginning of a secret may be that ends in the next piece, at least. */
  private static final int REMEMBERED = 512;

  /**
   * A secret that was kept under a name.
   *
   * @param program for which it is
   */
  record Named(String value, String program) {}

  private final List<SecretForms> values = new CopyOnWriteArrayList<>();
  private final Map<String, Named> named = new ConcurrentHashMap<>();

  /** The end of what was let through, for what goes on from there. */
  private byte[] tail = new byte[0];

  private long tailEnd = -1;

  /** Whether the beginning of one was let through, masked, so that the rest must be known. */
  private boolean begun;

  /** Keeps a value under a name for as long as the session lives, in memory only. */
  void keep(String name, String value, String program) {
    add(value);
    named.put(name, new Named(value, program));
  }

  Optional<Named> named(String name) {
    return Optional.ofNullable(named.get(name));
  }

  /** Forgets the values that have names; the masks stay, since the output stays. */
  void forget() {
    named.clear();
  }

  void add(String value) {
    if (value.length() >= TELLING && values.stream().noneMatch(known -> known.isOf(value))) {
      values.add(new SecretForms(value));
    }
  }

  /** Whether none was given to this session. */
  boolean isEmpty() {
    return values.isEmpty();
  }

  /** Whether there is nothing to mask in some output; then it counts as let through. */
  boolean noneIn(byte[] copy, int length, long offset) {
    if (!values.isEmpty() || begun) {
      return false;
    }
    var before = tailEnd == offset ? tail : new byte[0];
    if (OwnTokens.suspectedIn(before, copy, length)) {
      return false;
    }
    var enough = length >= OwnTokens.WINDOW;
    tail = Arrays.copyOfRange(copy, enough ? length - OwnTokens.WINDOW : 0, length);
    if (!enough) {
      remember(joined(before, tail), offset + length, OwnTokens.WINDOW);
    }
    tailEnd = offset + length;
    return true;
  }

  private void remember(byte[] text, long end, int letters) {
    tail = Arrays.copyOfRange(text, Math.max(0, text.length - letters), text.length);
    tailEnd = end;
  }

  /** All that is to be masked, one after the other. */
  private List<SecretForms> all() {
    var tokens = OwnTokens.all();
    if (tokens.isEmpty()) {
      return values;
    }
    var all = new ArrayList<>(values);
    all.addAll(tokens);
    return all;
  }

  /** Masks every secret in a stretch of the journal, and in the copy of it given. */
  void mask(byte[] copy, int length, long offset, Journal journal) {
    var before = tailEnd == offset ? tail.length : 0;
    var text = withTail(copy, length, before);
    SecretForms.Found found =
        (from, to) -> {
          journal.mask(offset - before + from, offset - before + to);
          if (to > before) {
            var start = Math.max(from, before);
            Arrays.fill(copy, start - before, to - before, (byte) '*');
          }
        };
    begun = false;
    var reach = REMEMBERED;
    for (var value : all()) {
      value.eachIn(text, found);
      begun |= value.begunIn(text, found); // nothing, where that was held back
      reach = Math.max(reach, value.longest());
    }
    // As it was printed: the rest of what has begun is known by it.
    remember(text, offset + length, reach);
  }

  /** How many bytes at the end of some output may be the beginning of a secret that tells. */
  int unsettled(byte[] copy, int length, long offset) {
    var before = tailEnd == offset ? tail.length : 0;
    var text = withTail(copy, length, before);
    var most = 0;
    for (var value : all()) {
      most = Math.max(most, value.begunAtEndOf(text));
    }
    return Math.min(most, length);
  }

  private static byte[] joined(byte[] one, byte[] other) {
    var both = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, both, one.length, other.length);
    return both;
  }

  private byte[] withTail(byte[] copy, int length, int before) {
    var text = new byte[before + length];
    System.arraycopy(tail, 0, text, 0, before);
    System.arraycopy(copy, 0, text, before, length);
    return text;
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
