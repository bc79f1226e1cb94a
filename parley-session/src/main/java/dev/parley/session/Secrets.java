package dev.parley.session;

import dev.parley.session.storage.Journal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Values that must not be shown. Where a child prints one, the bytes become stars in the journal
 * before anyone can read them, so that every view of it is clean.
 */
final class Secrets {
  /** A shorter piece of a secret at the end of the output gives nothing away. */
  private static final int TELLING = 4;

  private final List<byte[]> values = new CopyOnWriteArrayList<>();
  private final Map<String, String> named = new ConcurrentHashMap<>();

  /** Keeps a value under a name for as long as the session lives, in memory only. */
  void keep(String name, String value) {
    add(value);
    named.put(name, value);
  }

  Optional<String> named(String name) {
    return Optional.ofNullable(named.get(name));
  }

  /** Forgets the values that have names; the masks stay, since the output stays. */
  void forget() {
    named.clear();
  }

  void add(String value) {
    if (value.length() >= TELLING) {
      values.add(value.getBytes(StandardCharsets.UTF_8));
    }
  }

  boolean none() {
    return values.isEmpty();
  }

  /** Masks every secret in a stretch of the journal, and in the copy of it given. */
  void mask(byte[] copy, int length, long offset, Journal journal) {
    for (var value : values) {
      for (var at = 0; at < length; at++) {
        var matched = matched(copy, at, length, value);
        var whole = matched == value.length;
        // What runs up to the end may be the beginning of one: masked as well, if it tells
        // anything.
        if (whole || (at + matched == length && matched >= TELLING)) {
          journal.mask(offset + at, offset + at + matched);
          java.util.Arrays.fill(copy, at, at + matched, (byte) '*');
          at += matched - 1;
        }
      }
    }
  }

  /** How many bytes at the end of the output may be the beginning of a secret. */
  int unsettled(byte[] copy, int length) {
    var most = 0;
    for (var value : values) {
      for (var at = Math.max(0, length - value.length + 1); at < length; at++) {
        if (at + matched(copy, at, length, value) == length) {
          most = Math.max(most, length - at);
          break;
        }
      }
    }
    return most;
  }

  private static int matched(byte[] copy, int at, int length, byte[] value) {
    var count = 0;
    while (count < value.length && at + count < length && copy[at + count] == value[count]) {
      count++;
    }
    return count;
  }
}
