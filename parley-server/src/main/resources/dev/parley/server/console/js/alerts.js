/** Who is called when a session needs somebody: this browser, and the rules. */
import * as api from './api.js';
import { confirm, dialog } from './dialogs.js';
import { button, el } from './dom.js';
import { onKeys } from './keys.js';
import * as push from './push.js';
import { entitle } from './title.js';
import { askToNotify, canNotify, complain, toast } from './toasts.js';
import { ago, plain, span } from './words.js';

const KINDS = {
  asked: 'an agent asks for you',
  secret: 'it wants a secret',
  question: 'it has a question',
  failed: 'it failed',
  done: 'it is done',
};

/** Where a call can go, and what it needs to know for that. */
const PLACES = {
  webhook: ['Webhook', 'Address', 'of a server that takes a POST'],
  ntfy: ['ntfy', 'Address of the topic', 'of ntfy, ending with its name'],
  command: ['Command', 'A line for the shell', 'say "$PARLEY_ALERT_NAME needs you"'],
  bell: ['Bell of attached terminals'],
};

/** The page of alerts. */
export class AlertsPage {
  #app;
  #own = el('div', { class: 'card' });
  #rules = el('ul', { class: 'rules' });
  #leaving = [];
  element;

  constructor(app) {
    this.#app = app;
    entitle('Alerts · Parley');
    this.element = el(
      'div',
      { class: 'page alerts' },
      el('div', { class: 'bar' }, el('div', { class: 'titled' }, el('h1', {}, 'Alerts'))),
      el('h2', {}, 'This browser'),
      this.#own,
      ...(this.#admin ? [el('h2', {}, 'Rules'), this.#rules, this.#form()] : []),
    );
  }

  get #admin() {
    return this.#app.me.role === 'admin';
  }

  entered() {
    this.#leaving.push(onKeys({ Escape: () => this.#app.go('#/') }));
    void this.#load();
  }

  leave() {
    for (const undo of this.#leaving) undo();
  }

  async #load() {
    try {
      const alerts = this.#admin ? (await api.alerts()).alerts : [];
      this.#own.replaceChildren(...this.#browser(alerts));
      this.#rules.replaceChildren(
        ...alerts.map((alert) => this.#rule(alert, alert.id === push.ownRule(alerts))),
        ...(alerts.length ? [] : [el('li', { class: 'none' }, 'There is no rule yet.')]),
      );
    } catch (problem) {
      complain(problem);
    }
  }

