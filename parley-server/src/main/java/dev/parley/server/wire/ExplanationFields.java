package dev.parley.server.wire;

import dev.parley.pty.finding.Account;
import dev.parley.pty.finding.Evidence;
import dev.parley.pty.finding.Finding;
import dev.parley.server.json.Json;
import dev.parley.session.Explanation;
import java.util.Locale;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Why a session is said to be in its state, as it travels and as lines of text. */
public final class ExplanationFields {
  private ExplanationFields() {}

  static ObjectNode of(Explanation explanation) {
    var verdict = explanation.verdict();
    var finding = explanation.account().finding();
    var fields =
        Json.object()
            .put("state", verdict.state().wire())
            .put("confidence", verdict.confidence().wire())
            .put("rule", verdict.rule().wire())
            .put("because", verdict.rule().sentence())
            .put("kernel", finding.doing().name().toLowerCase(Locale.ROOT))
            .put("sure", finding.grade() == Finding.Grade.HARD);
    var evidence = fields.putArray("evidence");
    Evidence.wire(verdict.evidence()).forEach(evidence::add);
    var witnesses = fields.putArray("witnesses");
    explanation.witnesses().forEach(witnesses::add);
    var processes = fields.putArray("processes");
    explanation.account().processes().forEach(looked -> processes.add(of(looked)));
    return fields;
  }

  private static ObjectNode of(Account.Looked looked) {
    var fields =
        Json.object()
            .put("pid", looked.pid())
            .put("name", looked.name())
            .put("processor_ms", looked.processorMillis());
    if (looked.otherSession()) {
      fields.put("other_session", true);
    }
    var threads = fields.putArray("threads");
    looked
        .threads()
        .forEach(
            task -> threads.add(Json.object().put("tid", task.tid()).put("doing", task.doing())));
    return fields;
  }

  /** The same as lines for a reader. */
  public static String text(Explanation explanation) {
    return text(of(explanation));
  }

  /** What has travelled, as lines for a reader. */
  public static String text(JsonNode fields) {
    var text =
        new StringBuilder(
            "%s, %s confidence: %s (%s)\nevidence: %s\n"
                .formatted(
                    fields.path("state").asString(),
                    fields.path("confidence").asString(),
                    fields.path("because").asString(),
                    fields.path("rule").asString(),
                    joined(fields.path("evidence"))));
    if (!fields.path("witnesses").isEmpty()) {
      text.append("known beside: %s\n".formatted(joined(fields.path("witnesses"))));
    }
    for (var process : fields.path("processes")) {
      text.append(
          "process %d %s, %d ms of processor time%s\n"
              .formatted(
                  process.path("pid").asLong(),
                  process.path("name").asString(),
                  process.path("processor_ms").asLong(),
                  process.path("other_session").asBoolean(false) ? ", another session" : ""));
      for (var thread : process.path("threads")) {
        text.append(
            "  thread %d %s\n"
                .formatted(thread.path("tid").asLong(), thread.path("doing").asString()));
      }
    }
    return text.toString();
  }

  private static String joined(JsonNode texts) {
    return texts.valueStream().map(JsonNode::asString).collect(Collectors.joining(", "));
  }
}
