/** What needs somebody: why, since when, the last lines, and the answers at hand. */
import * as api from './api.js';
import { answerButtons, mayAnswer } from './answers.js';
import { button, el, keep, putAt } from './dom.js';
import { page } from './pages.js';
import { complain } from './toasts.js';
import { ago, called, folder, needReason, needWord, nodeOf, plain, program, span, startedBy, wholeProgram } from './words.js';

/** The list of cards above all sessions; it is not there while nobody is needed. */
export class Inbox {
  #me;
  #cards = new Map();
  #count = el('span', { class: 'count' });
  #list = el('ul', { class: 'needs-list' });
  element = el(
    'section',
    { class: 'inbox', 'aria-labelledby': 'inbox-title', hidden: true },
    el('h2', { id: 'inbox-title' }, 'Needs you ', this.#count),
    this.#list,
  );

  constructor(me) {
    this.#me = me;
  }

  draw(entries) {
    const kept = new Set(entries.map(({ session }) => session));
    keep(this.#cards, kept);
    entries.forEach((entry, at) => putAt(this.#list, at, this.#card(entry)));
    this.#count.textContent = String(entries.length);
    this.element.hidden = entries.length === 0;
    this.times();
  }

  times() {
    for (const card of this.#cards.values()) {
      card.querySelector('.since').textContent = span(ago(card.entry.attention_since));
    }
  }

  /** Filled anew only when it says something else, so that nobody's button moves away under the hand. */
  #card(entry) {
    const told = JSON.stringify([
      entry.attention,
      entry.attention_reason,
      entry.attention_since,
      entry.last_lines,
      entry.answers,
      entry.answers_offset,
      entry.floor,
      entry.name,
      program(entry),
    ]);
    let card = this.#cards.get(entry.session);
    if (card?.told === told) {
      card.entry = entry;
      return card;
    }
    const focused = card?.contains(document.activeElement) ? document.activeElement.dataset.part : undefined;
    card ??= el('li', { class: 'need', 'data-id': entry.session });
    card.told = told;
    card.entry = entry;
    card.dataset.attention = entry.attention;
    card.replaceChildren(...this.#parts(entry));
    this.#cards.set(entry.session, card);
    if (focused) card.querySelector(`[data-part="${CSS.escape(focused)}"]`)?.focus();
    return card;
  }

  #parts(entry) {
    const name = called(entry);
    const address = page('session', entry.session);
    const by = startedBy(entry);
    const lines = lastLines(entry);
    return [
      el(
        'div',
        { class: 'need-head' },
        el('span', { class: 'kind' }, needWord(entry)),
        el('a', { href: address, 'data-part': 'open' }, el('bdi', {}, name)),
        el('code', { title: wholeProgram(entry) }, program(entry)),
        el('small', { title: folder(entry) }, el('bdi', {}, folder(entry))),
        nodeOf(entry) ? el('small', { class: 'on' }, 'on ', el('bdi', {}, nodeOf(entry))) : null,
        by ? el('small', { class: 'by' }, 'started by ', el('bdi', {}, by)) : null,
        el('span', { class: 'since', title: 'Since when' }),
      ),
      el('p', { class: 'reason' }, el('bdi', {}, needReason(entry))),
      lines ? el('pre', { class: 'lines', 'aria-label': `Last lines of ${name}`, tabindex: 0 }, lines) : null,
      el(
        'div',
        { class: 'need-acts' },
        mayAnswer(entry, this.#me)
          ? el('div', { class: 'quick-answers', role: 'group', 'aria-label': `Answers for ${name}` }, answerButtons(entry))
          : null,
        el('a', { class: 'button', href: address, 'aria-label': `Open ${name}` }, 'Open'),
        entry.attention === 'asked' // it stays until it is answered or refused
          ? null
          : button(`Mark ${name} as seen`, 'eye', () => api.seen(entry.session).catch(complain), {
              class: 'quiet',
              wordless: true,
              'data-part': 'seen',
            }),
      ),
    ].filter(Boolean);
  }
}

/** The last lines of the screen, without the question, which stands above them. */
function lastLines({ last_lines: lines = [], attention_reason: reason }) {
  const told = lines.at(-1)?.trim() === reason ? lines.slice(0, -1) : lines;
  return told.map(plain).join('\n');
}
