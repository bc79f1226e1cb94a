package dev.parley.cli.doors;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A way to Parley. Whatever it looks like from outside, it takes the calls of the toolset {@code
 * parley} and a few that people make, and answers with their fields, or with {@code error}.
 */
interface Door extends AutoCloseable {
  JsonMapper JSON = JsonMapper.builder().build();

  /**
   * Makes a call and waits for its answer.
   *
   * @param what {@code session_start}, {@code session_send}, {@code session_read}, {@code
   *     session_list}, {@code session_close}, {@code resize}, {@code signal}, {@code screen} or
   *     {@code export}
   */
  JsonNode call(String what, ObjectNode arguments);

  @Override
  void close();

  /** An answer that refuses. */
  static ObjectNode refused(String code) {
    var answer = JSON.createObjectNode();
    answer.putObject("error").put("code", code);
    return answer;
  }
}
