/** Search in what a terminal shows and has scrolled away. */
import { el, button } from './dom.js';

const DECORATIONS = {
  matchBackground: '#b58900',
  matchOverviewRuler: '#b58900',
  activeMatchBackground: '#d2691e',
  activeMatchColorOverviewRuler: '#d2691e',
};

/** A field, its neighbours, and how many were found. */
export class SearchBar {
  #live;
  #left;
  #field = el('input', { type: 'search', 'aria-label': 'Search in the terminal', placeholder: 'Search' });
  #count = el('span', { class: 'count', role: 'status' });
  element;

  /** @param left is called when the search is over */
  constructor(live, left) {
    this.#live = live;
    this.#left = left;
    this.element = el(
      'div',
      { class: 'search-bar', role: 'search', hidden: true },
      this.#field,
      this.#count,
      button('Before', 'up', () => this.#find(false), { wordless: true, class: 'quiet' }),
      button('After', 'down', () => this.#find(true), { wordless: true, class: 'quiet' }),
      button('End the search', 'close', () => this.close(), { wordless: true, class: 'quiet' }),
    );
    this.#field.addEventListener('input', () => this.#find(false, true));
    this.#field.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') this.#find(event.shiftKey);
      if (event.key === 'Escape') {
        event.stopPropagation();
        this.close();
      }
    });
    live.search.onDidChangeResults(({ resultIndex, resultCount }) => {
      this.#count.textContent = this.#field.value
        ? resultCount
          ? `${resultIndex + 1} of ${resultCount}`
          : 'none'
        : '';
    });
  }

  open() {
    this.element.hidden = false;
    this.#field.focus();
    this.#field.select();
  }

  close() {
    this.element.hidden = true;
    this.#live.search.clearDecorations();
    this.#live.terminal.clearSelection();
    this.#left();
  }

  #find(after, incremental = false) {
    if (!this.#field.value) {
      this.#live.search.clearDecorations();
      return;
    }
    const how = { incremental, decorations: DECORATIONS };
    if (after) this.#live.search.findNext(this.#field.value, how);
    else this.#live.search.findPrevious(this.#field.value, how);
  }
}
