package dev.parley.server.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.server.access.AuditLog;
import dev.parley.server.access.Caller;
import dev.parley.server.access.Role;
import dev.parley.session.Floor;
import dev.parley.session.Sessions;
import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Refusal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a person does at a session, the same for every door. */
@Timeout(60)
class KeyboardTest {
  private static final Caller ADA = new Caller(Role.TYPE, "console", "Ada");
  private static final byte[] KEYS = "hello\r".getBytes(StandardCharsets.UTF_8);

  @TempDir Path logs;

  @Test
  void typingNeedsTheFloorAndTheRefusalComesOut() {
    try (var sessions = Sessions.inProcess();
        var audit = new AuditLog(logs, InstantSource.system());
        var keyboard = new Keyboards(audit).open(sessions.start(Launch.of("cat")), ADA)) {
      assertThatThrownBy(() -> keyboard.type(KEYS))
          .isInstanceOfSatisfying(
              Refusal.class,
              refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FLOOR_NEEDED));
      keyboard.takeFloor();
      keyboard.type(KEYS);
    }
  }

  @Test
  void whoLeavesHandsBackUnlessAnotherKeyboardOfTheirsTookIt() {
    try (var sessions = Sessions.inProcess();
        var audit = new AuditLog(logs, InstantSource.system())) {
      var keyboards = new Keyboards(audit);
      var session = sessions.start(Launch.of("cat"));
      try (var second = keyboards.open(session, ADA)) {
        try (var first = keyboards.open(session, ADA)) {
          first.takeFloor();
          second.takeFloor();
        }
        assertThat(session.floor().holder()).isEqualTo(Floor.Party.HUMAN);
      }
      assertThat(session.floor().holder()).isEqualTo(Floor.Party.AGENT);
    }
  }

  @Test
  void onlyWhatChangedIsNoted() throws Exception {
    try (var sessions = Sessions.inProcess();
        var audit = new AuditLog(logs, InstantSource.system());
        var keyboard = new Keyboards(audit).open(sessions.start(Launch.of("cat")), ADA)) {
      keyboard.handBack();
      keyboard.takeFloor();
      keyboard.takeFloor();
      keyboard.handBack();
    }
    assertThat(Files.readString(logs.resolve("audit.log")).lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("took the floor"),
            line -> assertThat(line).contains("handed back"));
  }
}
