/** The list of sessions: what each is doing, with the evidence, and who may type. */
import { button, el, icon } from './dom.js';
import { onKeys } from './keys.js';
import { cells } from './row.js';
import { ageOf, idleOf } from './sessions.js';
import { called, commandLine, folder, isOver, needsPerson, program, span } from './words.js';

const REFRESH_MILLIS = 5000;

/** The page of the list. */
export class ListPage {
  #app;
  #rows = new Map();
  #chosen = new Set();
  #filter = el('input', {
    type: 'search',
    placeholder: 'Filter sessions',
    'aria-label': 'Filter sessions',
    oninput: () => this.#draw(),
  });
  #ended = el('input', { type: 'checkbox', onchange: () => this.#draw() });
  #summary = el('p', { class: 'summary', role: 'status' });
  #list = el('ul', { class: 'sessions', 'aria-label': 'Sessions' });
  #empty = el('div', { class: 'empty' });
  #toGrid = button(
    'Show in grid',
    'grid',
    () => this.#app.go(`#/grid/${[...this.#chosen].map(encodeURIComponent).join(',')}`),
    { hidden: true },
  );
  #leaving = [];
  element;

  constructor(app) {
    this.#app = app;
    this.#ended.checked = sessionStorage.getItem('parley.ended') === '1';
    this.element = el(
      'div',
      { class: 'page' },
      el(
        'div',
        { class: 'bar' },
        el('div', { class: 'titled' }, el('h1', {}, 'Sessions'), this.#summary),
        el(
          'div',
          { class: 'tools' },
          el('label', { class: 'search' }, icon('search'), this.#filter, el('kbd', {}, '/')),
          el('label', { class: 'check' }, this.#ended, 'Ended'),
          this.#toGrid,
          app.me.role === 'admin' ? button('Start', 'plus', () => app.start(), { class: 'primary' }) : null,
        ),
      ),
      el(
        'div',
        { class: 'heads', 'aria-hidden': 'true' },
        ['', 'State', 'Session', 'Program', 'Evidence', 'Floor', 'Age', 'Idle', ''].map((head) => el('span', {}, head)),
      ),
      this.#list,
      this.#empty,
    );
    const draw = () => this.#draw();
    for (const kind of ['change', 'removed']) {
      app.sessions.addEventListener(kind, draw);
      this.#leaving.push(() => app.sessions.removeEventListener(kind, draw));
    }
    const tick = setInterval(() => this.#times(), 1000);
    const refresh = setInterval(() => document.hidden || app.sessions.refresh(), REFRESH_MILLIS);
    this.#leaving.push(
      () => clearInterval(tick),
      () => clearInterval(refresh),
      onKeys({
        '/': () => this.#filter.focus(),
        j: () => this.#move(1),
        k: () => this.#move(-1),
        x: () => this.#choose(document.activeElement.closest('.session')?.dataset.id),
      }),
    );
    this.#filter.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' || event.key === 'ArrowDown') this.#move(1);
      if (event.key === 'Escape') {
        this.#filter.value = '';
        this.#draw();
        this.#filter.blur();
      }
    });
    this.#draw();
  }

  leave() {
    for (const undo of this.#leaving) undo();
  }

  #visible() {
    const words = this.#filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    return this.#app.sessions.all().filter((entry) => {
      if (isOver(entry) && !this.#ended.checked) return false;
      const text =
        `${entry.session} ${called(entry)} ${entry.state} ${program(entry)} ${commandLine(entry)} ${folder(entry)}`.toLowerCase();
      return words.every((word) => text.includes(word));
    });
  }

  #draw() {
    sessionStorage.setItem('parley.ended', this.#ended.checked ? '1' : '0');
    const visible = this.#visible();
    const kept = new Set(visible.map(({ session }) => session));
    for (const [id, row] of this.#rows) {
      if (!kept.has(id)) {
        row.remove();
        this.#rows.delete(id);
      }
    }
    visible.forEach((entry, at) => {
      const row = this.#row(entry);
      if (this.#list.children[at] !== row) this.#list.insertBefore(row, this.#list.children[at] ?? null);
    });
    this.#sum();
    this.#nothing(visible.length === 0);
    this.#times();
  }

  /** The row of an entry, filled anew in place, so that the focus and the eye stay where they are. */
  #row(entry) {
    let row = this.#rows.get(entry.session);
    const told = JSON.stringify({ ...entry, heard: 0, age_s: 0, idle_s: 0, chosen: this.#chosen.has(entry.session) });
    if (row?.told === told) {
      row.entry = entry;
      return row;
    }
    const focused = row?.contains(document.activeElement) ? document.activeElement.dataset.part : undefined;
    row ??= el('li', { class: 'session', 'data-id': entry.session });
    row.told = told;
    row.entry = entry;
    row.dataset.state = entry.state;
    row.classList.toggle('asking', Boolean(entry.asks?.length));
    row.replaceChildren(
      ...cells(entry, this.#app.me, {
        chosen: this.#chosen.has(entry.session),
        choose: () => this.#choose(entry.session),
      }),
    );
    this.#rows.set(entry.session, row);
    if (focused) row.querySelector(`[data-part="${focused}"]`)?.focus();
    return row;
  }

  #times() {
    for (const { entry, children } of [...this.#rows.values()]) {
      const [age, idle] = [...children].filter((cell) => cell.matches('.age, .idle'));
      age.textContent = span(ageOf(entry));
      idle.textContent = isOver(entry) ? '' : span(idleOf(entry));
    }
  }

  #sum() {
    const living = this.#app.sessions.living();
    const count = (words, test) => {
      const many = living.filter(test).length;
      return many ? `${many} ${words}` : null;
    };
    this.#summary.textContent = [
      `${living.length} live`,
      count('working', ({ state }) => state === 'working'),
      count('waiting', ({ state }) => state === 'waiting'),
      count('ready', ({ state }) => state === 'ready'),
      count(living.filter(needsPerson).length === 1 ? 'needs you' : 'need you', needsPerson),
    ]
      .filter(Boolean)
      .join(' · ');
  }

  #nothing(empty) {
    this.#empty.hidden = !empty || !this.#app.sessions.loaded;
    if (this.#empty.hidden) return;
    this.#empty.replaceChildren(
      ...(this.#filter.value
        ? [el('p', {}, 'No session fits the filter.')]
        : [
            el('p', {}, 'No session is running.'),
            el(
              'p',
              {},
              'An agent starts one with ',
              el('code', {}, 'session_start'),
              ', a person with ',
              el('code', {}, 'parley start'),
              '.',
            ),
          ]),
    );
  }

  #choose(id) {
    if (!id) return false;
    if (!this.#chosen.delete(id)) this.#chosen.add(id);
    this.#toGrid.hidden = this.#chosen.size === 0;
    this.#draw();
    return true;
  }

  #move(by) {
    const links = [...this.#list.querySelectorAll('[data-part="open"]')];
    const at = links.indexOf(document.activeElement.closest('.session')?.querySelector('[data-part="open"]'));
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  }
}
