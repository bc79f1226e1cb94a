/**
 * A terminal that only shows. What a program prints may colour and move text, and nothing else: it is given no answers,
 * no clipboard, no title and no way to the page but links to the web that a person clicks.
 */
import { Terminal } from '../vendor/xterm.mjs';
import { UnicodeGraphemesAddon } from '../vendor/addon-unicode-graphemes.mjs';
import { WebLinksAddon } from '../vendor/addon-web-links.mjs';
import { chosenSize } from './letters.js';
import { readsAloud } from './reader.js';
import { palette, onTheme } from './theme.js';
import { askToOpen } from './dialogs.js';

export const FONT =
  'ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace';

/** Makes a terminal new in its turn, after what is written and not yet read (RIS); its own reset would overtake that. */
export const RESET = '\x1bc';

/** Questions a program puts to its terminal. The session's own emulator has answered; a second answer would be typing. */
const QUESTIONS = [
  { final: 'c' }, // DA1
  { prefix: '>', final: 'c' }, // DA2
  { prefix: '=', final: 'c' }, // DA3
  { final: 'n' }, // DSR
  { prefix: '?', final: 'n' }, // DSR, DEC's own
  { intermediates: '$', final: 'p' }, // DECRQM
  { prefix: '?', intermediates: '$', final: 'p' }, // DECRQM, DEC's own
  { prefix: '>', final: 'q' }, // XTVERSION
  { prefix: '?', final: 'u' }, // keyboard flags
  { final: 't' }, // XTWINOPS
];
const COLOUR_QUESTIONS = [4, 10, 11, 12];
const CLIPBOARD = 52;

/** Letters grow and shrink by this many pixels. */
const STEP = 0.25;

/** The most a program may ask to have copied. */
const LONGEST_COPY = 100_000;

/**
 * @param traits columns, rows and how many lines to keep above them
 * @param copy is told what a program wants in the clipboard; a person decides
 */
export function makeTerminal({ columns = 80, rows = 24, scrollback = 20_000 }, copy = () => {}) {
  const terminal = new Terminal({
    cols: columns,
    rows,
    scrollback,
    fontFamily: FONT,
    fontSize: 14,
    lineHeight: 1.15,
    disableStdin: true,
    cursorBlink: false,
    cursorInactiveStyle: 'outline',
    minimumContrastRatio: 3,
    screenReaderMode: readsAloud(),
    allowProposedApi: true, // the graphemes addon asks for it
    theme: palette(),
    logLevel: 'off', // what a program prints belongs in no log
    linkHandler: { activate: (_, address) => openLink(address, true), allowNonHttpProtocols: false },
  });
  terminal.loadAddon(new UnicodeGraphemesAddon());
  terminal.loadAddon(new WebLinksAddon((_, address) => openLink(address, false)));
  const { parser } = terminal;
  for (const question of QUESTIONS) parser.registerCsiHandler(question, () => true);
  for (const ident of COLOUR_QUESTIONS) parser.registerOscHandler(ident, (data) => data.includes('?'));
  parser.registerDcsHandler({ intermediates: '$', final: 'q' }, () => true); // DECRQSS
  parser.registerOscHandler(CLIPBOARD, (data) => {
    const text = copyOf(data);
    if (text) copy(text);
    return true;
  });
  const forget = onTheme(() => (terminal.options.theme = palette()));
  const dispose = terminal.dispose.bind(terminal);
  terminal.dispose = () => {
    forget();
    dispose();
  };
  return terminal;
}

/** The text of OSC 52, or nothing when it asks for ours. */
function copyOf(data) {
  const base64 = data.slice(data.indexOf(';') + 1);
  if (base64 === '?' || base64.length > LONGEST_COPY) return '';
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)));
  } catch {
    return '';
  }
}

/** Opens a link to the web in a page that knows nothing of ours; a hidden target is shown before. */
async function openLink(address, hidden) {
  let target;
  try {
    target = new URL(address);
  } catch {
    return;
  }
  if (target.protocol !== 'http:' && target.protocol !== 'https:') return;
  if (hidden && !(await askToOpen(target.href))) return;
  window.open(target.href, '_blank', 'noopener,noreferrer');
}

/**
 * Makes the letters as large as its box allows, between a smallest and a largest size; where a person may choose and has,
 * as large as that.
 */
export function scale(terminal, box, { smallest, largest, choosable = false }) {
  const screen = terminal.element?.querySelector('.xterm-screen');
  if (!screen) return;
  const chosen = choosable ? chosenSize() : undefined;
  if (chosen) {
    if (terminal.options.fontSize !== chosen) terminal.options.fontSize = chosen;
    return;
  }
  // Measured, because what a font size means in pixels only the browser knows.
  const now = terminal.options.fontSize;
  const around = getComputedStyle(terminal.element);
  const sum = (...lengths) => lengths.reduce((all, length) => all + parseFloat(around[length]), 0);
  const wide = box.clientWidth - sum('paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth');
  const high = box.clientHeight - sum('paddingTop', 'paddingBottom', 'borderTopWidth', 'borderBottomWidth');
  const fitting = Math.min(wide / screen.clientWidth, high / screen.clientHeight) * now;
  if (!(fitting > 0) || fitting === Infinity) return;
  let size = Math.max(smallest, Math.min(largest, Math.floor(fitting / STEP) * STEP));
  if (size !== now) terminal.options.fontSize = size;
  // Cells are whole pixels high, so a guess can be a little too large.
  while (size - STEP >= smallest && (screen.clientHeight > high || screen.clientWidth > wide)) {
    size -= STEP;
    terminal.options.fontSize = size;
  }
}

/** Moves a box that is smaller than its terminal to where the cursor is. */
export function keepCursorInSight(terminal, box) {
  const screen = terminal.element?.querySelector('.xterm-screen');
  if (!screen) return;
  const { cursorX, cursorY, baseY, viewportY } = terminal.buffer.active;
  if (viewportY < baseY) return; // the person reads what was printed earlier
  const at = screen.getBoundingClientRect();
  const seen = box.getBoundingClientRect();
  const cell = { wide: at.width / terminal.cols, high: at.height / terminal.rows };
  const x = at.left - seen.left + cursorX * cell.wide;
  const y = at.top - seen.top + cursorY * cell.high;
  if (x < 0 || x + 2 * cell.wide > box.clientWidth) box.scrollLeft = Math.max(0, box.scrollLeft + x - box.clientWidth / 2);
  if (y < 0) box.scrollTop += y - cell.high;
  else if (y + 2 * cell.high > box.clientHeight) box.scrollTop += y + 2 * cell.high - box.clientHeight;
}
