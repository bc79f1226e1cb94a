/** What a session has changed in its worktree: the files, and the lines of each. */
import * as api from './api.js';
import { filesOf } from './diff.js';
import { button, el, icon } from './dom.js';
import { onKeys } from './keys.js';
import { page } from './pages.js';
import { pill } from './parts.js';
import { entitle } from './title.js';
import { called, plain } from './words.js';

/** Longer ones are shown when they are opened. */
const LONG = 400;
const KINDS = { new: 'New', deleted: 'Deleted', renamed: 'Renamed', changed: '' };
const SIGNS = { added: '+', removed: '−' };

/** The page of a session's worktree. */
export class ChangesPage {
  #app;
  #id;
  #state;
  #told;
  #name = el('h1', {}, '');
  #pill = el('span', { class: 'pill-place' });
  #branch = el('p', { class: 'branch' });
  #sum = el('p', { class: 'summary', role: 'status' });
  #files = el('div', { class: 'changed-files' });
  #leaving = [];
  element;

  constructor(app, id) {
    this.#app = app;
    this.#id = id;
    const session = page('session', id);
    this.element = el(
      'div',
      { class: 'page changes' },
      el(
        'div',
        { class: 'session-head' },
        el('a', { class: 'quiet button', href: session, title: 'The session', 'aria-label': 'The session' }, icon('back')),
        this.#name,
        this.#pill,
        this.#sum,
        el(
          'div',
          { class: 'tools' },
          button('Look again', 'replay', () => void this.#load(), { class: 'quiet' }),
        ),
      ),
      this.#branch,
      this.#files,
    );
  }

  entered() {
    const changed = () => this.#show(this.#app.sessions.get(this.#id));
    this.#app.sessions.addEventListener('change', changed);
    this.#leaving.push(
      () => this.#app.sessions.removeEventListener('change', changed),
      onKeys({ Escape: () => this.#app.go(page('session', this.#id)) }),
    );
    changed();
    void this.#load();
  }

  leave() {
    for (const undo of this.#leaving) undo();
  }

  /** A program that comes to rest may have changed something. */
  #show(entry) {
    if (!entry) return;
    this.#name.replaceChildren(el('bdi', {}, called(entry)));
    entitle(`Changes of ${called(entry)} · Parley`);
    this.#pill.replaceChildren(pill(entry));
    if (this.#state && this.#state !== entry.state) void this.#load();
    this.#state = entry.state;
  }

  async #load() {
    try {
      this.#draw(await api.changes(this.#id));
    } catch (problem) {
      this.#say(problem.sentence ? problem.sentence() : problem.message);
    }
  }

  #draw(changes) {
    const told = JSON.stringify(changes);
    if (told === this.#told) return; // what is open stays open
    this.#told = told;
    if (!changes.branch) {
      this.#say('This session has no worktree. Start one with parley start --worktree.');
      return;
    }
    const files = filesOf(changes.diff);
    const sum = (kind) => files.reduce((all, file) => all + file[kind], 0);
    this.#branch.replaceChildren(
      'Branch ',
      el('code', {}, plain(changes.branch)),
      ' in ',
      el('code', {}, plain(changes.path)),
      ', compared with ',
      el('code', {}, plain(changes.base.slice(0, 10))),
      '. What is not committed yet is included.',
    );
    this.#sum.replaceChildren(
      `${files.length} ${files.length === 1 ? 'file' : 'files'} `,
      el('span', { class: 'added' }, `+${sum('added')}`),
      ' ',
      el('span', { class: 'removed' }, `−${sum('removed')}`),
    );
    this.#files.replaceChildren(
      ...files.map(fileBox),
      ...(files.length ? [] : [el('div', { class: 'empty' }, el('p', {}, 'Nothing has changed yet.'))]),
      ...(changes.cut ? [el('p', { class: 'cut' }, 'There is more; git diff in the worktree shows all of it.')] : []),
    );
  }

  #say(sentence) {
    this.#branch.replaceChildren();
    this.#sum.replaceChildren();
    this.#files.replaceChildren(el('div', { class: 'empty' }, el('p', {}, plain(sentence))));
  }
}

/** One file, which can be folded. */
function fileBox(file) {
  const name = plain(file.name);
  const body = el('div', { class: 'diff', tabindex: 0, role: 'group', 'aria-label': `Changes of ${name}` });
  const box = el(
    'details',
    { class: 'changed-file', 'data-file': name },
    el(
      'summary',
      {},
      el('code', {}, file.before ? `${plain(file.before)} → ${name}` : name),
      KINDS[file.kind] ? el('span', { class: 'tag' }, KINDS[file.kind]) : null,
      el('span', { class: 'added' }, `+${file.added}`),
      el('span', { class: 'removed' }, `−${file.removed}`),
    ),
    body,
  );
  const fill = () => body.childElementCount || body.append(...content(file));
  box.addEventListener('toggle', () => box.open && fill());
  if (file.lines.length <= LONG) {
    box.open = true;
    fill();
  }
  return box;
}

function content(file) {
  if (file.binary) return [el('p', { class: 'note' }, 'Not a text file.')];
  if (!file.lines.length) return [el('p', { class: 'note' }, 'No line has changed.')];
  return file.lines.map(({ kind, text, before, now }) =>
    el(
      'div',
      { class: `line ${kind}` },
      el('span', { class: 'number' }, before ?? ''),
      el('span', { class: 'number' }, now ?? ''),
      el('span', { class: 'sign' }, SIGNS[kind] ?? ''),
      el('code', {}, plain(text.replaceAll('\t', '    '))),
    ),
  );
}