  /** Does something, and shows what became of it. */
  async #do(act) {
    try {
      await act();
    } catch (problem) {
      complain(problem);
    }
    await this.#load();
  }

  #browser(alerts) {
    const rule = push.ownRule(alerts);
    const why = push.whyNot();
    return [
      setting(
        'While the console is open',
        canNotify() ? 'The browser notifies you when this page is not in sight.' : 'The browser has not been asked yet.',
        canNotify() ? null : button('Allow', 'bell', () => this.#do(askToNotify)),
      ),
      this.#admin &&
        setting(
          'Also when it is closed',
          why || (rule ? 'Push messages come to this browser.' : 'Sent through the push service of your browser, and readable by this browser only.'),
          why
            ? null
            : rule
              ? button('Turn off', null, () => this.#do(() => push.turnOff(rule)))
              : button('Turn on', 'bell', () => this.#do(push.turnOn), { class: 'primary' }),
        ),
    ].filter(Boolean);
  }

  #rule(alert, ours) {
    const { id, when, after_ms: after, shown, with_text: withText, calls, failures, last } = alert;
    const fared = [
      `${calls} ${calls === 1 ? 'call' : 'calls'}`,
      failures ? `${failures} failed` : null,
      last ? `last ${span(ago(last.at))} ago` : null,
      last?.failure ? plain(last.failure) : null,
    ];
    return el(
      'li',
      { class: 'rule', 'data-alert': id },
      el(
        'div',
        { class: 'words' },
        el('strong', {}, el('bdi', {}, plain(shown)), ours ? ' (this browser)' : ''),
        el(
          'span',
          {},
          `When ${either(when.map((kind) => KINDS[kind] ?? plain(kind)))}`,
          after ? `, after ${span(after / 1000)}` : '',
          withText ? '; says what it is about' : '',
        ),
        el('small', { 'data-bad': Boolean(last?.failure) }, fared.filter(Boolean).join(' · ')),
      ),
      button('Test', null, () => this.#do(() => tried(id)), { class: 'quiet', 'aria-label': `Test ${id}` }),
      button(`Remove ${id}`, 'trash', () => this.#do(() => this.#remove(alert, ours)), { class: 'quiet', wordless: true }),
    );
  }

  async #remove({ id, shown }, ours) {
    const sure = await confirm('Remove this rule?', `Nobody is called by it then: ${plain(shown)}.`, 'Remove it', {
      danger: true,
    });
    if (sure) await (ours ? push.turnOff(id) : api.removeAlert(id));
  }

  #form() {
    const place = el(
      'select',
      { name: 'kind', onchange: () => show() },
      Object.entries(PLACES).map(([value, [word]]) => el('option', { value }, word)),
    );
    const word = el('span', {}, '');
    const where = el('input', { name: 'where', class: 'mono', autocomplete: 'off', spellcheck: 'false' });
    const whereField = el('label', { class: 'field' }, word, where);
    const show = () => {
      const [, label, example] = PLACES[place.value];
      whereField.hidden = !label;
      where.required = Boolean(label);
      word.textContent = label ?? '';
      where.placeholder = example ?? '';
    };
    const form = el(
      'form',
      { class: 'card' },
      el('h3', {}, 'Add a rule'),
      el(
        'fieldset',
        {},
        el('legend', {}, 'Call when'),
        Object.entries(KINDS).map(([kind, does]) =>
          el(
            'label',
            { class: 'check' },
            el('input', { type: 'checkbox', name: 'when', value: kind, checked: kind !== 'done' }),
            does,
          ),
        ),
      ),
      el(
        'div',
        { class: 'fields' },
        el('label', { class: 'field' }, el('span', {}, 'To'), place),
        whereField,
        el(
          'label',
          { class: 'field' },
          el('span', {}, 'After (seconds)'),
          el('input', { name: 'after', type: 'number', min: 0, max: 86400, value: '30' }),
        ),
      ),
      el(
        'label',
        { class: 'check' },
        el('input', { type: 'checkbox', name: 'text' }),
        'Also say what it is about, which may be output of the program',
      ),
      el('div', { class: 'actions' }, el('button', { type: 'submit', class: 'primary' }, 'Add')),
    );
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#do(async () => {
        await added(new FormData(form));
        form.reset();
        show();
      });
    });
    show();
    return form;
  }
}

const either = (words) => new Intl.ListFormat('en', { type: 'disjunction' }).format(words);

function setting(name, says, act) {
  return el('div', { class: 'setting' }, el('div', { class: 'words' }, el('strong', {}, name), el('span', {}, says)), act);
}

async function tried(id) {
  const { last } = await api.testAlert(id);
  if (last?.failure) toast(plain(last.failure), { title: 'The test did not arrive', kind: 'bad' });
  else toast('The test has arrived');
}

async function added(given) {
  const kind = given.get('kind');
  const where = given.get('where');
  const { key } = await api.addAlert({
    when: given.getAll('when'),
    after_ms: Number(given.get('after')) * 1000,
    with_text: given.has('text'),
    to: { kind, words: kind === 'bell' ? [] : kind === 'command' ? ['sh', '-c', where] : [where] },
  });
  if (key) await showKey(key);
}

/** Whoever receives a webhook needs it to know that a call is ours. */
function showKey(key) {
  return dialog('The key of this webhook', (close) => [
    el('p', {}, 'It signs the calls. It is shown this once:'),
    el('p', { class: 'address' }, key),
    el('div', { class: 'actions' }, button('Done', null, () => close(), { class: 'primary', autofocus: true })),
  ]);
}
