package dev.parley.fleet;

import dev.parley.server.calls.AtKeyboard;
import dev.parley.server.json.Json;
import dev.parley.session.refusal.Refusal;
import java.util.Base64;
import java.util.function.Consumer;
import tools.jackson.databind.node.ObjectNode;

/**
 * One person at the keyboard of a session of another node. Each act is a call of its own, never
 * repeated: whoever is not told that it was done is told that it is not known.
 */
final class FarKeyboard implements AtKeyboard {
  private final Consumer<ObjectNode> acting;
  private final Runnable leaving;
  private boolean acted;

  FarKeyboard(Consumer<ObjectNode> acting, Runnable leaving) {
    this.acting = acting;
    this.leaving = leaving;
  }

  private synchronized void act(ObjectNode params) {
    acted = true;
    acting.accept(params);
  }

  private static ObjectNode named(String act) {
    return Json.object().put("act", act);
  }

  @Override
  public void takeFloor() {
    act(named("take"));
  }

  @Override
  public void handBack() {
    act(named("hand_back"));
  }

  @Override
  public void type(byte[] keys) {
    act(named("type").put("keys", Base64.getEncoder().encodeToString(keys)));
  }

  @Override
  public void feed(byte[] bytes) {
    act(named("feed").put("keys", Base64.getEncoder().encodeToString(bytes)));
  }

  @Override
  public void resize(int columns, int rows) {
    act(named("resize").put("cols", columns).put("rows", rows));
  }

  @Override
  public void supply(String ask, String value) {
    act(named("supply").put("ask", ask).put("value", value));
  }

  @Override
  public void refuse(String ask) {
    act(named("refuse").put("ask", ask));
  }

  @Override
  public void keep(String name, String value, String program) {
    act(named("keep").put("name", name).put("value", value).put("program", program));
  }

  @Override
  public void close() {
    try {
      if (acted) {
        act(named("leave"));
      }
    } catch (Refusal gone) {
      // The other node notices by itself that nobody watches.
    } finally {
      leaving.run();
    }
  }
}
