/** One row of the list. */
import { button, el, icon } from './dom.js';
import { closeSession, floorWord, pill, sureness } from './parts.js';
import { called, folder, isOver, plain, program, wholeProgram } from './words.js';

/** The cells of a session's row; its age and idle time are left to be filled in every second. */
export function cells(entry, me, { chosen, choose }) {
  const name = called(entry);
  const title = plain(entry.title);
  const mayClose = me.role === 'admin' && !isOver(entry);
  const ask = entry.asks?.[0];
  return [
    el(
      'span',
      { class: 'pick' },
      el('input', {
        type: 'checkbox',
        'aria-label': `Choose ${name} for the grid`,
        'data-part': 'pick',
        checked: chosen,
        onchange: choose,
      }),
    ),
    el('span', { class: 'state' }, pill(entry)),
    el(
      'span',
      { class: 'name' },
      el('a', { href: `#/session/${encodeURIComponent(entry.session)}`, 'data-part': 'open' }, el('bdi', {}, name)),
      el('small', { class: 'mono' }, entry.name ? plain(entry.session) : ''),
      title && title !== name ? el('small', { class: 'title', title }, el('bdi', {}, title)) : null,
    ),
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
    el('span', { class: 'idle', title: 'Time since the last output' }),
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
                href: `#/replay/${encodeURIComponent(entry.session)}`,
                title: 'Replay',
                'aria-label': `Replay ${name}`,
              },
              icon('replay'),
            )
          : null,
    ),
    ask
      ? el(
          'a',
          { class: 'needs', href: `#/session/${encodeURIComponent(entry.session)}` },
          el('strong', {}, ask.kind === 'secret' ? 'Needs a secret' : 'Asks you to take over'),
          el('bdi', {}, plain(ask.message)),
        )
      : null,
  ].filter(Boolean);
}
