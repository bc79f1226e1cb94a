package dev.parley.server.alerts;

import dev.parley.server.access.PrivateFile;
import dev.parley.server.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/**
 * The pair of keys by which push services know this daemon (VAPID, RFC 8292). A browser is told the
 * public one when it subscribes, and its service takes messages from nobody else. Made when first
 * needed and kept, since subscriptions end with it.
 */
public final class PushKeys {
  /** Services take at most a day. */
  private static final Duration GOOD_FOR = Duration.ofHours(12);

  /** Whom a service could write to; nobody can be reached there, and services ask for something. */
  private static final String CONTACT = "mailto:nobody@parley.invalid";

  private final Path file;
  private final InstantSource clock;
  private @Nullable KeyPair pair; // guarded by this

  PushKeys(Path folder, InstantSource clock) {
    this.file = folder.resolve("push.json");
    this.clock = clock;
  }

  /** The public key as browsers take it. */
  public String publicKey() {
    return PushCoding.text(PushCoding.point((ECPublicKey) pair().getPublic()));
  }

  /** What tells a push service who we are, for the {@code Authorization} header. */
  String credentials(URI endpoint) {
    var service = endpoint.getScheme() + "://" + endpoint.getRawAuthority();
    var claims =
        Json.object()
            .put("aud", service)
            .put("exp", clock.instant().plus(GOOD_FOR).getEpochSecond())
            .put("sub", CONTACT);
    var signed =
        PushCoding.text(bytes("{\"typ\":\"JWT\",\"alg\":\"ES256\"}"))
            + "."
            + PushCoding.text(bytes(Json.text(claims)));
    try {
      var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
      signature.initSign(pair().getPrivate());
      signature.update(bytes(signed));
      return "vapid t=%s.%s, k=%s"
          .formatted(signed, PushCoding.text(signature.sign()), publicKey());
    } catch (GeneralSecurityException never) {
      throw new IllegalStateException(never); // every JDK has it
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private synchronized KeyPair pair() {
    if (pair == null) {
      try {
        pair = read();
      } catch (NoSuchFileException none) {
        pair = PushCoding.newPair();
        write(pair);
      } catch (IOException failed) {
        throw new UncheckedIOException("The keys for push messages cannot be read", failed);
      }
    }
    return pair;
  }

  private KeyPair read() throws IOException {
    var fields = Json.parse(Files.readString(file));
    return new KeyPair(
        PushCoding.publicKey(PushCoding.bytes(fields.path("public").asString(""))),
        PushCoding.privateKey(PushCoding.bytes(fields.path("private").asString(""))));
  }

  private void write(KeyPair made) {
    var fields =
        Json.object()
            .put("public", PushCoding.text(PushCoding.point((ECPublicKey) made.getPublic())))
            .put("private", PushCoding.text(PushCoding.number((ECPrivateKey) made.getPrivate())));
    try {
      PrivateFile.write(file, Json.text(fields) + "\n");
    } catch (IOException failed) {
      throw new UncheckedIOException("The keys for push messages cannot be kept", failed);
    }
  }
}
