package dev.parley.server.alerts;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.security.interfaces.ECPublicKey;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A message that only one browser can read (RFC 8291): the push service that carries it sees its
 * length. The key comes from a pair made for this message, the browser's public key and a secret of
 * the subscription; the body is one record of {@code aes128gcm} (RFC 8188).
 */
final class PushMessage {
  private static final int RECORD = 4096;
  private static final int SALT = 16;
  private static final int TAG_BITS = 128;

  /** What every service takes: a record less its tag, its end and its head. */
  static final int LONGEST = 3000;

  /** Ends the last record. */
  private static final byte END = 2;

  private PushMessage() {}

  static byte[] sealed(String text, Destination.Push to) {
    var salt = new byte[SALT];
    new SecureRandom().nextBytes(salt);
    return sealed(text.getBytes(StandardCharsets.UTF_8), to, PushCoding.newPair(), salt);
  }

  static byte[] sealed(byte[] text, Destination.Push to, KeyPair pair, byte[] salt) {
    if (text.length > LONGEST) {
      throw new IllegalArgumentException("A push message has %d bytes at most".formatted(LONGEST));
    }
    var receiver = PushCoding.bytes(to.receiver());
    var sender = PushCoding.point((ECPublicKey) pair.getPublic());
    try {
      var agreement = KeyAgreement.getInstance("ECDH");
      agreement.init(pair.getPrivate());
      agreement.doPhase(PushCoding.publicKey(receiver), true);
      var shared =
          derived(
              agreement.generateSecret(),
              PushCoding.bytes(to.secret()),
              joined(label("WebPush: info"), receiver, sender),
              32);
      var key = derived(shared, salt, label("Content-Encoding: aes128gcm"), 16);
      var nonce = derived(shared, salt, label("Content-Encoding: nonce"), 12);
      var cipher = Cipher.getInstance("AES/GCM/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key, "AES"),
          new GCMParameterSpec(TAG_BITS, nonce));
      var ended = Arrays.copyOf(text, text.length + 1);
      ended[text.length] = END;
      var head = ByteBuffer.allocate(SALT + Integer.BYTES + 1);
      head.put(salt).putInt(RECORD).put((byte) sender.length);
      return joined(head.array(), sender, cipher.doFinal(ended));
    } catch (GeneralSecurityException failed) {
      throw new IllegalStateException("The message cannot be sealed", failed);
    }
  }

  private static byte[] derived(byte[] from, byte[] salt, byte[] label, int length)
      throws GeneralSecurityException {
    return KDF.getInstance("HKDF-SHA256")
        .deriveData(
            HKDFParameterSpec.ofExtract().addIKM(from).addSalt(salt).thenExpand(label, length));
  }

  private static byte[] label(String word) {
    return (word + "\0").getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] joined(byte[]... parts) {
    var all = new ByteArrayOutputStream();
    for (var part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
