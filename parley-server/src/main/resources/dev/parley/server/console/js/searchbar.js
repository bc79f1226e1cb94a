/** Search in what a terminal shows, and on the daemon in everything that is kept of the output. */
import * as api from './api.js';
import { el, button } from './dom.js';
import { plain } from './words.js';

const DECORATIONS = {
  matchBackground: '#b58900',
  matchOverviewRuler: '#b58900',
  activeMatchBackground: '#d2691e',
  activeMatchColorOverviewRuler: '#d2691e',
};

/** A search of all output waits until the person has stopped typing for so long. */
const PAUSE_MILLIS = 200;

/** A field, its neighbours, how many were found, and the lines of all output that have it. */
export class SearchBar {
  #id;
  #live;
  #left;
  #timer;
  #asked = 0;
  #search;
  #field = el('input', { type: 'search', 'aria-label': 'Search in the output', placeholder: 'Search' });
  #count = el('span', { class: 'count', role: 'status' });
  #sum = el('p', { class: 'sum', role: 'status' });
  #lines = el('ol', { class: 'found-lines' });
  #found = el('div', { class: 'found', hidden: true }, this.#sum, this.#lines);
  element;

  /** @param left is called when the search is over */
  constructor(id, live, left) {
    this.#id = id;
    this.#live = live;
    this.#left = left;
    this.element = el(
      'div',
      { class: 'search-place', hidden: true },
      el(
        'div',
        { class: 'search-bar', role: 'search' },
        this.#field,
        this.#count,
        button('Before', 'up', () => void this.#find(false), { wordless: true, class: 'quiet' }),
        button('After', 'down', () => void this.#find(true), { wordless: true, class: 'quiet' }),
        button('End the search', 'close', () => this.close(), { wordless: true, class: 'quiet' }),
      ),
      this.#found,
    );
    this.#field.addEventListener('input', () => {
      void this.#find(false, true);
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.#findAll(), PAUSE_MILLIS);
    });
    this.#field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') void this.#find(event.shiftKey);
    });
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        this.close();
      }
    });
  }

  /** Most who watch never search; so what searches in a terminal is fetched when it is first needed. */
  async #load() {
    const { SearchAddon } = await import('../vendor/addon-search.mjs');
    const search = new SearchAddon();
    search.onDidChangeResults(({ resultIndex, resultCount }) => {
      this.#count.textContent = this.#field.value
        ? resultCount
          ? `${resultIndex + 1} of ${resultCount}`
          : 'none'
        : '';
    });
    this.#live.terminal.loadAddon(search);
    return search;
  }

  open() {
    this.element.hidden = false;
    this.#field.focus();
    this.#field.select();
  }

  close() {
    clearTimeout(this.#timer);
    this.#asked++;
    this.element.hidden = true;
    this.#found.hidden = true;
    void this.#search?.then((search) => search.clearDecorations());
    this.#live.terminal.clearSelection();
    this.#left();
  }

  async #find(after, incremental = false) {
    const search = await (this.#search ??= this.#load());
    if (!this.#field.value) {
      search.clearDecorations();
      return;
    }
    const how = { incremental, decorations: DECORATIONS };
    if (after) search.findNext(this.#field.value, how);
    else search.findPrevious(this.#field.value, how);
  }

  /** The terminal has the last lines only; the daemon has them all. */
  async #findAll() {
    const text = this.#field.value;
    const asked = ++this.#asked;
    if (!text) {
      this.#found.hidden = true;
      return;
    }
    let answer;
    try {
      answer = await api.search(this.#id, text);
    } catch (problem) {
      answer = { problem };
    }
    if (asked !== this.#asked) return; // something else is looked for by now
    this.#found.hidden = false;
    this.#sum.textContent = answer.problem ? answer.problem.message : summed(answer);
    this.#lines.replaceChildren(...(answer.found ?? []).toReversed().map((line) => found(line, text)));
  }
}

function summed({ matches, lines, found }) {
  const number = (count) => count.toLocaleString('en');
  const all = `${matches === 1 ? '1 line has it' : `${number(matches)} lines have it`}, of ${number(lines)} in all output`;
  return matches > found.length ? `${all}. The last ${number(found.length)}:` : `${all}.`;
}

/** A line that opens to those around it. */
function found({ line, text, before, after }, wanted) {
  const around = el('pre', { hidden: true, tabindex: 0, 'aria-label': `Lines around ${line}` });
  around.textContent = [...before, text, ...after].map(plain).join('\n');
  const opener = el(
    'button',
    {
      type: 'button',
      class: 'quiet',
      'aria-expanded': 'false',
      onclick: () => {
        around.hidden = !around.hidden;
        opener.setAttribute('aria-expanded', String(!around.hidden));
      },
    },
    el('small', {}, line.toLocaleString('en')),
    el('code', {}, ...marked(plain(text), wanted)),
  );
  return el('li', {}, opener, around);
}

/** Some text around the first place that was looked for, which is marked. */
function marked(text, wanted) {
  const at = text.toLowerCase().indexOf(wanted.toLowerCase());
  if (at < 0) return [text];
  const from = Math.max(0, at - 60);
  return [
    (from > 0 ? '…' : '') + text.slice(from, at),
    el('mark', {}, text.slice(at, at + wanted.length)),
    text.slice(at + wanted.length),
  ];
}
