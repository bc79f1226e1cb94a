package dev.parley.server.alerts;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;

/** Keys of the curve P-256 as they travel in Web Push: points uncompressed, in base64url. */
final class PushCoding {
  private static final String CURVE = "secp256r1";
  private static final int LENGTH = 32;
  private static final int POINT = 1 + 2 * LENGTH;
  private static final byte UNCOMPRESSED = 4;

  private PushCoding() {}

  static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * The bytes that a text stands for.
   *
   * @throws IllegalArgumentException when it is not base64url
   */
  static byte[] bytes(String text) {
    return Base64.getUrlDecoder().decode(text);
  }

  static KeyPair newPair() {
    try {
      var generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(CURVE));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException never) {
      throw new IllegalStateException(never); // every JDK has it
    }
  }

  static byte[] point(ECPublicKey key) {
    var point = new byte[POINT];
    point[0] = UNCOMPRESSED;
    put(key.getW().getAffineX(), point, 1);
    put(key.getW().getAffineY(), point, 1 + LENGTH);
    return point;
  }

  static byte[] number(ECPrivateKey key) {
    var number = new byte[LENGTH];
    put(key.getS(), number, 0);
    return number;
  }

  private static void put(BigInteger number, byte[] into, int from) {
    var bytes = number.toByteArray(); // with a sign, and without zeros before it
    var used = Math.min(bytes.length, LENGTH);
    System.arraycopy(bytes, bytes.length - used, into, from + LENGTH - used, used);
  }

  /**
   * The key that a point is.
   *
   * @throws IllegalArgumentException when it is none
   */
  static ECPublicKey publicKey(byte[] point) {
    if (point.length != POINT || point[0] != UNCOMPRESSED) {
      throw new IllegalArgumentException("This is no key of a push subscription");
    }
    var x = new BigInteger(1, Arrays.copyOfRange(point, 1, 1 + LENGTH));
    var y = new BigInteger(1, Arrays.copyOfRange(point, 1 + LENGTH, POINT));
    try {
      return (ECPublicKey)
          KeyFactory.getInstance("EC")
              .generatePublic(new ECPublicKeySpec(new ECPoint(x, y), curve()));
    } catch (GeneralSecurityException wrong) {
      throw new IllegalArgumentException("This is no key of a push subscription", wrong);
    }
  }

  static ECPrivateKey privateKey(byte[] number) {
    try {
      return (ECPrivateKey)
          KeyFactory.getInstance("EC")
              .generatePrivate(new ECPrivateKeySpec(new BigInteger(1, number), curve()));
    } catch (GeneralSecurityException wrong) {
      throw new IllegalArgumentException("This is no private key", wrong);
    }
  }

  private static ECParameterSpec curve() throws GeneralSecurityException {
    var parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec(CURVE));
    return parameters.getParameterSpec(ECParameterSpec.class);
  }
}
