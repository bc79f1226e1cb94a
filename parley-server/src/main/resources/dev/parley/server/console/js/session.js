/** One session, full screen: watch it, take control, answer what is asked, search, keep a picture. */
import * as api from './api.js';
import { answerButtons, mayAnswer } from './answers.js';
import { Asks } from './asks.js';
import { CommandBlocks } from './blocks.js';
import { button, el, icon, speak } from './dom.js';
import { Floor } from './floor.js';
import { onKeys } from './keys.js';
import { LARGEST_FITTED, SMALLEST, change, chosenSize, followBox } from './letters.js';
import { LiveScreen } from './live.js';
import { page } from './pages.js';
import { closeSession, pill } from './parts.js';
import { SearchBar } from './searchbar.js';
import { strip } from './strip.js';
import { entitle } from './title.js';
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

/** Keys of the page, which the terminal leaves to it while one only watches. */
const PAGE_KEYS = new Set(['/', '?', 'Escape', 'l', 'g', 'a', 'n', 't', '-', '+', '=', '0', '[', ']']);

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
  #changes;
  #close = quiet('Close the session', 'close', () => this.#end());
  #link = el('div', { class: 'link-lost', role: 'status', hidden: true }, 'Connection lost. Trying again …');
  #earlier = button('Load earlier output', 'up', () => this.#loadEarlier(), { class: 'earlier', hidden: true });
  #box = el('div', { class: 'box' });
  #answers = el('div', { class: 'quick-answers', role: 'group', 'aria-label': 'Answers', hidden: true });
  #offered = '';
  #blocks;
  #combinations = {
    KeyF: () => this.#floor.toggle(),
    ArrowUp: () => this.#goToCommand(-1),
    ArrowDown: () => this.#goToCommand(1),
  };
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
    const sizes = { smallest: SMALLEST, largest: LARGEST_FITTED, choosable: true };
    this.#live = new LiveScreen(id, this.#box, this.#ears(), sizes);
    this.#floor = new Floor(app.me, (take) => this.#live.takeFloor(take));
    this.#asks = new Asks(id, () => this.#floor.take(true));
    this.#search = new SearchBar(id, this.#live, () => this.#live.terminal.focus());
    this.element = el(
      'div',
      { class: 'session-page' },
      this.#head(),
      this.#asks.element,
      this.#link,
      this.#search.element,
      this.#stage,
      this.#answers,
      this.#touch,
      this.#strip,
    );
  }

  #head() {
    const replay = page('replay', this.#id);
    this.#changes = el(
      'a',
      { class: 'quiet button', href: page('changes', this.#id), hidden: true, 'aria-label': 'Changes' },
      icon('changes'),
    );
    return el(
      'div',
      { class: 'session-head' },
      el('a', { class: 'quiet button', href: '#/', title: 'All sessions', 'aria-label': 'All sessions' }, icon('back')),
      this.#name,
      this.#pill,
      this.#floor.banner,
      el(
        'div',
        { class: 'tools' },
        el(
          'button',
          { type: 'button', class: 'quiet letters', 'aria-label': 'Smaller letters', onclick: () => this.#letters(-1) },
          'A−',
        ),
        el(
          'button',
          { type: 'button', class: 'quiet letters', 'aria-label': 'Larger letters', onclick: () => this.#letters(1) },
          'A+',
        ),
        quiet('Search', 'search', () => this.#search.open()),
        this.#fit,
        this.#changes,
        el('a', { class: 'quiet button', href: replay, title: 'Replay', 'aria-label': 'Replay' }, icon('replay')),
        quiet('Save a picture', 'camera', () => this.#save(api.savePicture), 'keep'),
        quiet('Save the recording', 'download', () => this.#save(api.saveRecording), 'keep'),
        this.#close,
        this.#floor.button,
      ),
    );
  }

  #ears() {
    return {
      hello: () => this.#offerEarlier(),
      state: (message) => {
        this.#show(message);
        if (this.#app.takesControlOf(this.#id)) this.#floor.take(true);
      },
      exit: (message) => this.#show({ ...this.#entry, ...message, answers: undefined }),
      settled: () => this.#stage.removeAttribute('aria-busy'),
      floor: ({ mine }) => this.#control(mine),
      link: (up) => this.#linked(up),
      error: (message) => this.#refused(message),
      copy: (text) => this.#offerCopy(text),
      repainting: () => this.#blocks.repainting(),
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
      onKeys({
        '/': () => this.#search.open(),
        '-': () => this.#letters(-1),
        '+': () => this.#letters(1),
        '=': () => this.#letters(1),
        0: () => followBox(),
        '[': () => this.#goToCommand(-1),
        ']': () => this.#goToCommand(1),
        Escape: () => this.#app.go('#/'),
      }),
    );
    const { terminal } = this.#live;
    this.#blocks = new CommandBlocks(terminal);
    this.#live.open();
    terminal.attachCustomKeyEventHandler((event) => this.#maySend(event));
    terminal.onScroll(() => this.#offerEarlier());
    this.#stage.addEventListener('wheel', (event) => this.#wheeled(event), { passive: false, capture: true });
    changed({});
    if (this.#app.me.role !== 'watch') void this.#findWorktree();
    dismiss(this.#id);
    if (!this.#asks.element.querySelector('input')) terminal.focus();
  }

  async #findWorktree() {
    const { branch } = await api.worktree(this.#id).catch(() => ({}));
    this.#changes.hidden = !branch;
    this.#changes.title = `Changes on the branch ${plain(branch)}`;
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
    entitle(`${called(entry)} · Parley`);
    this.#pill.replaceChildren(pill(entry));
    if (before?.state !== entry.state) speak(`${called(entry)}: ${stateWord(entry)}`);
    this.#strip.replaceChildren(...strip(entry));
    this.#floor.show(entry);
    this.#showFloor();
    if (this.#floor.mine && !held) this.#live.terminal.focus();
    this.#asks.update(entry.asks, this.#floor.mayTake);
    this.#offer(entry);
    this.#close.hidden = this.#app.me.role !== 'admin' || isOver(entry);
  }

  #showFloor() {
    const { mine, holder } = this.#floor;
    this.#stage.dataset.floor = holder;
    this.#live.typing = mine;
    this.#touch.hidden = !mine;
    this.#fit.disabled = !mine;
    this.#fit.title = mine ? 'Give the session the size of this window' : 'Fit to window: take control first';
  }

  /** The daemon says whether this window has control. */
  #control(mine) {
    const held = this.#floor.mine;
    this.#floor.told(mine);
    this.#showFloor();
    if (this.#floor.mine && !held) this.#live.terminal.focus();
  }

  /** Buttons for what the prompt offers; who has control has the keyboard. */
  #offer(entry) {
    const offered = mayAnswer(entry, this.#app.me) ? JSON.stringify([entry.answers, entry.answers_offset]) : '';
    if (offered === this.#offered) return;
    this.#offered = offered;
    this.#answers.replaceChildren(...(offered ? answerButtons(entry) : []));
    this.#answers.hidden = !offered;
  }

  #letters(by) {
    const { fontSize } = this.#live.terminal.options;
    change(fontSize, by);
    speak(`Letters of ${chosenSize()} pixels`);
  }

  /** What works also in control, where all other keys are the program's. */
  #combination(event) {
    const act = event.ctrlKey && event.shiftKey && !event.altKey && this.#combinations[event.code];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  /** To the command before or after, which is selected with its output. */
  #goToCommand(by) {
    const words = this.#blocks.go(by);
    if (words) speak(words);
    return Boolean(words);
  }

  /** Whether a key goes to the terminal; without control none does: some scroll, and a letter earns a hint. */
  #maySend(event) {
    if (this.#isCopy(event)) {
      event.preventDefault();
      if (event.type === 'keydown') void this.#copy();
      return false;
    }
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

  /** Ctrl+Shift+C and Ctrl+Insert always; Ctrl+C where something is selected, as it would stop a program else. */
  #isCopy({ ctrlKey, shiftKey, altKey, metaKey, code }) {
    if (!ctrlKey || altKey || metaKey) return false;
    return (code === 'KeyC' && (shiftKey || this.#live.terminal.hasSelection())) || (code === 'Insert' && !shiftKey);
  }

  async #copy() {
    const { terminal } = this.#live;
    const selected = terminal.getSelection();
    try {
      await navigator.clipboard.writeText(selected || this.#live.visibleText());
      terminal.clearSelection(); // the next Ctrl+C is the program's again
      toast(selected ? `${selected.length} characters were copied` : 'The screen was copied', { key: 'copied' });
    } catch (problem) {
      complain(problem);
    }
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

  /** Where letters are too large for the screen to fit, the wheel moves it in its box before it goes to earlier output. */
  #wheeled(event) {
    const up = event.deltaY < 0;
    const { scrollTop, scrollHeight, clientHeight } = this.#box;
    const { viewportY, baseY } = this.#live.terminal.buffer.active;
    if (up ? scrollTop > 0 : viewportY >= baseY && scrollTop + clientHeight < scrollHeight) {
      this.#box.scrollTop += event.deltaY;
      event.preventDefault();
      event.stopPropagation();
    } else if (up && this.#atTop()) void this.#loadEarlier();
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

function quiet(name, picture, act, kind = '') {
  return button(name, picture, act, { wordless: true, class: `quiet ${kind}`.trim() });
}
