/** Several sessions side by side, each live; a click makes one large. */
import { el } from './dom.js';
import { onKeys } from './keys.js';
import { LiveScreen } from './live.js';
import { pill } from './parts.js';
import { called, isOver, program } from './words.js';

/** More would be stamps, and each is a connection. */
const MOST = 12;
const UNASKED = 6;

/** The page of the grid. */
export class GridPage {
  #app;
  #shown;
  #tiles = new Map();
  #chips = el('div', { class: 'chips', role: 'group', 'aria-label': 'Sessions to show' });
  #grid = el('div', { class: 'grid' });
  #empty = el('div', { class: 'empty', hidden: true }, el('p', {}, 'Choose sessions above to see them side by side.'));
  #leaving = [];
  element = el(
    'div',
    { class: 'page wide' },
    el('div', { class: 'bar' }, el('div', { class: 'titled' }, el('h1', {}, 'Grid')), this.#chips),
    this.#grid,
    this.#empty,
  );

  /** @param ids the sessions to show; without any, the first few that live */
  constructor(app, ids) {
    this.#app = app;
    this.#shown = ids.length ? new Set(ids.slice(0, MOST)) : undefined;
  }

  entered() {
    const draw = () => this.#draw();
    for (const kind of ['change', 'removed']) {
      this.#app.sessions.addEventListener(kind, draw);
      this.#leaving.push(() => this.#app.sessions.removeEventListener(kind, draw));
    }
    this.#leaving.push(onKeys({ Escape: () => this.#app.go('#/') }));
    draw();
  }

  leave() {
    for (const undo of this.#leaving) undo();
    for (const { live } of this.#tiles.values()) live.dispose();
  }

  #draw() {
    if (!this.#app.sessions.loaded) return;
    this.#shown ??= new Set(
      this.#app.sessions
        .living()
        .slice(0, UNASKED)
        .map(({ session }) => session),
    );
    const known = this.#app.sessions.all().filter((entry) => !isOver(entry) || this.#shown.has(entry.session));
    this.#drawChips(known);
    const wanted = known.filter(({ session }) => this.#shown.has(session));
    for (const [id, { tile, live }] of this.#tiles) {
      if (!wanted.some(({ session }) => session === id)) {
        live.dispose();
        tile.remove();
        this.#tiles.delete(id);
      }
    }
    for (const entry of wanted) {
      if (!this.#tiles.has(entry.session)) this.#add(entry);
      this.#tiles.get(entry.session).show(entry);
    }
    this.#grid.dataset.many = String(wanted.length);
    this.#empty.hidden = wanted.length > 0;
  }

  #drawChips(entries) {
    const at = document.activeElement?.dataset.chip;
    this.#chips.replaceChildren(
      ...entries.map((entry) =>
        el(
          'button',
          {
            type: 'button',
            class: 'chip',
            'data-chip': entry.session,
            'aria-pressed': String(this.#shown.has(entry.session)),
            onclick: () => this.#toggle(entry.session),
          },
          el('span', { class: 'dot', 'data-state': entry.state }),
          el('bdi', {}, called(entry)),
        ),
      ),
    );
    if (at) this.#chips.querySelector(`[data-chip="${CSS.escape(at)}"]`)?.focus();
  }

  #toggle(id) {
    if (!this.#shown.delete(id) && this.#shown.size < MOST) this.#shown.add(id);
    history.replaceState(null, '', `#/grid/${[...this.#shown].map(encodeURIComponent).join(',')}`);
    this.#draw();
  }

  #add(entry) {
    const head = el('div', { class: 'tile-head' });
    const box = el('div', { class: 'box' });
    const link = el('a', { class: 'tile-link', href: `#/session/${encodeURIComponent(entry.session)}` });
    const tile = el('article', { class: 'tile' }, head, box, link);
    this.#grid.append(tile);
    const live = new LiveScreen(entry.session, box, {}, { smallest: 3, largest: 14, grows: true }, 0);
    live.open();
    live.terminal.textarea.tabIndex = -1; // a tile is a link; its terminal takes no keys
    this.#tiles.set(entry.session, {
      tile,
      live,
      show: (now) => {
        link.setAttribute('aria-label', `Enlarge ${called(now)}`);
        tile.dataset.asking = String(Boolean(now.asks?.length));
        head.replaceChildren(el('strong', {}, el('bdi', {}, called(now))), el('code', {}, program(now)), pill(now));
      },
    });
  }
}
