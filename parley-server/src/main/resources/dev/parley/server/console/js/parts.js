/** Parts that several pages show of a session. */
import * as api from './api.js';
import { confirm } from './dialogs.js';
import { el } from './dom.js';
import { complain } from './toasts.js';
import { MEANINGS, called, endedBadly, isHeldBy, isOver, plain, stateWord } from './words.js';

/** A state as a coloured dot and a word. */
export function pill(entry) {
  return el(
    'span',
    { class: 'pill', 'data-state': entry.state, 'data-bad': endedBadly(entry), title: MEANINGS[entry.state] },
    stateWord(entry),
  );
}

export function sureness(entry) {
  return el(
    'span',
    { class: 'evidence' },
    entry.confidence
      ? el(
          'span',
          { class: 'confidence', 'data-confidence': entry.confidence, title: `Confidence: ${entry.confidence}` },
          entry.confidence,
        )
      : null,
    el('span', { class: 'reasons' }, plain((entry.evidence ?? []).join(' · '))),
  );
}

/** Who may type. */
export function floorWord(entry, me) {
  if (isOver(entry)) return '';
  if (entry.floor !== 'human') return 'Agent';
  return isHeldBy(entry, me) ? 'You' : plain(entry.floor_who || 'A person');
}

/** Ends several once the person is sure. */
export async function closeSessions(entries) {
  const sure = await confirm(
    `Close ${entries.length} sessions?`,
    `This ends their programs and all processes they have started: ${names(entries)}. What they printed can still be read.`,
    'Close them',
    { danger: true },
  );
  if (sure) await each(entries, ({ session }) => api.close(session));
  return sure;
}

/** Forgets ended sessions once the person is sure. */
export async function deleteSessions(entries) {
  const sure = await confirm(
    entries.length === 1 ? `Delete ${called(entries[0])}?` : `Delete ${entries.length} ended sessions?`,
    `What they printed is gone then: ${names(entries)}.`,
    entries.length === 1 ? 'Delete it' : 'Delete them',
    { danger: true },
  );
  if (sure) await each(entries, ({ session }) => api.remove(session));
  return sure;
}

function names(entries) {
  const some = entries.slice(0, 5).map(called).join(', ');
  return entries.length > 5 ? `${some} and ${entries.length - 5} more` : some;
}

/** Does it to each, a few at a time; tells of the first that fails. */
async function each(entries, act) {
  const left = [...entries];
  let failed;
  const worker = async () => {
    for (let entry = left.shift(); entry; entry = left.shift()) {
      await act(entry).catch((problem) => (failed ??= problem));
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  if (failed) complain(failed);
}

/** Ends a session once the person is sure; answers whether it did. */
export async function closeSession(entry) {
  const sure = await confirm(
    `Close ${called(entry)}?`,
    'This ends the program and all processes it has started. What it printed can still be read.',
    'Close it',
    { danger: true },
  );
  if (!sure) return false;
  try {
    await api.close(entry.session);
    return true;
  } catch (problem) {
    complain(problem);
    return false;
  }
}
