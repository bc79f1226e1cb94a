package dev.parley.server.daemon;

import dev.parley.server.json.Json;
import dev.parley.server.worktrees.Worktree;
import dev.parley.server.worktrees.Worktrees;
import dev.parley.session.launch.SessionId;
import dev.parley.session.refusal.Refusal;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What {@code parley start --worktree} asks: a worktree before the session, then that it is its;
 * and what people ask of it later.
 */
final class WorktreeCalls {
  private final Worktrees worktrees;

  WorktreeCalls(Worktrees worktrees) {
    this.worktrees = worktrees;
  }

  ObjectNode call(String method, JsonNode params) {
    return switch (method) {
      case "worktree_make" ->
          json(
              worktrees.make(
                  Path.of(params.path("directory").asString("")),
                  params.path("branch").asString(""),
                  params.path("name").asString("")));
      case "worktree_bind" -> {
        worktrees.bind(params.path("session").asString(""), worktree(params.path("worktree")));
        yield Json.object();
      }
      case "worktree_drop" -> {
        worktrees.drop(worktree(params.path("worktree")));
        yield Json.object();
      }
      default ->
          throw new Refusal(Refusal.Code.BAD_INPUT, "There is no method '%s'".formatted(method));
    };
  }

  /** The worktree of a session, and what has changed in it where that is asked for. */
  ObjectNode of(SessionId session, JsonNode params) {
    var fields = Json.object().put("session", session.value());
    if (params.path("diff").asBoolean(false)) {
      worktrees
          .changes(session.value())
          .ifPresent(
              changes -> {
                fields.setAll(json(changes.worktree()));
                fields
                    .put("base", changes.base())
                    .put("diff", changes.diff())
                    .put("cut", changes.cut());
              });
    } else {
      worktrees.of(session.value()).ifPresent(worktree -> fields.setAll(json(worktree)));
    }
    return fields;
  }

  private static ObjectNode json(Worktree worktree) {
    return Json.object()
        .put("repository", worktree.repository().toString())
        .put("path", worktree.path().toString())
        .put("branch", worktree.branch())
        .put("made_branch", worktree.madeBranch());
  }

  private static Worktree worktree(JsonNode fields) {
    return new Worktree(
        Path.of(fields.path("repository").asString("")),
        Path.of(fields.path("path").asString("")),
        fields.path("branch").asString(""),
        fields.path("made_branch").asBoolean(false));
  }
}
