/** The list of sessions: what needs somebody, and then the rest: what each is doing, with the evidence. */
import { button, el, icon, keep, onceAFrame, putAt } from './dom.js';
import { Inbox } from './inbox.js';
import { onKeys } from './keys.js';
import { page } from './pages.js';
import { closeSessions, deleteSessions } from './parts.js';
import { cells } from './row.js';
import { ageOf, idleOf } from './sessions.js';
import { entitle } from './title.js';
import { ago, called, commandLine, folder, isAway, isOver, needsYou, nodeOf, program, span, startedBy } from './words.js';

const REFRESH_MILLIS = 5000;

/** What sessions can be put together by. */
const GROUPS = {
  none: ['Not grouped', () => ''],
  folder: ['By folder', (entry) => folder(entry) || 'No folder'],
  starter: ['By who started it', (entry) => startedBy(entry) || 'Nobody in particular'],
  node: ['By node', (entry) => nodeOf(entry) || 'No node'],
};
const HEADS = ['', 'State', 'Session', 'Node', 'Program', 'Evidence', 'Control', 'Age', 'Idle', ''];

/** The page of the list. */
export class ListPage {
  #app;
  #rows = new Map();
  #groups = new Map();
  #chosen = new Set();
  #inbox;
  #filter = el('input', {
    type: 'search',
    placeholder: 'Filter sessions',
    'aria-label': 'Filter sessions',
    oninput: () => this.#draw(),
  });
  #ended = el('input', { type: 'checkbox', onchange: () => this.#draw() });
  #grouping = el(
    'select',
    { 'aria-label': 'Group sessions', onchange: () => this.#draw() },
    Object.entries(GROUPS).map(([value, [word]]) => el('option', { value }, word)),
  );
  #node = el('select', { 'aria-label': 'Show sessions of', hidden: true, onchange: () => this.#draw() });
  #summary = el('p', { class: 'summary', role: 'status' });
  #heads = el(
    'div',
    { class: 'heads', 'aria-hidden': 'true' },
    HEADS.map((head) => el('span', { class: head === 'Node' ? 'node' : undefined }, head)),
  );
  #list = el('div', { class: 'groups' });
  #empty = el('div', { class: 'empty' });
  #toGrid = button('Show in grid', 'grid', () => this.#app.go(page('grid', ...this.#chosenIds())));
  #close = button('Close', 'close', () => this.#finish(closeSessions, this.#chosenOf(false)));
  #delete = button('Delete ended', 'trash', () => this.#finish(deleteSessions, this.#deletable()));
  #leaving = [];
  element;

  constructor(app) {
    this.#app = app;
    this.#inbox = new Inbox(app.me);
    this.#ended.checked = sessionStorage.getItem('parley.ended') === '1';
    this.#grouping.value = localStorage.getItem('parley.groups') ?? 'none';
    entitle('Parley');
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
          this.#node,
          this.#grouping,
          el('label', { class: 'check' }, this.#ended, 'Ended'),
          this.#toGrid,
          this.#close,
          this.#delete,
          app.me.role === 'admin' ? button('Start', 'plus', () => app.start(), { class: 'primary' }) : null,
        ),
      ),
      this.#inbox.element,
      this.#heads,
      this.#list,
      this.#empty,
    );
    const draw = onceAFrame(() => this.#draw());
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

  #fits(entry) {
    const words = this.#filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const text =
      `${entry.session} ${called(entry)} ${entry.state} ${program(entry)} ${commandLine(entry)} ${folder(entry)} ${startedBy(entry)} ${nodeOf(entry)}`.toLowerCase();
    return (!this.#node.value || nodeOf(entry) === this.#node.value) && words.every((word) => text.includes(word));
  }

  #draw() {
    sessionStorage.setItem('parley.ended', this.#ended.checked ? '1' : '0');
    localStorage.setItem('parley.groups', this.#grouping.value);
    this.#drawNodes();
    const needing = this.#app.sessions.needing().filter((entry) => this.#fits(entry));
    this.#inbox.draw(needing);
    const rest = this.#app.sessions
      .all()
      .filter((entry) => !needsYou(entry) && (this.#ended.checked || !isOver(entry)) && this.#fits(entry));
    this.#drawRest(rest);
    this.#sum();
    this.#tools();
    this.#nothing(rest.length + needing.length === 0);
    this.#times();
  }

  /** What there is to choose from in a fleet; alone, a host says nothing of nodes. */
  #drawNodes() {
    const nodes = this.#app.sessions.nodes();
    this.element.toggleAttribute('data-fleet', nodes.length > 0);
    this.#node.hidden = nodes.length < 2;
    this.#grouping.querySelector('[value="node"]').hidden = nodes.length < 2;
    if ([...this.#node.options].slice(1).map(({ value }) => value).join() === nodes.join()) return;
    const chosen = this.#node.value;
    this.#node.replaceChildren(
      el('option', { value: '' }, 'All nodes'),
      ...nodes.map((node) => el('option', { value: node }, node)),
    );
    this.#node.value = nodes.includes(chosen) ? chosen : '';
  }

  #drawRest(entries) {
    this.#heads.hidden = entries.length === 0;
    const kept = new Set(entries.map(({ session }) => session));
    keep(this.#rows, kept);
    const [, named] = GROUPS[this.#grouping.value] ?? GROUPS.none;
    const groups = Map.groupBy(entries, named);
    keep(this.#groups, groups);
    [...groups].forEach(([name, members], at) => {
      const group = this.#group(name);
      putAt(this.#list, at, group);
      members.forEach((entry, place) => putAt(group.lastElementChild, place, this.#row(entry)));
    });
  }

  #group(name) {
    let group = this.#groups.get(name);
    if (!group) {
      group = el(
        'section',
        { class: 'group' },
        name ? el('h2', {}, el('bdi', {}, name)) : null,
        el('ul', { class: 'sessions', 'aria-label': name ? `Sessions: ${name}` : 'Sessions' }),
      );
      this.#groups.set(name, group);
    }
    return group;
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
    this.#inbox.times();
    for (const row of this.#rows.values()) {
      const { entry } = row;
      row.querySelector('.age').textContent = span(ageOf(entry));
      row.querySelector('.idle').textContent = isOver(entry)
        ? entry.ended_at
          ? `ended ${span(ago(entry.ended_at))} ago`
          : 'ended'
        : span(idleOf(entry));
    }
  }

  #sum() {
    const living = this.#app.sessions.living();
    const needing = this.#app.sessions.needing().length;
    const count = (words, test) => {
      const many = living.filter(test).length;
      return many ? `${many} ${words}` : null;
    };
    this.#summary.textContent = [
      count('live', (entry) => !isAway(entry)) ?? '0 live',
      count('working', ({ state }) => state === 'working'),
      count('waiting', ({ state }) => state === 'waiting'),
      count('ready', ({ state }) => state === 'ready'),
      count('out of reach', isAway),
      needing ? `${needing} ${needing === 1 ? 'needs you' : 'need you'}` : null,
    ]
      .filter(Boolean)
      .join(' · ');
  }

  /** What can be done with those that are chosen. */
  #tools() {
    const admin = this.#app.me.role === 'admin';
    const living = this.#chosenOf(false).length;
    const deletable = this.#deletable().length;
    this.#toGrid.hidden = this.#chosenIds().length === 0;
    this.#close.hidden = !admin || living === 0;
    rename(this.#close, `Close ${living}`);
    this.#delete.hidden = !admin || deletable === 0;
    rename(this.#delete, `Delete ${deletable} ended`);
  }

  /** The ended among those that are chosen; where none is chosen, all that are shown. */
  #deletable() {
    if (this.#chosenIds().length) return this.#chosenOf(true);
    return this.#ended.checked ? [...this.#rows.values()].map(({ entry }) => entry).filter(isOver) : [];
  }

  #chosenIds() {
    return [...this.#chosen].filter((id) => this.#app.sessions.get(id));
  }

  #chosenOf(over) {
    return this.#chosenIds()
      .map((id) => this.#app.sessions.get(id))
      .filter((entry) => isOver(entry) === over);
  }

  async #finish(act, entries) {
    if (await act(entries)) {
      this.#chosen.clear();
      this.#draw();
    }
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
    this.#draw();
    return true;
  }

  #move(by) {
    const links = [...this.element.querySelectorAll('[data-part="open"]')];
    const at = links.indexOf(document.activeElement.closest('.session, .need')?.querySelector('[data-part="open"]'));
    links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
  }
}

function rename(button, name) {
  button.setAttribute('aria-label', name);
  button.lastElementChild.textContent = name;
}
