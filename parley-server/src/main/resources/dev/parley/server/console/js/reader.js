/** Whether terminals tell a screen reader what they show; it costs time with every line, so a person asks for it. */
const READER = 'parley.reader';

export function readsAloud() {
  return localStorage.getItem(READER) === '1';
}

export function readAloud(yes) {
  localStorage.setItem(READER, yes ? '1' : '0');
}
