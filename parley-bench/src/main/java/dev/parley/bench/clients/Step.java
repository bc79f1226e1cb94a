package dev.parley.bench.clients;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** One call of the conversation that every client plays. */
enum Step {
  START("session_start", "{\"name\": \"talk\", \"command\": [\"bash\", \"--norc\"]}"),
  /** About 60,000 tokens of numbers. */
  LARGE(
      "session_send",
      "{\"session\": \"talk\", \"text\": \"seq 100000 117000\", \"max_tokens\": 80000}"),
  IMAGE("session_read", "{\"session\": \"talk\", \"image\": true}"),
  /** A program asks for a password. */
  HIDE(
      "session_send",
      "{\"session\": \"talk\", \"text\": \"read -s -p 'Password: ' x; echo; echo ${#x} letters\"}"),
  /** A person is asked to type it. */
  ASK(
      "session_ask",
      "{\"session\": \"talk\", \"kind\": \"secret\", \"message\": \"The password, please\"}"),
  LONG("session_send", "{\"session\": \"talk\", \"text\": \"sleep 75\", \"timeout_ms\": 100000}");

  /** How many lines the large output has. */
  static final int LINES = 17_001;

  /** What the person types. */
  static final String SECRET = "swordfish-7194";

  private final String tool;
  private final String arguments;

  Step(String tool, String arguments) {
    this.tool = tool;
    this.arguments = arguments;
  }

  /** The name under which a client offers the tool to its model; every client has its own way. */
  String toolAmong(List<String> offered) {
    return offered.stream()
        .filter(name -> name.endsWith(tool))
        .findFirst()
        .orElse("mcp__parley__" + tool); // some keep their tools back until they are searched for
  }

  ObjectNode arguments() {
    return (ObjectNode) JsonMapper.builder().build().readTree(arguments);
  }
}
