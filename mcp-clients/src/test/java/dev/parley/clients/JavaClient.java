package dev.parley.clients;

import java.util.List;
import java.util.Map;

/** What every client can do. */
interface JavaClient extends AutoCloseable {
  /**
   * What a tool answered.
   *
   * @param pictures the media types of the pictures in it
   */
  record Reply(String text, List<String> pictures, boolean refused) {}

  List<String> tools();

  Reply call(String tool, Map<String, Object> arguments);

  /** What the server says about itself. */
  String instructions();

  @Override
  void close();
}
