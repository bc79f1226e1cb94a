package dev.parley.session;

import dev.parley.session.launch.Launch;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import java.util.Collection;
import java.util.Optional;

/** Whether there is room for one more session. */
final class Admission {
  private Admission() {}

  static void check(Launch launch, Collection<Session> sessions, Sessions.Bounds bounds) {
    var living = sessions.stream().filter(session -> !session.over()).count();
    if (living >= bounds.sessions()) {
      throw new Refusal(
          Refusal.Code.LIMIT,
          "%d sessions are running, which is the limit".formatted(living),
          Advice.Step.CLOSE_A_SESSION);
    }
    var bytes = sessions.stream().mapToLong(session -> session.closing().keptBytes()).sum();
    if (bytes > bounds.retention().bytes()) {
      throw new Refusal(
          Refusal.Code.LIMIT,
          "The output of all sessions takes %d MiB, more than the %d MiB that are allowed"
              .formatted(bytes >> 20, bounds.retention().bytes() >> 20),
          "Close sessions that print much; what has ended is removed by itself");
    }
    if (Descriptors.areShort()) {
      throw new Refusal(
          Refusal.Code.LIMIT,
          "Too few descriptors are left for another session; %d is the limit"
              .formatted(Descriptors.limit()),
          "Close sessions, or raise the limit on open files (ulimit -n)");
    }
    launch.name().flatMap(name -> living(name, sessions)).ifPresent(Admission::refuse);
  }

  /** Whether a session may be called so: no other that lives is. */
  static void checkName(String name, Collection<Session> sessions, Session named) {
    Launch.checkName(name);
    living(name, sessions).filter(taken -> taken != named).ifPresent(Admission::refuse);
  }

  private static void refuse(Session taken) {
    throw new Refusal(
        Refusal.Code.BAD_INPUT,
        "The name %s belongs to %s, which is running"
            .formatted(
                taken.name().orElseThrow(),
                Asker.canSee(taken) ? "session " + taken.id() : "a session of another"),
        "Use that session, close it, or choose another name");
  }

  private static Optional<Session> living(String name, Collection<Session> sessions) {
    return sessions.stream()
        .filter(session -> !session.over() && session.name().equals(Optional.of(name)))
        .findFirst();
  }
}
