package dev.parley.server.calls;

import dev.parley.server.access.Caller;
import dev.parley.server.access.Typing;
import dev.parley.session.Asks;
import dev.parley.session.Session;
import dev.parley.session.refusal.Advice;
import dev.parley.session.refusal.Refusal;
import java.util.function.Consumer;

/**
 * One person at the keyboard of one session: takes the floor and hands it back, types, resizes,
 * answers what an agent asks for. What is done is noted for the audit log; what cannot be done is a
 * Refusal, which the door must show to the person.
 */
public final class PersonTyping implements AtKeyboard {
  private final PeopleTyping peopleTyping;
  private final Session session;
  private final Caller caller;
  private final boolean stays;
  private final Consumer<Boolean> control;
  private final Typing typing;

  PersonTyping(
      PeopleTyping peopleTyping,
      Session session,
      Caller caller,
      boolean stays,
      Consumer<Boolean> control) {
    this.peopleTyping = peopleTyping;
    this.session = session;
    this.caller = caller;
    this.stays = stays;
    this.control = control;
    this.typing = new Typing(peopleTyping.audit(), caller, session.id().value());
  }

  @Override
  public void takeFloor() {
    var had = hasFloor();
    session.floor().take(caller.who());
    if (stays) {
      peopleTyping.taken(key(), this);
    }
    if (!had) {
      note("took control");
    }
  }

  @Override
  public void handBack() {
    peopleTyping.handedBack(key());
    if (hasFloor()) {
      session.floor().handBack(caller.who());
      note("handed back");
    }
  }

  void control(boolean mine) {
    control.accept(mine);
  }

  private boolean hasFloor() {
    return session.floor().holding().filter(held -> held.who().equals(caller.who())).isPresent();
  }

  @Override
  public void type(byte[] keys) {
    if (stays && peopleTyping.tookAnother(key(), this)) {
      throw new Refusal(
          Refusal.Code.FLOOR_NEEDED,
          "Another window of yours has the keyboard of this session, so nothing was typed",
          Advice.Step.TAKE_FLOOR);
    }
    session.typeByHand(caller.who(), keys);
    typing.typed(keys.length);
  }

  @Override
  public void feed(byte[] bytes) {
    session.feed(bytes);
    typing.typed(bytes.length);
  }

  @Override
  public void resize(int columns, int rows) {
    session.resize(columns, rows);
  }

  @Override
  public void supply(String ask, String value) {
    var asked =
        session.asks().pending().stream()
            .filter(one -> one.id().equals(ask))
            .findFirst()
            .orElseThrow(
                () ->
                    new Refusal(
                        Refusal.Code.NOT_FOUND,
                        "There is no such open question",
                        "See asks of the session"));
    if (asked.kind() != Asks.Kind.SECRET) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "This asks for no secret", "Take control instead");
    }
    if (value.isEmpty()) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "There is no value", "Give value, or refuse");
    }
    var unused = session.secrets().answer(ask, value);
    note("secret supplied");
  }

  @Override
  public void refuse(String ask) {
    session.asks().refuse(ask);
    note("refused what was asked");
  }

  @Override
  public void keep(String name, String value, String program) {
    if (value.isEmpty()) {
      throw new Refusal(Refusal.Code.BAD_INPUT, "There is no value to keep", "Give value");
    }
    session.secrets().keep(name, value, program);
    note("secret kept");
  }

  private void note(String action) {
    peopleTyping.audit().note(caller, action, session.id().value());
  }

  /** One person may have several windows on a session. */
  private String key() {
    return session.id() + " " + caller.who();
  }

  @Override
  public void close() {
    typing.close();
    if (peopleTyping.tookLast(key(), this)) {
      handBack();
    }
  }
}
