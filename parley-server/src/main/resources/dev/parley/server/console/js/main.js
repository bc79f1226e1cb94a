/** The console: who we are, which page is shown, and what is said on all of them. */
import * as api from './api.js';
import { askWhatToStart } from './dialogs.js';
import { el, button, icon } from './dom.js';
import { onKeys, showHelp } from './keys.js';
import { ListPage } from './list.js';
import { idsOf, page } from './pages.js';
import { Sessions } from './sessions.js';
import { signIn } from './signin.js';
import * as theme from './theme.js';
import { countNeeds, entitle } from './title.js';
import { complain, dismiss, notify, toast } from './toasts.js';
import { asksPerson, called, needReason, needWord, needsYou, plain } from './words.js';

const NOTICES = {
  waiting_for_person: 'Waiting for a person',
  secret_asked: 'A secret is asked for',
  takeover_asked: 'You are asked to take over',
  ended_badly: 'Ended badly',
};

/** What is told of by notices already. */
const TOLD = new Set(['asked', 'secret', 'failed']);

/** Pages with terminals, which are loaded when they are first shown. */
const PAGES = {
  session: async () => (await import('./session.js')).SessionPage,
  replay: async () => (await import('./replay.js')).ReplayPage,
  changes: async () => (await import('./changes.js')).ChangesPage,
  grid: async () => (await import('./grid.js')).GridPage,
  alerts: async () => (await import('./alerts.js')).AlertsPage,
};

/** Pages that are of no one session. */
const WHOLE = new Set(['grid', 'alerts']);

const loaded = {};

/** What pages share: the sessions, who we are, and the way to another page. */
class App {
  sessions = new Sessions();
  me;
  #page;
  #name = '';
  #started;
  /** How far down the list was when it was left. */
  #listAt = 0;
  #main = document.getElementById('main');

  async open() {
    theme.apply();
    // Somebody signs in anew where the console, or its page for codes, is open already.
    window.addEventListener('hashchange', () => location.hash.startsWith('#code=') && location.reload());
    this.me = await this.#arrive();
    this.#head();
    this.sessions.addEventListener('notice', ({ detail }) => this.#notice(detail));
    this.sessions.addEventListener('change', ({ detail }) => {
      if (detail && !asksPerson(detail) && !needsYou(detail)) dismiss(detail.session);
    });
    this.sessions.addEventListener('needs', ({ detail }) => this.#needs(detail));
    for (const kind of ['change', 'removed']) {
      this.sessions.addEventListener(kind, () => countNeeds(this.sessions.needing().length));
    }
    this.sessions.addEventListener('link', ({ detail }) => document.body.classList.toggle('unlinked', !detail));
    this.sessions.addEventListener('signedout', () => location.reload());
    this.sessions.watch();
    document.querySelector('.skip').addEventListener('click', (event) => {
      event.preventDefault(); // the fragment names the page
      this.#main.focus();
    });
    window.addEventListener('hashchange', () => void this.#show());
    followViewport();
    navigator.serviceWorker?.addEventListener('message', ({ data }) => this.go(new URL(data.go, location.href).hash || '#/'));
    onKeys({
      '?': () => this.#help(),
      l: () => this.go('#/'),
      g: () => this.go('#/grid'),
      a: () => this.go('#/alerts'),
      n: () => void this.start(),
      t: () => this.#turnTheme(),
    });
    void this.#show();
  }

  go(hash) {
    if (location.hash === hash) void this.#show();
    else location.hash = hash;
  }

  async start() {
    if (this.me.role !== 'admin') {
      toast('Your role may not start sessions', { kind: 'bad' });
      return;
    }
    const started = await askWhatToStart(api.start, this.sessions.otherNodes());
    if (!started) return;
    this.#started = started.session;
    this.go(page('session', started.session));
  }

  /** Whether this session was just started here, by who wants to type in it; says so once. */
  takesControlOf(session) {
    const ours = session === this.#started;
    if (ours) this.#started = undefined;
    return ours;
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
          el('a', { href: '#/', 'data-page': 'list', 'aria-label': 'Sessions' }, icon('list'), el('span', {}, 'Sessions')),
          el('a', { href: '#/grid', 'data-page': 'grid', 'aria-label': 'Grid' }, icon('grid'), el('span', {}, 'Grid')),
        ),
        el('span', { class: 'unlinked-word', role: 'status' }, 'The daemon does not answer. Trying again …'),
        el(
          'div',
          { class: 'tools' },
          el('span', { class: 'role', title: 'What you may do here' }, plain(this.me.role)),
          el('a', { class: 'quiet button', href: '#/alerts', title: 'Alerts', 'aria-label': 'Alerts' }, icon('bell')),
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

  async #show() {
    const [, name = '', ...rest] = location.hash.split('/');
    const ids = idsOf(rest.join('/')); // as it is typed, NODE/ID has a slash
    const wanted = location.hash;
    const known = ids.length || WHOLE.has(name) ? PAGES[name] : undefined;
    const Page = known ? (loaded[name] ??= await known()) : ListPage;
    if (location.hash !== wanted) return; // somewhere else by now
    this.#page?.leave();
    if (this.#name === 'list') this.#listAt = this.#main.scrollTop;
    entitle('Parley');
    this.#name = known ? name : 'list';
    this.#page = name === 'grid' ? new Page(this, ids) : new Page(this, ids[0]);
    this.#main.replaceChildren(this.#page.element);
    document.body.dataset.page = this.#name;
    for (const link of document.querySelectorAll('nav a')) {
      if (link.dataset.page === document.body.dataset.page) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.#main.scrollTop = this.#name === 'list' ? this.#listAt : 0;
    this.#page.entered?.();
  }

  #notice({ session, name, kind, message }) {
    const title = `${plain(name || session)}: ${NOTICES[kind] ?? plain(kind)}`;
    const go = () => this.go(page('session', session));
    const badly = kind === 'ended_badly';
    if (!this.#isHere(session)) {
      const key = `${session} notice`; // one for a session is enough: the latest
      toast(plain(message), { title, kind: badly ? 'bad' : 'needs', act: ['Open', go], key });
    }
    notify(title, plain(message), go);
  }

  /** The list and the session's own page show what is needed by themselves. */
  #isHere(session) {
    return this.#name === 'list' || (this.#name === 'session' && this.#page?.id === session);
  }

  /** A session needs somebody from now on, and no notice tells of it. */
  #needs(entry) {
    if (TOLD.has(entry.attention)) return;
    const { session } = entry;
    const title = `${called(entry)}: ${needWord(entry)}`;
    const go = () => this.go(page('session', session));
    const text = needReason(entry);
    if (!this.#isHere(session)) toast(text, { title, kind: 'needs', act: ['Open', go], key: `${session} notice` });
    notify(title, text, go);
  }
}

/** A phone's keyboard lies over the page and not beside it; so the page is as high as what is left. */
function followViewport() {
  const seen = window.visualViewport;
  if (!seen) return;
  const follow = () => {
    if (seen.scale > 1.01) return; // enlarged by hand
    document.documentElement.style.setProperty('--seen', `${Math.round(seen.height)}px`);
    window.scrollTo(0, 0); // browsers move the page up to show what is typed into
  };
  seen.addEventListener('resize', follow);
  seen.addEventListener('scroll', follow);
  window.addEventListener('resize', follow);
  follow();
}

await new App().open();
