/** The console: who we are, which page is shown, and what is said on all of them. */
import * as api from './api.js';
import { askWhatToStart } from './dialogs.js';
import { el, button, icon } from './dom.js';
import { GridPage } from './grid.js';
import { onKeys, showHelp } from './keys.js';
import { ListPage } from './list.js';
import { ReplayPage } from './replay.js';
import { SessionPage } from './session.js';
import { Sessions } from './sessions.js';
import { signIn } from './signin.js';
import * as theme from './theme.js';
import { askToNotify, complain, dismiss, notify, toast } from './toasts.js';
import { needsPerson, plain } from './words.js';

const NOTICES = {
  waiting_for_person: 'Waiting for a person',
  secret_asked: 'A secret is asked for',
  takeover_asked: 'You are asked to take over',
  ended_badly: 'Ended badly',
};

/** What pages share: the sessions, who we are, and the way to another page. */
class App {
  sessions = new Sessions();
  me;
  #page;
  #main = document.getElementById('main');

  async open() {
    theme.apply();
    this.me = await this.#arrive();
    this.#head();
    this.sessions.addEventListener('notice', ({ detail }) => this.#notice(detail));
    this.sessions.addEventListener('change', ({ detail }) => detail && !needsPerson(detail) && dismiss(detail.session));
    this.sessions.addEventListener('link', ({ detail }) => document.body.classList.toggle('unlinked', !detail));
    this.sessions.addEventListener('signedout', () => location.reload());
    this.sessions.watch();
    document.querySelector('.skip').addEventListener('click', (event) => {
      event.preventDefault(); // the fragment names the page
      this.#main.focus();
    });
    window.addEventListener('hashchange', () => this.#show());
    onKeys({
      '?': () => this.#help(),
      l: () => this.go('#/'),
      g: () => this.go('#/grid'),
      n: () => void this.start(),
      t: () => this.#turnTheme(),
    });
    this.#show();
  }

  go(hash) {
    if (location.hash === hash) this.#show();
    else location.hash = hash;
  }

  async start() {
    if (this.me.role !== 'admin') {
      toast('Your role may not start sessions', { kind: 'bad' });
      return;
    }
    const launch = await askWhatToStart();
    if (!launch) return;
    try {
      const { session } = await api.start(launch);
      this.go(`#/session/${encodeURIComponent(session)}`);
    } catch (problem) {
      complain(problem);
    }
  }

  /** Signs in with the one-time code of `parley open`, which stands in the address for this moment only. */
  async #arrive() {
    const code = new URLSearchParams(location.hash.slice(1)).get('code');
    if (code) {
      history.replaceState(null, '', '#/');
      await api.login(code).catch(complain);
    }
    for (;;) {
      try {
        return await api.me();
      } catch (problem) {
        if (problem.status !== 401 && problem.status !== 403) complain(problem);
        await signIn(this.#main);
      }
    }
  }

  #head() {
    document
      .getElementById('top')
      .replaceChildren(
        el(
          'a',
          { class: 'brand', href: '#/', 'aria-label': 'Parley, all sessions' },
          el('span', { class: 'mark', 'aria-hidden': 'true' }),
          'Parley',
        ),
        el(
          'nav',
          { 'aria-label': 'Pages' },
          el('a', { href: '#/', 'data-page': 'list' }, icon('list'), el('span', {}, 'Sessions')),
          el('a', { href: '#/grid', 'data-page': 'grid' }, icon('grid'), el('span', {}, 'Grid')),
        ),
        el('span', { class: 'unlinked-word', role: 'status' }, 'The daemon does not answer. Trying again …'),
        el(
          'div',
          { class: 'tools' },
          el('span', { class: 'role', title: 'What you may do here' }, plain(this.me.role)),
          button('Notifications', 'bell', askToNotify, { wordless: true, class: 'quiet' }),
          this.#themeButton(),
          el(
            'button',
            { type: 'button', class: 'quiet', title: 'Keys', 'aria-label': 'Keys', onclick: () => this.#help() },
            el('kbd', {}, '?'),
          ),
        ),
      );
  }

  #help() {
    void showHelp(() => api.logout().then(() => location.reload(), complain));
  }

  #themeButton() {
    const name = { auto: 'Colours: as the system', light: 'Colours: light', dark: 'Colours: dark' }[theme.chosen()];
    const picture = { auto: 'auto', light: 'sun', dark: 'moon' }[theme.chosen()];
    return button(name, picture, () => this.#turnTheme(), { wordless: true, class: 'quiet', id: 'theme' });
  }

  #turnTheme() {
    theme.next();
    const held = document.activeElement?.id === 'theme';
    document.getElementById('theme').replaceWith(this.#themeButton());
    if (held) document.getElementById('theme').focus();
  }

  #show() {
    if (location.hash.startsWith('#code=')) {
      location.reload(); // somebody signs in anew where the console is open already
      return;
    }
    const [, name = '', rest = ''] = location.hash.split('/');
    const ids = rest.split(',').filter(Boolean).map(decoded);
    const make =
      {
        session: () => new SessionPage(this, ids[0]),
        replay: () => new ReplayPage(this, ids[0]),
        grid: () => new GridPage(this, ids),
      }[ids.length || name === 'grid' ? name : ''] ?? (() => new ListPage(this));
    this.#page?.leave();
    document.title = 'Parley';
    this.#page = make();
    this.#main.replaceChildren(this.#page.element);
    document.body.dataset.page = this.#page.constructor.name.replace('Page', '').toLowerCase();
    for (const link of document.querySelectorAll('nav a')) {
      if (link.dataset.page === document.body.dataset.page) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.#page.entered?.();
  }

  #notice({ session, name, kind, message }) {
    const title = `${plain(name || session)}: ${NOTICES[kind] ?? plain(kind)}`;
    const go = () => this.go(`#/session/${encodeURIComponent(session)}`);
    const badly = kind === 'ended_badly';
    // The list and the session's own page show what is needed by themselves.
    const shown = badly ? [SessionPage] : [SessionPage, ListPage];
    const here = shown.includes(this.#page.constructor) && (this.#page.id ?? session) === session;
    if (!here) {
      const key = `${session} notice`; // one for a session is enough: the latest
      toast(plain(message), { title, kind: badly ? 'bad' : 'needs', act: ['Open', go], key });
    }
    notify(title, plain(message), go);
  }
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no session has such an id
  }
}

await new App().open();
