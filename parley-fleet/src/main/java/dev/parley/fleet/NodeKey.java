package dev.parley.fleet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPrivateKeySpec;
import java.security.spec.NamedParameterSpec;
import java.util.Arrays;

/**
 * A user's key as NATS has them (NKeys): Ed25519, written in base 32 with a letter in front that
 * says what it is, and two bytes that find a slip of the pen. The JDK signs with it.
 */
final class NodeKey {
  private static final int SEED = 18 << 3; // S
  private static final int USER = 20 << 3; // U
  private static final int LENGTH = 32;

  private final byte[] secret;
  private final byte[] open;

  private NodeKey(byte[] secret) {
    this.secret = secret;
    this.open = publicKey(secret);
  }

  static NodeKey random() {
    var secret = new byte[LENGTH];
    new SecureRandom().nextBytes(secret);
    return new NodeKey(secret);
  }

  /**
   * The key of a seed, such as {@code SUA…}.
   *
   * @throws IllegalArgumentException when it is none of a user's
   */
  static NodeKey ofSeed(String seed) {
    var bytes = Base32.decoded(seed.strip());
    if (bytes.length != LENGTH + 4
        || (bytes[0] & 0xf8) != SEED
        || (((bytes[0] & 7) << 5) | ((bytes[1] & 0xff) >> 3)) != USER
        || crc(bytes, LENGTH + 2) != littleEndian(bytes, LENGTH + 2)) {
      throw new IllegalArgumentException("This is not the seed of a NATS user, which begins SU");
    }
    return new NodeKey(Arrays.copyOfRange(bytes, 2, LENGTH + 2));
  }

  /** The seed, which lets its owner in; for one file and nowhere else. */
  String seed() {
    // The kind is spread over both bytes; of a user's the second has nothing.
    return written(new byte[] {(byte) (SEED | (USER >> 5)), 0}, secret);
  }

  /** What the broker knows the user by: {@code UA…}. */
  String id() {
    return written(new byte[] {(byte) USER}, open);
  }

  byte[] sign(byte[] challenge) {
    try {
      var key =
          KeyFactory.getInstance("Ed25519")
              .generatePrivate(new EdECPrivateKeySpec(NamedParameterSpec.ED25519, secret));
      var signature = Signature.getInstance("Ed25519");
      signature.initSign(key);
      signature.update(challenge);
      return signature.sign();
    } catch (GeneralSecurityException never) {
      throw new IllegalStateException(never); // every JDK has it
    }
  }

  /**
   * The JDK derives a public key only for pairs it makes, out of what its source of chance says.
   */
  private static byte[] publicKey(byte[] secret) {
    try {
      var pairs = KeyPairGenerator.getInstance("Ed25519");
      pairs.initialize(NamedParameterSpec.ED25519, new Given(secret));
      var point = ((EdECPublicKey) pairs.generateKeyPair().getPublic()).getPoint();
      var bytes = new byte[LENGTH];
      var y = point.getY().toByteArray();
      for (var index = 0; index < Math.min(y.length, LENGTH); index++) {
        bytes[index] = y[y.length - 1 - index];
      }
      if (point.isXOdd()) {
        bytes[LENGTH - 1] |= (byte) 0x80;
      }
      return bytes;
    } catch (GeneralSecurityException never) {
      throw new IllegalStateException(never);
    }
  }

  /** Says the bytes it was given. */
  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1;

    private final byte[] bytes;

    Given(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    public void nextBytes(byte[] wanted) {
      System.arraycopy(bytes, 0, wanted, 0, wanted.length);
    }
  }

  private static String written(byte[] prefix, byte[] key) {
    var all = ByteBuffer.allocate(prefix.length + key.length + 2).order(ByteOrder.LITTLE_ENDIAN);
    all.put(prefix).put(key);
    all.putShort((short) crc(all.array(), all.position()));
    return Base32.text(all.array());
  }

  private static int littleEndian(byte[] bytes, int at) {
    return (bytes[at] & 0xff) | ((bytes[at + 1] & 0xff) << 8);
  }

  /** CRC-16/XMODEM. */
  private static int crc(byte[] bytes, int length) {
    var crc = 0;
    for (var index = 0; index < length; index++) {
      crc ^= (bytes[index] & 0xff) << 8;
      for (var bit = 0; bit < 8; bit++) {
        crc = (crc & 0x8000) != 0 ? (crc << 1) ^ 0x1021 : crc << 1;
      }
    }
    return crc & 0xffff;
  }
}
