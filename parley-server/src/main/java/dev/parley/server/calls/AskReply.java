package dev.parley.server.calls;

import dev.parley.session.Asks;

/** What came of a question to a person, and how the program went on. */
public record AskReply(Asks.Outcome outcome, TurnReply turned) {}
