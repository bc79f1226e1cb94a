/** The commands in a recording: what was typed at a shell's prompt, when, and how it ended. */
import { Terminal } from '../vendor/xterm.mjs';
import { markers } from './cast.js';

/** Reading a longer recording twice would keep people waiting. */
const MOST = 8 << 20;

/**
 * Plays the recording on a terminal nobody sees and notes what stands between the end of a prompt and the start of its
 * command (OSC 133 B and C): text as the shell's line editor left it. Without such marks the recording's own markers, at
 * the ends of commands, have to do.
 */
export async function commandsOf(cast) {
  const size = cast.events.reduce((sum, { data }) => sum + data.length, 0);
  const found = size > MOST ? [] : await scan(cast);
  return found.length ? found : markers(cast).map(({ index, label }) => ({ index, text: '', code: codeOf(label) }));
}

function codeOf(label) {
  return Number(/-?\d+/.exec(label)?.[0] ?? 0);
}

async function scan({ columns, rows, events }) {
  const terminal = new Terminal({ cols: columns, rows, scrollback: 2000, logLevel: 'off', allowProposedApi: true });
  const found = [];
  let index = 0;
  let prompt;
  let running;
  terminal.parser.registerOscHandler(133, (data) => {
    const [mark, code] = data.split(';');
    if (mark === 'B') prompt = { marker: terminal.registerMarker(0), column: terminal.buffer.active.cursorX };
    if (mark === 'C' && prompt) {
      running = { index, text: typed(terminal, prompt), code: undefined };
      if (running.text) found.push(running);
      prompt = undefined;
    }
    if (mark === 'D' && running) {
      running.code = Number(code) || 0;
      running = undefined;
    }
    return true;
  });
  for (const [at, { kind, data }] of events.entries()) {
    // What is written is read later, but in order: when one is done, the next one's turn has come.
    terminal.write(kind === 'o' ? data : '', () => {
      if (kind === 'r') terminal.resize(...data.split('x').map(Number));
      index = at + 1;
    });
  }
  await new Promise((read) => terminal.write('', read));
  terminal.dispose();
  return found;
}

/** What stands between a place and the cursor. */
function typed(terminal, { marker, column }) {
  const { active } = terminal.buffer;
  const to = active.baseY + active.cursorY;
  if (marker.line < 0 || active.type !== 'normal') return '';
  const lines = [];
  for (let row = marker.line; row <= to; row++) {
    lines.push(active.getLine(row)?.translateToString(true, row === marker.line ? column : 0) ?? '');
  }
  return lines.join(' ').trim();
}
