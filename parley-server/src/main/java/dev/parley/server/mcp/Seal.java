package dev.parley.server.mcp;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs what a client keeps for us between two rounds of a request (HMAC-SHA256), so that it comes
 * back as it was given or not at all. The key lives as long as the server.
 */
final class Seal {
  private static final String ALGORITHM = "HmacSHA256";

  private @Nullable SecretKeySpec key;

  /** Made when first needed: most servers never ask, and good randomness takes its time to load. */
  private synchronized SecretKeySpec key() {
    if (key == null) {
      var bytes = new byte[32];
      new SecureRandom().nextBytes(bytes);
      key = new SecretKeySpec(bytes, ALGORITHM);
    }
    return key;
  }

  String close(String text) {
    var bytes = text.getBytes(StandardCharsets.UTF_8);
    return encode(bytes) + "." + encode(sign(bytes));
  }

  /** The text that was sealed; nothing when it or its seal was touched. */
  Optional<String> open(String sealed) {
    int dot = sealed.indexOf('.');
    if (dot < 0) {
      return Optional.empty();
    }
    try {
      var bytes = Base64.getUrlDecoder().decode(sealed.substring(0, dot));
      var signature = Base64.getUrlDecoder().decode(sealed.substring(dot + 1));
      return MessageDigest.isEqual(signature, sign(bytes))
          ? Optional.of(new String(bytes, StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IllegalArgumentException notBase64) {
      return Optional.empty();
    }
  }

  /** A fingerprint of a text (SHA-256). */
  static String digest(String text) {
    try {
      return encode(
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Every Java has SHA-256", impossible);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private byte[] sign(byte[] bytes) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key());
      return mac.doFinal(bytes);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("Every Java has " + ALGORITHM, impossible);
    }
  }
}
