/** One row of the list. */
import { button, el, icon } from './dom.js';
import { page } from './pages.js';
import { closeSession, floorWord, pill, sureness } from './parts.js';
import { called, folder, isAway, isOver, nodeOf, plain, program, startedBy, wholeProgram } from './words.js';

/** The cells of a session's row; its age and idle time are left to be filled in every second. */
export function cells(entry, me, { chosen, choose }) {
  const name = called(entry);
  const title = plain(entry.title);
  const mayClose = me.role === 'admin' && !isOver(entry) && !isAway(entry);
  const by = startedBy(entry);
  return [
    el(
      'span',
      { class: 'pick' },
      el('input', {
        type: 'checkbox',
        'aria-label': `Choose ${name}`,
        'data-part': 'pick',
        checked: chosen,
        onchange: choose,
      }),
    ),
    el('span', { class: 'state' }, pill(entry)),
    el(
      'span',
      { class: 'name' },
      el('a', { href: page('session', entry.session), 'data-part': 'open' }, el('bdi', {}, name)),
      el('small', { class: 'mono' }, entry.name ? plain(entry.session) : ''),
      by ? el('small', { class: 'by', title: 'Who started it' }, 'by ', el('bdi', {}, by)) : null,
      title && title !== name ? el('small', { class: 'title', title }, el('bdi', {}, title)) : null,
    ),
    el('span', { class: 'node', title: 'The node it is on' }, el('bdi', {}, nodeOf(entry))),
    el(
      'span',
      { class: 'program' },
      el('code', { title: wholeProgram(entry) }, program(entry)),
      el('small', { title: folder(entry) }, el('bdi', {}, folder(entry))),
    ),
    el(
      'span',
      { class: 'how' },
      sureness(entry),
      entry.prompt && !entry.fullscreen
        ? el('code', { class: 'prompt', title: 'The prompt' }, plain(entry.prompt))
        : null,
    ),
    el(
      'span',
      { class: 'floor', 'data-floor': entry.floor === 'human' && !isOver(entry) ? 'human' : 'agent' },
      floorWord(entry, me),
    ),
    el('span', { class: 'age', title: 'Age' }),
    el('span', { class: 'idle', title: isOver(entry) ? 'When it ended' : 'How long nobody has used it' }),
    el(
      'span',
      { class: 'acts' },
      mayClose
        ? button(`Close ${name}`, 'close', () => closeSession(entry), {
            class: 'quiet',
            wordless: true,
            'data-part': 'close',
          })
        : isOver(entry)
          ? el(
              'a',
              {
                class: 'quiet button',
                href: page('replay', entry.session),
                title: 'Replay',
                'aria-label': `Replay ${name}`,
              },
              icon('replay'),
            )
          : null,
    ),
  ].filter(Boolean);
}
