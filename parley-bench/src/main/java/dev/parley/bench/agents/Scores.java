package dev.parley.bench.agents;

import java.util.Arrays;
import java.util.List;

/** What was said of one program, situation by situation. */
record Scores(AgentProgram program, List<Score> each) {
  Scores(AgentProgram program) {
    this(program, Arrays.stream(Situation.values()).map(Score::new).toList());
  }

  Score of(Situation situation) {
    return each.stream().filter(one -> one.situation() == situation).findFirst().orElseThrow();
  }
}
