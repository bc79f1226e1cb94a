/** A session played again: a time line, speeds, and a jump to each command. */
import * as api from './api.js';
import { duration, markers, parse, withoutPauses } from './cast.js';
import { el, button, icon } from './dom.js';
import { onKeys } from './keys.js';
import { makeTerminal, scale } from './terminal.js';
import { complain } from './toasts.js';
import { called, clock, plain } from './words.js';

const SPEEDS = [0.5, 1, 2, 4, 8, 16];
const LONGEST_PAUSE = 1.5;
const JUMP_SECONDS = 5;
/** A marker stands where its command ended; landing just behind it shows the end too. */
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
  #commands = el('ol', { class: 'commands', 'aria-label': 'Commands' });
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
            href: `#/session/${encodeURIComponent(id)}`,
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
      el('div', { class: 'stage' }, this.#box, this.#commands),
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
        Escape: () => this.#app.go(`#/session/${encodeURIComponent(this.#id)}`),
      }),
    );
    try {
      this.#whole = parse(await api.asciicast(this.#id));
    } catch (problem) {
      complain(problem);
      return;
    }
    if (this.#gone) return;
    const entry = this.#app.sessions.get(this.#id);
    this.#name.replaceChildren(el('bdi', {}, entry ? called(entry) : plain(this.#whole.title) || this.#id));
    this.#terminal = makeTerminal({ columns: this.#whole.columns, rows: this.#whole.rows, scrollback: 1000 }).terminal;
    this.#terminal.open(this.#box);
    this.#observer = new ResizeObserver(() => this.#scale());
    this.#observer.observe(this.#box);
    this.#prepare();
    this.#start();
  }

  #gone = false;

  leave() {
    this.#gone = true;
    this.#stop();
    for (const undo of this.#leaving) undo();
    this.#observer?.disconnect();
    this.#terminal?.dispose();
  }

  #scale() {
    scale(this.#terminal, this.#box, 6, 20);
  }

  #prepare() {
    const share = this.#cast ? this.#at / (duration(this.#cast) || 1) : 0;
    this.#cast = this.#brief.checked ? withoutPauses(this.#whole, LONGEST_PAUSE) : this.#whole;
    const long = duration(this.#cast);
    this.#slider.max = String(long);
    const all = markers(this.#cast);
    const place = ({ time }) => `${(time / (long || 1)) * 100}%`;
    this.#ticks.replaceChildren(
      ...all.map((marker) => {
        const tick = el('span', { class: 'tick', 'data-bad': !/ 0$/.test(marker.label) });
        tick.style.left = place(marker);
        return tick;
      }),
    );
    this.#commands.hidden = all.length === 0;
    this.#commands.replaceChildren(
      ...all.map((marker) =>
        el(
          'li',
          {},
          el(
            'button',
            { type: 'button', 'data-bad': !/ 0$/.test(marker.label), onclick: () => this.#seek(marker.time + BEHIND) },
            el('span', {}, plain(marker.label)),
            el('small', {}, clock(marker.time)),
          ),
        ),
      ),
    );
    this.#seek(share * long);
  }

  /** Shows the moment: forwards by what is new, backwards from the beginning. */
  #seek(time) {
    const to = Math.max(0, Math.min(duration(this.#cast), time));
    const { events, columns, rows } = this.#cast;
    if (to < this.#at || this.#played === 0) {
      this.#terminal.reset();
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
        // Written text is parsed a little later; the size has to wait for its turn.
        this.#terminal.write('', () => this.#resize(...data.split('x').map(Number)));
      }
    }
    flush();
    this.#at = to;
    this.#slider.value = String(to);
    this.#slider.setAttribute('aria-valuetext', `${clock(to)} of ${clock(duration(this.#cast))}`);
    this.#time.textContent = `${clock(to)} / ${clock(duration(this.#cast))}`;
  }

  #resize(columns, rows) {
    if (columns > 1 && rows > 0) this.#terminal.resize(columns, rows);
    requestAnimationFrame(() => this.#gone || this.#scale());
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
    const times = markers(this.#cast).map(({ time }) => time + BEHIND);
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
