/**
 * The built {@code parley mcp}, driven over a pipe as a client would.
 *
 * <p>A class for each of the five documents Parley was made from ({@code …DocumentIT}) quotes their
 * sentences. What an agent is promised beyond them, and where it is tried:
 *
 * <ul>
 *   <li>Output is what a command printed, to the letter: {@code
 *       PersistentShellDocumentIT#exactOutput}, {@code #promptAlone}, {@code #ownConfiguration},
 *       {@code #inside}; a line that is not empty is not ready: {@code #heldLine}, {@code
 *       #refusedLine}, {@code #openQuote}; without marks: {@code #withoutMarks}.
 *   <li>Where a reader is, is the reader's own and survives: {@code
 *       PersistentShellDocumentIT.Considerations#readers}, {@code PtyExecutionDocumentIT#restart},
 *       {@code KilledDaemonIT}.
 *   <li>Directories are the client's: {@code PtyExecutionDocumentIT#directories}, {@code
 *       PersistentShellDocumentIT.Considerations#directories}.
 *   <li>Limits hold when many start at once: {@code PipeSessionsDocumentIT#threeAtTheSameTime},
 *       {@code PtyExecutionDocumentIT#tenAtTheSameTime}; without giving up the daemon: {@code
 *       PipeSessionsDocumentIT#limitsKeepTheDaemon}; of processes: {@code
 *       PersistentShellDocumentIT.Considerations#processes}; in every toolset: {@code LimitsIT}.
 *   <li>A question is shown: {@code TerminalReferenceDocumentIT.Auto#question}.
 *   <li>Closing begins with SIGTERM: {@code PtyExecutionDocumentIT} on close_session.
 *   <li>Idle is use, not traffic: {@code PipeSessionsDocumentIT#polledLivesOn}, {@code
 *       #chattyExpires}, {@code PtyExecutionDocumentIT#stale}, and {@code UseTest} of the sessions.
 *   <li>Why a session ended: {@code EndingsIT}, {@code PersistentShellDocumentIT.Considerations}
 *       ({@code #idle}, {@code #cpu}, {@code #closed}); in the console: {@code ConsoleWordsTest} of
 *       the server.
 *   <li>Success is the command's, and errors have one shape: {@code
 *       TerminalReferenceDocumentIT.Execute#succeeded}, {@code .CloseAndList#params}, {@code
 *       WrongArgumentsIT}.
 *   <li>Calls on one session take turns: {@code TerminalReferenceDocumentIT.Execute#turns}, {@code
 *       PtyExecutionDocumentIT#parallel}; looking waits for nobody: {@code .Auto#stateMeanwhile}.
 *   <li>Big output is bounded, and what is missing is named: {@code
 *       TerminalReferenceDocumentIT.Execute#flood}, {@code .Auto#incremental}, {@code
 *       PtyExecutionDocumentIT#evicted}, {@code PersistentShellDocumentIT.Considerations#bounded}.
 *   <li>The text is the JSON of the fields in the other toolsets: {@code
 *       PtyExecutionDocumentIT#text}, {@code PipeSessionsDocumentIT#refusalsAreJson}.
 *   <li>Sessions of the other toolsets end with their client: {@code
 *       PtyExecutionDocumentIT#endWithTheClient}, {@code #kept}.
 *   <li>Lists hold what is active, shells inside shells run commands, quotes leak nothing, tokens
 *       are characters: {@code PipeSessionsDocumentIT#listsActiveOnly}, {@code #severalCommands},
 *       {@code TerminalReferenceDocumentIT.Execute#nested}, {@code #quote}, {@code
 *       PtyExecutionDocumentIT#truncatesCharacters}, {@code RemoteIT}.
 *   <li>The Java API of the documents: {@code TerminalReferenceDocumentIT.Helpers}.
 *   <li>Menus show what is highlighted: {@code FiveRequirementsDocumentIT.Covers#menus}.
 *   <li>What is omitted can be read: {@code PersistentShellDocumentIT.Considerations#sizeLimit}; a
 *       command that runs has no exit code: {@code #running}; refusals without a search path:
 *       {@code #errors}.
 *   <li>The text is the answer, and says it once; waits, images, questions to people: {@code
 *       AnswersIT}.
 * </ul>
 */
@NullMarked
package dev.parley.cli.mcp;

import org.jspecify.annotations.NullMarked;
