package dev.parley.server.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;

/** Texts that cannot be guessed, and how they are compared and remembered. */
public final class RandomText {
  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomText() {}

  /** So many random bits in letters that need no quoting anywhere. */
  public static String ofBits(int bits) {
    var bytes = new byte[bits / 8];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /** Compares in a time that says nothing about where they differ. */
  static boolean same(String one, String other) {
    return MessageDigest.isEqual(bytes(one), bytes(other));
  }

  /** What may be kept of a secret that only has to be recognised. */
  static String digest(String secret) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes(secret)));
    } catch (NoSuchAlgorithmException never) {
      throw new IllegalStateException(never); // every JDK has it
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
