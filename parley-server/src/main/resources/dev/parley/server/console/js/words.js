/** What is known of a session, in words for a person. */

const STATES = {
  working: 'Working',
  waiting: 'Waiting',
  secret: 'Wants a secret',
  ready: 'Ready',
  exited: 'Ended',
  lost: 'Lost',
  unreachable: 'Out of reach',
};

const ENDED_BY = {
  idle: 'Ended: not used for long',
  lifetime: 'Ended: its time was over',
  memory: 'Ended: too much memory',
  cpu: 'Ended: too much processor time',
  file_size: 'Ended: it wrote too large a file',
  client_gone: 'Ended: its client has gone',
};

/** What has ended a session, where that was not the program's own doing; else nothing. */
function endedBy(entry) {
  if (!entry.ended_by) return '';
  return ENDED_BY[entry.ended_by] ?? plain(entry.ended_by.replace(/^c/, 'C'));
}

export function stateWord(entry) {
  if (isOver(entry) && entry.ended_by) return endedBy(entry);
  if (entry.state === 'exited' && entry.signal) return `Ended by ${entry.signal}`;
  if (entry.state === 'exited' && entry.exit_code) return `Ended with ${entry.exit_code}`;
  return STATES[entry.state] ?? plain(entry.state);
}

/** What the state means, for a tooltip. */
export const MEANINGS = {
  working: 'The program runs and does not ask for input',
  waiting: 'The program waits for input',
  secret: 'The program asks for a secret: what is typed is not shown',
  ready: 'The shell is at its prompt',
  exited: 'The program has ended; what it printed can still be read',
  lost: 'The session ended without anybody seeing how',
  unreachable: 'Its node does not answer; this is what was last known',
};

export function isOver(entry) {
  return entry.state === 'exited' || entry.state === 'lost';
}

/** Whether it is on a node that does not answer. */
export function isAway(entry) {
  return entry.state === 'unreachable';
}

export function endedBadly(entry) {
  return entry.state === 'lost' || (entry.state === 'exited' && (entry.exit_code !== 0 || Boolean(entry.signal)));
}

/** What a session needs somebody for. */
const NEEDS = {
  asked: 'Asks you',
  secret: 'Wants a secret',
  question: 'Asks a question',
  failed: 'Failed',
  done: 'Is done',
};

const REASONS = {
  secret: 'It asks for something that is not shown.',
  question: 'It waits for input.',
  failed: 'It ended badly.',
  done: 'It has finished what it was doing.',
};

/** Why it needs somebody, as it says itself or in general. */
export function needReason(entry) {
  return plain(entry.attention_reason) || (REASONS[entry.attention] ?? needWord(entry));
}

export function needWord(entry) {
  return NEEDS[entry.attention] ?? plain(entry.attention);
}

/** Whether it needs somebody: nobody has looked or answered since something happened. */
export function needsYou(entry) {
  return Boolean(entry.attention) && entry.attention !== 'none';
}

/** Whether it asks a person for something, whoever has seen that already. */
export function asksPerson(entry) {
  return entry.state === 'secret' || Boolean(entry.asks?.length);
}

/** The name a person gave it, or else its id. */
export function called(entry) {
  return plain(entry.name || entry.session);
}

/** The program in front, or what was started, without the folders it came from. */
export function program(entry) {
  const whole = wholeProgram(entry)
    .replace(/^(\S*\/)?(ba|da|z|k)?sh -l?c /, ''); // a line for a shell is that line
  return whole.replace(/^\S*\//, '');
}

/** The same as it is. */
export function wholeProgram(entry) {
  const front = entry.foreground;
  return plain((front && typeof front === 'object' ? front.command : front) || commandLine(entry) || '');
}

export function commandLine(entry) {
  return plain(Array.isArray(entry.command) ? entry.command.join(' ') : entry.command || '');
}

export function folder(entry) {
  return plain((entry.foreground && entry.foreground.cwd) || entry.cwd || '');
}

/** The node it is on, in a fleet. */
export function nodeOf(entry) {
  return plain(entry.node ?? '');
}

/** Who started it, where that is known. */
export function startedBy(entry) {
  return plain(entry.owner ?? '');
}

/** Whether a person has control who is this one; other nodes say beside the name where one comes from. */
export function isHeldBy(entry, me) {
  const who = entry.floor_who ?? '';
  return entry.floor === 'human' && (who === me.who || who.startsWith(`${me.who} at node `));
}

/** How many seconds ago a moment was. */
export function ago(time) {
  return Math.max(0, (Date.now() - Date.parse(time)) / 1000);
}

/** A length of time as short as it can be read. */
export function span(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  if (s < 60) return `${s}s`;
  if (s < 3600) return `${Math.floor(s / 60)}m`;
  if (s < 86400) return `${Math.floor(s / 3600)}h ${String(Math.floor((s % 3600) / 60)).padStart(2, '0')}m`;
  return `${Math.floor(s / 86400)}d ${Math.floor((s % 86400) / 3600)}h`;
}

/** A place in a recording: 1:05 or 1:02:05. */
export function clock(seconds) {
  const s = Math.max(0, Math.floor(seconds));
  const parts = [Math.floor(s / 3600), Math.floor(s / 60) % 60, s % 60];
  if (parts[0] === 0) parts.shift();
  return parts.map((part, at) => (at === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/**
 * Text a program chose, fit to stand beside ours: no control characters, and none that turn the direction of writing
 * and so could make a title read like something else.
 */
export function plain(text) {
  return String(text ?? '').replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
}
