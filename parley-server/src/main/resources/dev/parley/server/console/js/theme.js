/** Light or dark: as the system says, or as the person chose. */

const KEY = 'parley.theme';
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = new Set();

const DARK = {
  background: '#11151a',
  foreground: '#d9dee5',
  cursor: '#7fd6c8',
  cursorAccent: '#11151a',
  selectionBackground: '#2f5f66aa',
  black: '#2a3038',
  red: '#f0817a',
  green: '#8fc98a',
  yellow: '#e3c078',
  blue: '#7fb0ee',
  magenta: '#cf9be0',
  cyan: '#76cdc8',
  white: '#c9d0d8',
  brightBlack: '#79838f',
  brightRed: '#ffa39b',
  brightGreen: '#aee3a8',
  brightYellow: '#f6da9c',
  brightBlue: '#a6caff',
  brightMagenta: '#e4bdf2',
  brightCyan: '#a0e6e1',
  brightWhite: '#f4f6f8',
};

const LIGHT = {
  background: '#fdfdfb',
  foreground: '#23282e',
  cursor: '#0f6b63',
  cursorAccent: '#fdfdfb',
  selectionBackground: '#9fd6cd88',
  black: '#23282e',
  red: '#b3261e',
  green: '#2c7a2f',
  yellow: '#8a6100',
  blue: '#1f5fbf',
  magenta: '#8a3aa3',
  cyan: '#0b7772',
  white: '#8d959e',
  brightBlack: '#636c76',
  brightRed: '#cf3b32',
  brightGreen: '#3a913c',
  brightYellow: '#a37400',
  brightBlue: '#3276dd',
  brightMagenta: '#a352bd',
  brightCyan: '#148f89',
  brightWhite: '#4a525b',
};

export function chosen() {
  return localStorage.getItem(KEY) ?? 'auto';
}

export function isDark() {
  return chosen() === 'auto' ? system.matches : chosen() === 'dark';
}

/** The sixteen colours and the rest, for a terminal. */
export function palette() {
  return isDark() ? DARK : LIGHT;
}

export function choose(theme) {
  if (theme === 'auto') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme);
  apply();
}

/** Auto, light, dark, and around again. */
export function next() {
  choose({ auto: 'light', light: 'dark', dark: 'auto' }[chosen()]);
}

export function apply() {
  document.documentElement.dataset.theme = chosen();
  for (const listener of listeners) listener();
}

/** Calls when the colours change, until what it returns is called. */
export function onTheme(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

system.addEventListener('change', apply);
