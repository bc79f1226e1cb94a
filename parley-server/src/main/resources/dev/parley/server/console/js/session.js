/** One session, full screen: watch it, take the floor, answer what is asked, search, keep a picture. */
import * as api from './api.js';
import { Asks } from './asks.js';
import { button, el, icon, speak } from './dom.js';
import { Floor } from './floor.js';
import { onKeys } from './keys.js';
import { LiveScreen } from './live.js';
import { closeSession, pill } from './parts.js';
import { SearchBar } from './searchbar.js';
import { strip } from './strip.js';
import { complain, dismiss, toast } from './toasts.js';
import { called, isOver, plain, stateWord } from './words.js';

/** Keys that a phone's keyboard does not have. */
const TOUCH_KEYS = [
  ['Esc', '\x1b'],
  ['Tab', '\t'],
  ['Ctrl C', '\x03'],
  ['Ctrl D', '\x04'],
  ['←', '\x1b[D'],
  ['↑', '\x1b[A'],
  ['↓', '\x1b[B'],
  ['→', '\x1b[C'],
  ['Enter', '\r'],
];
const NARROW = matchMedia('(max-width: 640px)');

/** Keys of the page, which the terminal leaves to it while one only watches. */
const PAGE_KEYS = new Set(['/', '?', 'Escape', 'l', 'g', 'n', 't']);

/** How a watcher moves through earlier output. */
const SCROLLS = {
  PageUp: (terminal) => terminal.scrollPages(-1),
  PageDown: (terminal) => terminal.scrollPages(1),
  ArrowUp: (terminal) => terminal.scrollLines(-1),
  ArrowDown: (terminal) => terminal.scrollLines(1),
  Home: (terminal) => terminal.scrollToTop(),
  End: (terminal) => terminal.scrollToBottom(),
};

