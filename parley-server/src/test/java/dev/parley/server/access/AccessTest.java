package dev.parley.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AccessTest {
  @TempDir Path folder;

  @Test
  void aTokenIsMadeOnceForTheUserAloneAndKnownAgain() throws IOException {
    var tokens = new Tokens(folder);
    var token = tokens.of(Role.TYPE);
    assertThat(token).hasSize(43); // 256 bits
    assertThat(new Tokens(folder).of(Role.TYPE)).isEqualTo(token);
    assertThat(tokens.role(token)).contains(Role.TYPE);
    assertThat(tokens.role(tokens.of(Role.WATCH))).contains(Role.WATCH);
    assertThat(tokens.role(token + "x")).isEmpty();
    assertThat(tokens.role("")).isEmpty();
    assertThat(Files.getPosixFilePermissions(folder.resolve("token.type")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }

  @Test
  void aTokenWhoseFileIsGoneOpensNothing() throws IOException {
    var token = new Tokens(folder).of(Role.ADMIN);
    Files.delete(folder.resolve("token.admin"));
    assertThat(new Tokens(folder).role(token)).isEmpty();
  }

  @Test
  void aTokenFileThatOthersCouldReadIsClosed() throws IOException {
    var token = new Tokens(folder).of(Role.ADMIN);
    var file = folder.resolve("token.admin");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    assertThat(new Tokens(folder).role(token)).contains(Role.ADMIN);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aCodeIsGoodForOneUseWithinAMinute() {
    var now = new AtomicLong();
    var codes = new Codes(now::get);
    var used = codes.make(Role.TYPE);
    assertThat(codes.redeem(used)).contains(Role.TYPE);
    assertThat(codes.redeem(used)).isEmpty();
    var old = codes.make(Role.TYPE);
    now.addAndGet(Duration.ofSeconds(61).toNanos());
    assertThat(codes.redeem(old)).isEmpty();
  }

  @Test
  void aLoginOutlivesARestartAndItsFileOpensNothing() throws IOException {
    var now = Instant.parse("2026-01-01T00:00:00Z");
    var file = folder.resolve("logins");
    var key = new Logins(file, () -> now).add(Role.WATCH);
    var later = new Logins(file, () -> now.plus(Duration.ofDays(6)));
    assertThat(later.caller(key).map(Caller::role)).contains(Role.WATCH);
    assertThat(Files.readString(file)).doesNotContain(key);
    assertThat(later.caller(Files.readString(file).split(" ")[0])).isEmpty();
    assertThat(new Logins(file, () -> now.plus(Duration.ofDays(8))).caller(key)).isEmpty();
    later.remove(key);
    assertThat(new Logins(file, () -> now).caller(key)).isEmpty();
  }

  @Test
  void wrongKeysAreCountedForAWhile() {
    var now = new AtomicLong();
    var failures = new Failures(now::get);
    assertThat(IntStream.range(0, Failures.ALLOWED).filter(_ -> failures.tooMany("a"))).isEmpty();
    assertThat(failures.tooMany("a")).isTrue();
    assertThat(failures.tooMany("b")).isFalse();
    now.addAndGet(Duration.ofSeconds(31).toNanos());
    assertThat(failures.tooMany("a")).isFalse();
  }

  @Test
  void theAuditLogHasWhoAndWhatInLinesThatAreSafeToShow() throws IOException {
    var now = Instant.parse("2026-01-01T00:00:00Z");
    try (var audit = new AuditLog(folder, () -> now)) {
      var caller = new Caller(Role.TYPE, "console", "a\n\u001b[2J\"b");
      audit.note(caller, "took the floor", "s1");
      try (var typing = new Typing(audit, caller, "s1")) {
        typing.typed(1);
        typing.typed(2);
        typing.typed(3);
      }
    }
    var who = "\"who\":\"a\\u000a\\u001b[2J\\u0022b\"";
    assertThat(Files.readAllLines(folder.resolve("audit.log")))
        .containsExactly(
            "{\"time\":\"2026-01-01T00:00:00Z\",\"door\":\"console\",\"role\":\"type\","
                + who
                + ",\"action\":\"took the floor\",\"session\":\"s1\"}",
            "{\"time\":\"2026-01-01T00:00:00Z\",\"door\":\"console\",\"role\":\"type\","
                + who
                + ",\"action\":\"typed\",\"session\":\"s1\",\"bytes\":1}",
            "{\"time\":\"2026-01-01T00:00:00Z\",\"door\":\"console\",\"role\":\"type\","
                + who
                + ",\"action\":\"typed\",\"session\":\"s1\",\"bytes\":5}");
  }

  @Test
  void aLongAuditLogMakesRoomAndKeepsOneOlderFile() throws IOException {
    Files.write(folder.resolve("audit.log"), new byte[5 << 20]);
    try (var audit = new AuditLog(folder, Instant::now)) {
      audit.refused("http", "127.0.0.1", "wrong token");
    }
    assertThat(folder.resolve("audit.1.log")).hasSize(5 << 20);
    assertThat(Files.readAllLines(folder.resolve("audit.log"))).hasSize(1);
    assertThat(Files.getPosixFilePermissions(folder.resolve("audit.log")))
        .isEqualTo(PosixFilePermissions.fromString("rw-------"));
  }
}
