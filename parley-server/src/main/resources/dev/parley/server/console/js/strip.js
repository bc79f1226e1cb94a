/** The line under a session that says what is known of it. */
import { el } from './dom.js';
import { sureness } from './parts.js';
import { folder, isOver, nodeOf, plain, program, startedBy, wholeProgram } from './words.js';

/** Terms and their values, for a description list. */
export function strip(entry) {
  const part = (word, value) => el('div', {}, el('dt', {}, word), el('dd', {}, value));
  const title = plain(entry.title);
  const living = !isOver(entry);
  return [
    part('Program', el('code', { class: 'may-shrink', title: wholeProgram(entry) }, program(entry))),
    nodeOf(entry) && part('Node', el('bdi', {}, nodeOf(entry))),
    startedBy(entry) && part('Started by', el('bdi', {}, startedBy(entry))),
    entry.sandbox && part('Sandbox', el('bdi', {}, plain(entry.sandbox))),
    folder(entry) && part('Folder', el('bdi', { class: 'mono', title: folder(entry) }, folder(entry))),
    entry.prompt && !entry.fullscreen && part('Prompt', el('code', {}, plain(entry.prompt))),
    living && part('Evidence', sureness(entry)),
    part('Size', `${entry.cols}×${entry.rows}`),
    title && part('Title', el('bdi', { class: 'may-shrink', title }, title)),
    entry.warning && part('Warning', plain(entry.warning)),
  ].filter(Boolean);
}
