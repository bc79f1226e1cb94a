/** Several sessions side by side, each live while it is in sight; a click makes one large. */
import { el, keep, onceAFrame } from './dom.js';
import { onKeys } from './keys.js';
import { SMALLEST } from './letters.js';
import { LiveScreen } from './live.js';
import { page } from './pages.js';
import { pill } from './parts.js';
import { entitle } from './title.js';
import { called, isOver, needsYou, program } from './words.js';

/** A tile is made live when it comes this near to the window, and let go when it is further away. */
const NEAR = '150px';

/** The page of the grid. */
export class GridPage {
  #app;
  #shown;
  #tiles = new Map();
  #chips = new Map();
  #chipBox = el('div', { class: 'chips', role: 'group', 'aria-label': 'Sessions to show' });
  #grid = el('div', { class: 'grid' });
  #empty = el('div', { class: 'empty', hidden: true }, el('p', {}, 'Choose sessions above to see them side by side.'));
  #sight = new IntersectionObserver((seen) => seen.forEach((one) => this.#seen(one)), { rootMargin: NEAR });
  #leaving = [];
  element = el(
    'div',
    { class: 'page wide' },
    el('div', { class: 'bar' }, el('div', { class: 'titled' }, el('h1', {}, 'Grid')), this.#chipBox),
    this.#grid,
    this.#empty,
  );

  /** @param ids the sessions to show; without any, all that live */
  constructor(app, ids) {
    this.#app = app;
    this.#shown = ids.length ? new Set(ids) : undefined;
    entitle('Grid · Parley');
  }

  entered() {
    const draw = onceAFrame(() => this.#draw());
    for (const kind of ['change', 'removed']) {
      this.#app.sessions.addEventListener(kind, draw);
      this.#leaving.push(() => this.#app.sessions.removeEventListener(kind, draw));
    }
    this.#leaving.push(onKeys({ Escape: () => this.#app.go('#/') }));
    this.#draw();
  }

  leave() {
    for (const undo of this.#leaving) undo();
    this.#sight.disconnect();
    for (const tile of this.#tiles.values()) tile.rest();
  }

  #draw() {
    if (!this.#app.sessions.loaded) return;
    const known = this.#app.sessions.all().filter((entry) => !isOver(entry) || this.#shown?.has(entry.session));
    this.#drawChips(known);
    const wanted = known.filter((entry) => this.#isShown(entry));
    const ids = new Set(wanted.map(({ session }) => session));
    for (const [id, tile] of this.#tiles) {
      if (!ids.has(id)) {
        this.#sight.unobserve(tile.element);
        tile.rest();
        tile.element.remove();
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

  #isShown(entry) {
    return this.#shown ? this.#shown.has(entry.session) : !isOver(entry);
  }

  /** Chips stay where they are and change in place: with a hundred of them, making all anew would be felt. */
  #drawChips(entries) {
    const kept = new Set(entries.map(({ session }) => session));
    keep(this.#chips, kept);
    for (const entry of entries) {
      let chip = this.#chips.get(entry.session);
      if (!chip) {
        chip = el(
          'button',
          { type: 'button', class: 'chip', 'data-chip': entry.session, onclick: () => this.#toggle(entry.session) },
          el('span', { class: 'dot' }),
          el('bdi', {}),
        );
        this.#chips.set(entry.session, chip);
        this.#chipBox.append(chip);
      }
      chip.firstElementChild.dataset.state = entry.state;
      if (chip.lastElementChild.textContent !== called(entry)) chip.lastElementChild.textContent = called(entry);
      chip.setAttribute('aria-pressed', String(this.#isShown(entry)));
    }
  }

  #toggle(id) {
    this.#shown ??= new Set(this.#app.sessions.living().map(({ session }) => session));
    if (!this.#shown.delete(id)) this.#shown.add(id);
    history.replaceState(null, '', page('grid', ...this.#shown));
    this.#draw();
  }

  #add(entry) {
    const tile = new Tile(entry);
    this.#tiles.set(entry.session, tile);
    this.#grid.append(tile.element);
    this.#sight.observe(tile.element);
  }

  #seen({ target, isIntersecting }) {
    const tile = this.#tiles.get(target.dataset.id);
    if (isIntersecting) tile?.wake();
    else tile?.rest();
  }
}

/** One session in the grid: a connection and a terminal while it is in sight, a frame while it is not. */
class Tile {
  #id;
  #live;
  #told;
  #head = el('div', { class: 'tile-head' });
  #box = el('div', { class: 'box' });
  #link;
  element;

  constructor({ session }) {
    this.#id = session;
    this.#link = el('a', { class: 'tile-link', href: page('session', session) });
    this.element = el('article', { class: 'tile', 'data-id': session }, this.#head, this.#box, this.#link);
  }

  show(entry) {
    const told = JSON.stringify([called(entry), program(entry), entry.state, entry.exit_code, entry.attention]);
    if (told === this.#told) return;
    this.#told = told;
    this.#link.setAttribute('aria-label', `Enlarge ${called(entry)}`);
    this.element.dataset.asking = String(needsYou(entry));
    this.#head.replaceChildren(el('strong', {}, el('bdi', {}, called(entry))), el('code', {}, program(entry)), pill(entry));
  }

  wake() {
    if (this.#live) return;
    this.#live = new LiveScreen(this.#id, this.#box, {}, { smallest: SMALLEST, largest: 14 }, 0);
    this.#live.open();
    this.#live.terminal.textarea.tabIndex = -1; // a tile is a link; its terminal takes no keys
  }

  rest() {
    this.#live?.dispose();
    this.#live = undefined;
    this.#box.replaceChildren();
  }
}
