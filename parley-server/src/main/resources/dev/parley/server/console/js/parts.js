/** Parts that several pages show of a session. */
import * as api from './api.js';
import { confirm } from './dialogs.js';
import { el } from './dom.js';
import { complain } from './toasts.js';
import { MEANINGS, called, endedBadly, isOver, plain, stateWord } from './words.js';

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

export function floorWord(entry, me) {
  if (isOver(entry)) return '';
  if (entry.floor !== 'human') return 'Agent';
  return entry.floor_who === me.who ? 'You' : plain(entry.floor_who || 'A person');
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