/** The page of one session. */
export class SessionPage {
  #app;
  #id;
  #entry;
  #live;
  #asks;
  #floor;
  #search;
  #leaving = [];
  #name = el('h1', {}, '');
  #pill = el('span', { class: 'pill-place' });
  #strip = el('dl', { class: 'strip' });
  #fit = quiet('Fit to window', 'fit', () => this.#live.fitToWindow());
  #close = quiet('Close the session', 'close', () => this.#end());
  #link = el('div', { class: 'link-lost', role: 'status', hidden: true }, 'Connection lost. Trying again …');
  #earlier = button('Load earlier output', 'up', () => this.#loadEarlier(), { class: 'earlier', hidden: true });
  #box = el('div', { class: 'box' });
  #stage = el('div', { class: 'stage', 'data-floor': 'agent', 'aria-busy': 'true' }, this.#box, this.#earlier);
  #touch = el(
    'div',
    { class: 'touch-keys', hidden: true, role: 'toolbar', 'aria-label': 'Keys' },
    TOUCH_KEYS.map(([word, bytes]) => button(word, null, () => this.#touched(bytes))),
  );
  element;

  constructor(app, id) {
    this.#app = app;
    this.#id = id;
    const sizes = { smallest: NARROW.matches ? 10 : 6, largest: 20 };
    this.#live = new LiveScreen(id, this.#box, this.#ears(), sizes);
    this.#floor = new Floor(app.me, (take) => this.#live.takeFloor(take));
    this.#asks = new Asks(id, () => this.#floor.take(true));
    this.#search = new SearchBar(this.#live, () => this.#live.terminal.focus());
    this.element = el(
      'div',
      { class: 'session-page' },
      this.#head(),
      this.#asks.element,
      this.#floor.banner,
      this.#link,
      this.#search.element,
      this.#stage,
      this.#touch,
      this.#strip,
    );
  }

  #head() {
    const replay = `#/replay/${encodeURIComponent(this.#id)}`;
    return el(
      'div',
      { class: 'session-head' },
      el('a', { class: 'quiet button', href: '#/', title: 'All sessions', 'aria-label': 'All sessions' }, icon('back')),
      this.#name,
      this.#pill,
      el(
        'div',
        { class: 'tools' },
        quiet('Search', 'search', () => this.#search.open()),
        this.#fit,
        el('a', { class: 'quiet button', href: replay, title: 'Replay', 'aria-label': 'Replay' }, icon('replay')),
        quiet('Save a picture', 'camera', () => this.#save(api.savePicture)),
        quiet('Save the recording', 'download', () => this.#save(api.saveRecording)),
        this.#close,
        this.#floor.button,
      ),
    );
  }

  #ears() {
    return {
      hello: () => this.#offerEarlier(),
      state: (message) => this.#show({ ...this.#entry, ...message }),
      exit: (message) => this.#show({ ...this.#entry, ...message }),
      settled: () => this.#stage.removeAttribute('aria-busy'),
      link: (up) => this.#linked(up),
      error: (message) => this.#refused(message),
      copy: (text) => this.#offerCopy(text),
    };
  }

  /** Once it stands in the page: a terminal has to measure itself. */
  entered() {
    const changed = ({ detail }) => {
      const entry = this.#app.sessions.get(this.#id);
      if (entry && (!detail || detail.session === this.#id)) this.#show(entry);
    };
    this.#app.sessions.addEventListener('change', changed);
    const combination = (event) => this.#combination(event);
    document.addEventListener('keydown', combination, true);
    this.#leaving.push(
      () => this.#app.sessions.removeEventListener('change', changed),
      () => document.removeEventListener('keydown', combination, true),
      onKeys({ '/': () => this.#search.open(), Escape: () => this.#app.go('#/') }),
    );
    const { terminal } = this.#live;
    this.#live.open();
    terminal.attachCustomKeyEventHandler((event) => this.#maySend(event));
    terminal.onScroll(() => this.#offerEarlier());
    terminal.onWriteParsed(() => this.#keepCursorInSight());
    this.#stage.addEventListener('wheel', ({ deltaY }) => this.#wheeled(deltaY < 0), { passive: true });
    changed({});
    dismiss(this.#id);
    if (!this.#asks.element.querySelector('input')) terminal.focus();
  }

  get id() {
    return this.#id;
  }

  leave() {
    for (const undo of this.#leaving) undo();
    this.#live.dispose();
  }

  #show(entry) {
    const before = this.#entry;
    const held = this.#floor.mine;
    this.#entry = entry;
    this.#name.replaceChildren(el('bdi', {}, called(entry)));
    document.title = `${called(entry)} · Parley`;
    this.#pill.replaceChildren(pill(entry));
    if (before?.state !== entry.state) speak(`${called(entry)}: ${stateWord(entry)}`);
    this.#strip.replaceChildren(...strip(entry));
    this.#floor.show(entry);
    this.#showFloor();
    if (this.#floor.mine && !held) this.#live.terminal.focus();
    this.#asks.update(entry.asks, this.#floor.mayTake);
    this.#close.hidden = this.#app.me.role !== 'admin' || isOver(entry);
  }

  #showFloor() {
    const { mine, holder } = this.#floor;
    this.#stage.dataset.floor = holder;
    this.#live.typing = mine;
    this.#touch.hidden = !mine;
    this.#fit.disabled = !mine;
    this.#fit.title = mine ? 'Give the session the size of this window' : 'Fit to window: needs the floor';
  }

  #combination(event) {
    if (event.ctrlKey && event.shiftKey && event.code === 'KeyF') {
      event.preventDefault();
      event.stopPropagation();
      this.#floor.toggle();
    }
  }

  /** Whether a key goes to the terminal; without the floor none does: some scroll, and a letter earns a hint. */
  #maySend(event) {
    if (this.#floor.mine) return true;
    if (event.type !== 'keydown' || event.ctrlKey || event.metaKey || event.altKey) return false;
    if (event.key in SCROLLS) {
      event.preventDefault();
      SCROLLS[event.key](this.#live.terminal);
      this.#offerEarlier();
    } else if (event.key.length === 1 && !PAGE_KEYS.has(event.key)) {
      this.#floor.hint();
    }
    return false;
  }

  #touched(bytes) {
    this.#live.type(bytes);
    this.#live.terminal.focus();
  }

  #linked(up) {
    this.#link.hidden = up;
    this.#stage.classList.toggle('stale', !up);
    if (!up) {
      this.#floor.lost();
      this.#showFloor();
    }
  }

  #refused({ code, message, try: remedy }) {
    if (code === 'floor_needed') {
      this.#floor.hint();
      return;
    }
    toast([message, remedy].filter(Boolean).map(plain).join('. '), { kind: 'bad' });
    if (code === 'not_found') this.#app.go('#/');
  }

  #offerCopy(text) {
    toast(`The program wants to copy ${text.length} characters to your clipboard.`, {
      key: 'copy',
      keep: true,
      act: ['Copy', () => navigator.clipboard.writeText(text).catch(complain)],
    });
  }

  #atTop() {
    const { viewportY, type } = this.#live.terminal.buffer.active;
    return type === 'normal' && viewportY === 0;
  }

  #wheeled(up) {
    if (up && this.#atTop()) void this.#loadEarlier();
    else this.#offerEarlier();
  }

  #offerEarlier() {
    requestAnimationFrame(() => (this.#earlier.hidden = !(this.#live.hasEarlier && this.#atTop())));
  }

  async #loadEarlier() {
    try {
      await this.#live.loadEarlier();
    } catch (problem) {
      complain(problem);
    }
    this.#offerEarlier();
  }

  /** Where the screen is wider than the window, the window follows the cursor. */
  #keepCursorInSight() {
    const { scrollWidth, clientWidth, scrollLeft } = this.#box;
    if (scrollWidth <= clientWidth) return;
    const { terminal } = this.#live;
    const x = (terminal.buffer.active.cursorX / terminal.cols) * scrollWidth;
    if (x < scrollLeft || x > scrollLeft + clientWidth - 24) this.#box.scrollLeft = Math.max(0, x - clientWidth / 2);
  }

  async #save(saving) {
    try {
      await saving(this.#id, called(this.#entry));
    } catch (problem) {
      complain(problem);
    }
  }

  async #end() {
    if (await closeSession(this.#entry)) toast(`${called(this.#entry)} was closed`);
  }
}

function quiet(name, picture, act) {
  return button(name, picture, act, { wordless: true, class: 'quiet' });
}
