package dev.parley.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.server.json.Json;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.Signature;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a push service is sent, byte for byte. */
final class PushMessageTest {
  private static final URI ENDPOINT = URI.create("https://push.example.net:8443/send/x?y");

  /** The example of RFC 8291, section 5 and appendix A. */
  @Test
  void theExampleOfTheStandard() {
    var sender =
        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    var pair =
        new KeyPair(
            PushCoding.publicKey(PushCoding.bytes(sender)),
            PushCoding.privateKey(PushCoding.bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")));
    var to =
        new Destination.Push(
            ENDPOINT,
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
            "BTBZMqHH6r4Tts7J_aSIgg");

    var sealed =
        PushMessage.sealed(
            "When I grow up, I want to be a watermelon".getBytes(StandardCharsets.UTF_8),
            to,
            pair,
            PushCoding.bytes("DGv6ra1nlYgDCS1FRnbzlw"));

    assertThat(PushCoding.text(sealed))
        .isEqualTo(
            "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vC"
                + "YLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuw"
                + "XPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN");
  }

  @Test
  void whatIsNoSubscriptionIsRefused() {
    assertThatThrownBy(() -> new Destination.Push(ENDPOINT, "BAAA", "BTBZMqHH6r4Tts7J_aSIgg"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Destination.Push(ENDPOINT, "not base64!", ""))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theKeysAreMadeOnceAndSignForOneServiceAndHalfADay(@TempDir Path folder) throws Exception {
    var now = Instant.parse("2026-01-02T03:04:05Z");
    var keys = new PushKeys(folder, InstantSource.fixed(now));
    var credentials = keys.credentials(ENDPOINT);

    assertThat(credentials).startsWith("vapid t=").endsWith(", k=" + keys.publicKey());
    var parts = credentials.substring("vapid t=".length(), credentials.indexOf(',')).split("\\.");
    assertThat(Json.parse(read(parts[0])).toString())
        .isEqualTo("{\"typ\":\"JWT\",\"alg\":\"ES256\"}");
    assertThat(Json.parse(read(parts[1])).toString())
        .isEqualTo(
            "{\"aud\":\"https://push.example.net:8443\",\"exp\":%d,\"sub\":\"mailto:nobody@parley.invalid\"}"
                .formatted(now.getEpochSecond() + 12 * 3600));
    var signature = Signature.getInstance("SHA256withECDSAinP1363Format");
    signature.initVerify(PushCoding.publicKey(PushCoding.bytes(keys.publicKey())));
    signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.UTF_8));
    assertThat(signature.verify(PushCoding.bytes(parts[2]))).isTrue();

    assertThat(new PushKeys(folder, InstantSource.system()).publicKey())
        .isEqualTo(keys.publicKey());
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("push.json"))))
        .isEqualTo("rw-------");
  }

  private static String read(String text) {
    return new String(PushCoding.bytes(text), StandardCharsets.UTF_8);
  }
}
