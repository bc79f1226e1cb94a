/** Buttons for what a prompt offers to answer. */
import * as api from './api.js';
import { button } from './dom.js';
import { complain, toast } from './toasts.js';
import { plain } from './words.js';

/** Whether this person may answer here: what is typed would be refused while somebody has control. */
export function mayAnswer(entry, me) {
  return Boolean(entry.answers?.length) && me.role !== 'watch' && entry.floor !== 'human';
}

/** A button for each answer; they go as soon as the prompt does. */
export function answerButtons(entry) {
  const buttons = entry.answers.map((answer) =>
    button(plain(answer.label), null, () => void give(entry, answer, buttons), {
      class: 'quick',
      'data-part': `answer ${answer.label}`,
      title: typedWord(answer),
    }),
  );
  return buttons;
}

function typedWord({ text, enter }) {
  return ['Types', text.trim() && `“${plain(text)}”`, text === ' ' && 'a space', enter && (text ? 'and Enter' : 'Enter')]
    .filter(Boolean)
    .join(' ');
}

async function give(entry, answer, buttons) {
  for (const one of buttons) one.disabled = true; // one answer to one prompt
  try {
    const { why } = await api.answer(entry.session, answer, entry.answers_offset);
    if (why === 'guard') toast('The prompt has changed meanwhile. Nothing was typed.', { kind: 'bad', key: 'answer' });
  } catch (problem) {
    complain(problem);
  } finally {
    for (const one of buttons) one.disabled = false;
  }
}
