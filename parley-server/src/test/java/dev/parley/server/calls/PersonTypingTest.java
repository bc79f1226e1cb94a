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
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a person does at a session, the same for every door. */
@Timeout(60)
class PersonTypingTest {
  private static final Caller ADA = new Caller(Role.TYPE, "console", "Ada");
  private static final byte[] KEYS = "hello\r".getBytes(StandardCharsets.UTF_8);

  @TempDir Path logs;

  @Test
  void typingNeedsTheFloorAndTheRefusalComesOut() {
    try (var sessions = Sessions.inProcess();
        var audit = new AuditLog(logs, InstantSource.system());
        var person = new PeopleTyping(audit).open(sessions.start(Launch.of("cat")), ADA)) {
      assertThatThrownBy(() -> person.type(KEYS))
          .isInstanceOfSatisfying(
              Refusal.class,
              refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FLOOR_NEEDED));
      person.takeFloor();
      person.type(KEYS);
    }
  }

  @Test
  void whoLeavesHandsBackUnlessAnotherWindowOfTheirsTookIt() {
    try (var sessions = Sessions.inProcess();
        var audit = new AuditLog(logs, InstantSource.system())) {
      var peopleTyping = new PeopleTyping(audit);
      var session = sessions.start(Launch.of("cat"));
      try (var second = peopleTyping.open(session, ADA)) {
        try (var first = peopleTyping.open(session, ADA)) {
          first.takeFloor();
          second.takeFloor();
        }
        assertThat(session.floor().holder()).isEqualTo(Floor.Party.HUMAN);
      }
      assertThat(session.floor().holder()).isEqualTo(Floor.Party.AGENT);
    }
  }

  @Test
  void ofTwoWindowsOfAPersonTheLastToTakeTheFloorTypes() {
    try (var sessions = Sessions.inProcess();
        var audit = new AuditLog(logs, InstantSource.system())) {
      var peopleTyping = new PeopleTyping(audit);
      var session = sessions.start(Launch.of("cat"));
      var told = new ArrayList<String>();
      try (var first = peopleTyping.open(session, ADA, mine -> told.add("first " + mine));
          var second = peopleTyping.open(session, ADA, mine -> told.add("second " + mine))) {
        first.takeFloor();
        second.takeFloor();
        second.type(KEYS);
        assertThatThrownBy(() -> first.type(KEYS))
            .isInstanceOfSatisfying(
                Refusal.class,
                refusal -> assertThat(refusal.code()).isEqualTo(Refusal.Code.FLOOR_NEEDED));
        second.handBack();
      }
      assertThat(told).containsExactly("first true", "first false", "second true", "second false");
    }
  }

  @Test
  void onlyWhatChangedIsNoted() throws Exception {
    try (var sessions = Sessions.inProcess();
        var audit = new AuditLog(logs, InstantSource.system());
        var person = new PeopleTyping(audit).open(sessions.start(Launch.of("cat")), ADA)) {
      person.handBack();
      person.takeFloor();
      person.takeFloor();
      person.handBack();
    }
    assertThat(Files.readString(logs.resolve("audit.log")).lines())
        .satisfiesExactly(
            line -> assertThat(line).contains("took control"),
            line -> assertThat(line).contains("handed back"));
  }
}
