/** How large the letters of terminals are: as their box allows, or as the person chose. */

const KEY = 'parley.letters';
const listeners = new Set();

/** No letters are smaller: where the screen does not fit then, it is moved. */
export const SMALLEST = 12;
export const LARGEST = 32;
/** Without a choice letters grow no further. */
export const LARGEST_FITTED = 20;

/** The chosen size in pixels; nothing when letters follow their box. */
export function chosenSize() {
  const size = Number(localStorage.getItem(KEY));
  return size >= SMALLEST && size <= LARGEST ? size : undefined;
}

/** Makes letters larger or smaller than they are now. */
export function change(now, by) {
  const size = Math.max(SMALLEST, Math.min(LARGEST, Math.round(now) + by));
  localStorage.setItem(KEY, String(size));
  for (const listener of listeners) listener();
}

export function followBox() {
  localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

/** Calls when the choice changes, until what it returns is called. */
export function onLetters(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
