/** The line under a session that says what is known of it. */
import { el } from './dom.js';
import { floorWord, sureness } from './parts.js';
import { folder, isOver, plain, program, wholeProgram } from './words.js';

/** Terms and their values, for a description list. */
export function strip(entry, me) {
  const part = (word, value) => el('div', {}, el('dt', {}, word), el('dd', {}, value));
  const title = plain(entry.title);
  const living = !isOver(entry);
  return [
    part('Program', el('code', { title: wholeProgram(entry) }, program(entry))),
    folder(entry) && part('Folder', el('bdi', { class: 'mono' }, folder(entry))),
    entry.prompt && part('Prompt', el('code', {}, plain(entry.prompt))),
    living && part('Evidence', sureness(entry)),
    title && part('Title', el('bdi', {}, title)),
    part('Size', `${entry.cols}×${entry.rows}`),
    living && part('Floor', floorWord(entry, me)),
    entry.warning && part('Warning', plain(entry.warning)),
  ].filter(Boolean);
}
