/** Keys that work everywhere, and the page that says so. */
import { el, button } from './dom.js';
import { dialog } from './dialogs.js';
import { readAloud, readsAloud } from './reader.js';

const HELP = [
  [
    'Anywhere',
    [
      ['?', 'This help'],
      ['l', 'The list of sessions'],
      ['g', 'The grid'],
      ['a', 'Alerts'],
      ['n', 'Start a session'],
      ['t', 'Light, dark or as the system'],
    ],
  ],
  [
    'In the list',
    [
      ['/', 'Filter'],
      ['j  k', 'Down and up'],
      ['Enter', 'Open'],
      ['x', 'Choose, for the grid or to close'],
    ],
  ],
  [
    'In a session',
    [
      ['Ctrl Shift F', 'Take control, or hand it back'],
      ['Ctrl Shift C', 'Copy what is selected, or the screen'],
      ['−  +', 'Smaller or larger letters, while you only watch'],
      ['/', 'Search, while you only watch'],
      ['PgUp  PgDn  Home', 'Scroll, while you only watch'],
      ['[  ]', 'The command before or after, where a shell marks them; selects its output'],
      ['Ctrl Shift ↑  ↓', 'The same, also in control'],
      ['Esc', 'Back to the list, while you only watch'],
    ],
  ],
  [
    'In a replay',
    [
      ['Space', 'Play or pause'],
      ['←  →', 'Five seconds back or on'],
      ['[  ]', 'The command before or after'],
      ['−  +', 'Slower or faster'],
    ],
  ],
];

/** Keys typed into a field, or into a terminal that has control, are not ours. */
export function isTyping(event) {
  const at = event.target;
  if (at.closest?.('dialog')) return true;
  if (at.classList?.contains('xterm-helper-textarea')) return at.closest('[data-floor="mine"]') !== null;
  return at.matches?.('input:not([type=checkbox]):not([type=range]), textarea, select') ?? false;
}

/** Listens until what it returns is called. */
export function onKeys(keys) {
  const listener = (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || isTyping(event)) return;
    const act = keys[event.key];
    if (act && act(event) !== false) event.preventDefault();
  };
  document.addEventListener('keydown', listener);
  return () => document.removeEventListener('keydown', listener);
}

export function showHelp(signOut) {
  const reader = el('input', { type: 'checkbox', checked: readsAloud(), onchange: () => readAloud(reader.checked) });
  return dialog('Keys', (close) => [
    el(
      'div',
      { class: 'help' },
      HELP.map(([where, keys]) =>
        el(
          'section',
          {},
          el('h3', {}, where),
          el(
            'dl',
            {},
            keys.map(([key, does]) =>
              el(
                'div',
                {},
                el(
                  'dt',
                  {},
                  key.split(/\s+/).map((one) => el('kbd', {}, one)),
                ),
                el('dd', {}, does),
              ),
            ),
          ),
        ),
      ),
    ),
    el('label', { class: 'check' }, reader, 'Read terminals aloud with a screen reader'),
    el(
      'div',
      { class: 'actions' },
      button('Sign out', null, signOut, { class: 'quiet' }),
      button('Close', null, () => close(), { class: 'primary', autofocus: true }),
    ),
  ]);
}
