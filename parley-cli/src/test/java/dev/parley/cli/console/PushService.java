package dev.parley.cli.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.KeyAgreement;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** A push service on this machine, with one browser subscribed, whose keys it has for the test. */
final class PushService implements AutoCloseable {
  private static final byte[] SECRET = "sixteen letters!".getBytes(StandardCharsets.US_ASCII);

  private final HttpServer server;
  private final KeyPair browser;

  /** What was received and could be read, in order. */
  final BlockingQueue<String> received = new LinkedBlockingQueue<>();

  private volatile int answer = 201;

  PushService() throws Exception {
    var generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    browser = generator.generateKeyPair();
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::take);
    server.start();
  }

  String endpoint() {
    return origin() + "/send/browser-1";
  }

  private String origin() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  String receiver() {
    return text(point((ECPublicKey) browser.getPublic()));
  }

  String secret() {
    return text(SECRET);
  }

  /** From now on as if the browser had ended its subscription. */
  void unsubscribe() {
    answer = 410;
  }

  private void take(HttpExchange exchange) throws IOException {
    try (exchange) {
      var body = exchange.getRequestBody().readAllBytes();
      try {
        check(exchange.getRequestHeaders().getFirst("Authorization"));
        received.add(opened(body));
        exchange.sendResponseHeaders(answer, -1);
      } catch (GeneralSecurityException | RuntimeException wrong) {
        received.add(wrong.toString());
        exchange.sendResponseHeaders(403, -1);
      }
    }
  }

  /** RFC 8292: signed with the key it names, and for us. */
  private void check(String authorization) throws GeneralSecurityException {
    var parts = authorization.replaceFirst("^vapid t=", "").split("[., ]+(k=)?");
    var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initVerify(key(bytes(parts[3])));
    signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
    var claims = new String(bytes(parts[1]), StandardCharsets.UTF_8);
    if (!signature.verify(bytes(parts[2])) || !claims.contains("\"aud\":\"" + origin() + "\"")) {
      throw new GeneralSecurityException("This is not for us: " + claims);
    }
  }

  /** RFC 8291, as a browser does it. */
  private String opened(byte[] body) throws GeneralSecurityException {
    var salt = Arrays.copyOf(body, 16);
    var sender = Arrays.copyOfRange(body, 21, 86);
    var agreement = KeyAgreement.getInstance("ECDH");
    agreement.init(browser.getPrivate());
    agreement.doPhase(key(sender), true);
    var info = new ByteArrayOutputStream();
    info.writeBytes("WebPush: info\0".getBytes(StandardCharsets.US_ASCII));
    info.writeBytes(point((ECPublicKey) browser.getPublic()));
    info.writeBytes(sender);
    var shared = derived(agreement.generateSecret(), SECRET, info.toByteArray(), 32);
    var key = derived(shared, salt, label("Content-Encoding: aes128gcm"), 16);
    var nonce = derived(shared, salt, label("Content-Encoding: nonce"), 12);
    var cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(
        Cipher.DECRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, nonce));
    var text = cipher.doFinal(body, 86, body.length - 86);
    return new String(text, 0, text.length - 1, StandardCharsets.UTF_8);
  }

  private static byte[] label(String word) {
    return (word + "\0").getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] derived(byte[] from, byte[] salt, byte[] label, int length)
      throws GeneralSecurityException {
    return KDF.getInstance("HKDF-SHA256")
        .deriveData(
            HKDFParameterSpec.ofExtract().addIKM(from).addSalt(salt).thenExpand(label, length));
  }

  private static ECPublicKey key(byte[] point) throws GeneralSecurityException {
    var parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    var place =
        new ECPoint(
            new BigInteger(1, Arrays.copyOfRange(point, 1, 33)),
            new BigInteger(1, Arrays.copyOfRange(point, 33, 65)));
    return (ECPublicKey)
        KeyFactory.getInstance("EC")
            .generatePublic(
                new ECPublicKeySpec(place, parameters.getParameterSpec(ECParameterSpec.class)));
  }

  private static byte[] point(ECPublicKey key) {
    var encoded = key.getEncoded(); // ends with the point, uncompressed
    return Arrays.copyOfRange(encoded, encoded.length - 65, encoded.length);
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static byte[] bytes(String text) {
    return Base64.getUrlDecoder().decode(text);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
