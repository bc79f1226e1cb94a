/** A session played again: a time line, speeds, and a jump to each command. */
import * as api from './api.js';
import { duration, parse, withoutPauses } from './cast.js';
import { commandsOf } from './commands.js';
import { el, button, icon } from './dom.js';
import { onKeys } from './keys.js';
import { LARGEST_FITTED, SMALLEST, onLetters } from './letters.js';
import { RESET, keepCursorInSight, makeTerminal, scale } from './terminal.js';
import { page } from './pages.js';
import { entitle } from './title.js';
import { complain } from './toasts.js';
import { called, clock, plain } from './words.js';

const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const LONGEST_PAUSE = 1.5;
const JUMP_SECONDS = 5;
/** Landing just behind a command's event shows it too. */
const BEHIND = 0.001;

/** The page of a replay. */
export class ReplayPage {
  #app;
  #id;
  #whole;
  #cast;
  #terminal;
  #observer;
  #at = 0;
  #played = 0;
  #speed = 1;
  #running;
  #leaving = [];
  #name = el('h1', {}, '');
  #box = el('div', { class: 'box' });
  #play = button('Play', 'play', () => this.#toggle(), { wordless: true, class: 'primary round' });
  #slider = el('input', {
    type: 'range',
    min: 0,
    max: 0,
    step: 'any',
    value: 0,
    'aria-label': 'Time',
    oninput: () => this.#seek(Number(this.#slider.value)),
  });
  #ticks = el('div', { class: 'ticks' });
  #time = el('span', { class: 'time' }, '0:00');
  #speeds = el(
    'select',
    { 'aria-label': 'Speed', onchange: () => (this.#speed = Number(this.#speeds.value)) },
    SPEEDS.map((speed) => el('option', { value: String(speed), selected: speed === 1 }, `${speed}×`)),
  );
  #brief = el('input', { type: 'checkbox', checked: true, onchange: () => this.#prepare() });
  #commands = [];
  #list = el('ol', { class: 'commands', 'aria-label': 'Commands' });
  element;

  constructor(app, id) {
    this.#app = app;
    this.#id = id;
    this.element = el(
      'div',
      { class: 'session-page replay' },
      el(
        'div',
        { class: 'session-head' },
        el(
          'a',
          {
            class: 'quiet button',
            href: page('session', id),
            title: 'The session',
            'aria-label': 'The session',
          },
          icon('back'),
        ),
        this.#name,
        el('span', { class: 'tag' }, 'Replay'),
        el(
          'div',
          { class: 'tools' },
          button('Recording', 'download', () => this.#save(), {
            wordless: true,
            class: 'quiet',
            title: 'Save the recording (asciicast)',
          }),
        ),
      ),
      el('div', { class: 'stage' }, this.#box, this.#list),
      el(
        'div',
        { class: 'controls', role: 'toolbar', 'aria-label': 'Replay' },
        button('The command before', 'before', () => this.#jump(-1), { wordless: true, class: 'quiet' }),
        this.#play,
        button('The command after', 'after', () => this.#jump(1), { wordless: true, class: 'quiet' }),
        el('div', { class: 'line' }, this.#slider, this.#ticks),
        this.#time,
        this.#speeds,
        el('label', { class: 'check' }, this.#brief, 'Shorten pauses'),
      ),
    );
  }

  async entered() {
    this.#leaving.push(
      onKeys({
        ' ': () => this.#toggle(),
        ArrowLeft: () => this.#seek(this.#at - JUMP_SECONDS),
        ArrowRight: () => this.#seek(this.#at + JUMP_SECONDS),
        '[': () => this.#jump(-1),
        ']': () => this.#jump(1),
        '-': () => this.#faster(-1),
        '+': () => this.#faster(1),
        Escape: () => this.#app.go(page('session', this.#id)),
      }),
    );
    try {
      this.#whole = parse(await api.asciicast(this.#id));
      this.#commands = await commandsOf(this.#whole);
    } catch (problem) {
      if (!this.#gone) this.#cannot(problem);
      return;
    }
    if (this.#gone) return;
    const entry = this.#app.sessions.get(this.#id);
    this.#name.replaceChildren(el('bdi', {}, entry ? called(entry) : plain(this.#whole.title) || this.#id));
    entitle(`${this.#name.textContent} · Replay · Parley`);
    this.#terminal = makeTerminal({ columns: this.#whole.columns, rows: this.#whole.rows, scrollback: 1000 });
    this.#terminal.open(this.#box);
    this.#observer = new ResizeObserver(() => this.#scale());
    this.#observer.observe(this.#box);
    this.#leaving.push(onLetters(() => this.#scale()));
    this.#prepare();
    this.#start();
  }

  #gone = false;

  /** Says why there is nothing to play, where the recording would be. */
  #cannot(problem) {
    this.#name.textContent = 'No recording';
    entitle('No recording · Parley');
    this.element.replaceChildren(
      el(
        'div',
        { class: 'empty', role: 'alert' },
        this.#name,
        el('p', {}, problem.status === 404 ? `There is no session “${plain(this.#id)}”.` : problem.message),
        el('p', {}, el('a', { href: '#/' }, 'All sessions')),
      ),
    );
  }

  leave() {
    this.#gone = true;
    this.#stop();
    for (const undo of this.#leaving) undo();
    this.#observer?.disconnect();
    this.#terminal?.dispose();
  }

  #scale() {
    scale(this.#terminal, this.#box, { smallest: SMALLEST, largest: LARGEST_FITTED, choosable: true });
    keepCursorInSight(this.#terminal, this.#box);
  }

  #prepare() {
    const share = this.#cast ? this.#at / (duration(this.#cast) || 1) : 0;
    this.#cast = this.#brief.checked ? withoutPauses(this.#whole, LONGEST_PAUSE) : this.#whole;
    const long = duration(this.#cast);
    this.#slider.max = String(long);
    this.#ticks.replaceChildren(
      ...this.#places().map(({ time, code }) => {
        const tick = el('span', { class: 'tick', 'data-bad': Boolean(code) });
        tick.style.left = `${(time / (long || 1)) * 100}%`;
        return tick;
      }),
    );
    this.#list.hidden = this.#commands.length === 0;
    this.#list.replaceChildren(...this.#places().map((place, at) => el('li', {}, this.#entry(place, at))));
    this.#seek(share * long);
  }

  /** The commands with their times, which depend on how pauses are shown. */
  #places() {
    return this.#commands.map((command) => ({ ...command, time: this.#cast.events[command.index].time + BEHIND }));
  }

  #entry({ time, text, code }, at) {
    return el(
      'button',
      { type: 'button', title: text, onclick: () => this.#seek(time) },
      el('code', {}, plain(text) || `Command ${at + 1}`),
      el('small', { 'data-bad': Boolean(code) }, code === undefined ? clock(time) : `${clock(time)} · exit ${code}`),
    );
  }

  /** Shows the moment: forwards by what is new, backwards from the beginning. */
  #seek(time) {
    const to = Math.max(0, Math.min(duration(this.#cast), time));
    const { events, columns, rows } = this.#cast;
    if (to < this.#at || this.#played === 0) {
      this.#terminal.write(RESET);
      this.#resize(columns, rows);
      this.#played = 0;
    }
    let text = '';
    const flush = () => {
      if (text) this.#terminal.write(text);
      text = '';
    };
    while (this.#played < events.length && events[this.#played].time <= to) {
      const { kind, data } = events[this.#played++];
      if (kind === 'o') text += data;
      if (kind === 'r') {
        flush();
        this.#resize(...data.split('x').map(Number));
      }
    }
    flush();
    this.#at = to;
    this.#slider.value = String(to);
    this.#slider.setAttribute('aria-valuetext', `${clock(to)} of ${clock(duration(this.#cast))}`);
    this.#time.textContent = `${clock(to)} / ${clock(duration(this.#cast))}`;
  }

  #resize(columns, rows) {
    // Written text is parsed a little later; the size has to wait for its turn.
    this.#terminal.write('', () => {
      if (columns > 1 && rows > 0) this.#terminal.resize(columns, rows);
      requestAnimationFrame(() => this.#gone || this.#scale());
    });
  }

  #toggle() {
    if (this.#running) this.#stop();
    else this.#start();
  }

  #start() {
    if (this.#at >= duration(this.#cast)) this.#seek(0);
    let before = performance.now();
    const step = (now) => {
      this.#seek(this.#at + ((now - before) / 1000) * this.#speed);
      before = now;
      if (this.#at < duration(this.#cast)) this.#running = requestAnimationFrame(step);
      else this.#stop();
    };
    this.#running = requestAnimationFrame(step);
    this.#showPlaying(true);
  }

  #stop() {
    cancelAnimationFrame(this.#running);
    this.#running = undefined;
    this.#showPlaying(false);
  }

  #showPlaying(playing) {
    this.#play.replaceChildren(icon(playing ? 'pause' : 'play'));
    this.#play.setAttribute('aria-label', playing ? 'Pause' : 'Play');
    this.#play.title = playing ? 'Pause' : 'Play';
  }

  #jump(by) {
    const times = this.#places().map(({ time }) => time);
    const found =
      by > 0 ? times.find((time) => time > this.#at + BEHIND) : times.findLast((time) => time < this.#at - BEHIND);
    this.#seek(found ?? (by > 0 ? duration(this.#cast) : 0));
  }

  #faster(by) {
    const at = SPEEDS.indexOf(this.#speed);
    this.#speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, at + by))];
    this.#speeds.value = String(this.#speed);
  }

  async #save() {
    try {
      await api.saveRecording(this.#id, this.#name.textContent);
    } catch (problem) {
      complain(problem);
    }
  }
}
