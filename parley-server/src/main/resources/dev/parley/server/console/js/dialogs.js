/** Questions in a dialog of the browser's own kind: it keeps the focus, and Escape leaves it. */
import { el, button } from './dom.js';

/** Shows a dialog with what `fill` puts in; answers what it was closed with. */
export function dialog(title, fill) {
  const heading = el('h2', { id: 'dialog-title' }, title);
  const box = el('dialog', { class: 'dialog', 'aria-labelledby': 'dialog-title' });
  const answered = new Promise((answer) => {
    let value;
    const close = (given) => {
      value = given;
      box.close();
    };
    box.append(heading, ...fill(close));
    box.addEventListener('close', () => {
      box.remove();
      answer(value);
    });
    box.addEventListener('click', (event) => event.target === box && box.close());
  });
  document.body.append(box);
  box.showModal();
  return answered;
}

/** A yes or no; whatever is not yes is no. */
export async function confirm(title, text, yes, traits = {}) {
  return Boolean(
    await dialog(title, (close) =>
      [
        el('p', {}, text),
        traits.detail ? el('p', { class: 'address' }, traits.detail) : null,
        el(
          'div',
          { class: 'actions' },
          button('Cancel', null, () => close(false), { class: 'quiet' }),
          button(yes, null, () => close(true), { class: traits.danger ? 'danger' : 'primary', autofocus: true }),
        ),
      ].filter(Boolean),
    ),
  );
}

export function askToOpen(address) {
  return confirm('Open this link?', 'A program printed a link that leads to:', 'Open', { detail: address });
}

/**
 * Asks what to start, and stays with all that was typed while it cannot be started; returns what `start` returned, or
 * nothing.
 *
 * @param nodes where else it can run; none where there is no fleet
 */
export function askWhatToStart(start, nodes) {
  const field = (label, name, traits, hint) =>
    el(
      'label',
      { class: 'field' },
      el('span', {}, label),
      el('input', { name, autocomplete: 'off', spellcheck: 'false', autocapitalize: 'off', ...traits }),
      hint ? el('small', {}, hint) : null,
    );
  return dialog('Start a session', (close) => {
    const refused = el('p', { class: 'refused', role: 'alert', hidden: true });
    const submit = el('button', { type: 'submit', class: 'primary' }, 'Start');
    const form = el(
      'form',
      { method: 'dialog' },
      field(
        'Command',
        'command',
        { class: 'mono', placeholder: 'python3 -q', autofocus: true },
        'A line for the shell. Empty: an interactive shell.',
      ),
      field('Folder', 'cwd', { class: 'mono', placeholder: '~' }),
      nodes.length ? where(nodes) : null,
      field('Name', 'name', { placeholder: 'optional' }),
      el(
        'div',
        { class: 'pair' },
        field('Columns', 'cols', { type: 'number', min: 2, max: 1000, value: '120' }),
        field('Rows', 'rows', { type: 'number', min: 2, max: 1000, value: '40' }),
      ),
      refused,
      el(
        'div',
        { class: 'actions' },
        button('Cancel', null, () => close(), { class: 'quiet' }),
        submit,
      ),
    );
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const given = Object.fromEntries([...new FormData(form)].filter(([, value]) => value !== ''));
      submit.disabled = true;
      refused.hidden = true;
      try {
        close(await start({ ...given, cols: Number(given.cols), rows: Number(given.rows), timeout_ms: 0 }));
      } catch (problem) {
        refused.textContent = problem.sentence ? problem.sentence() : problem.message;
        refused.hidden = false;
      } finally {
        submit.disabled = false;
      }
    });
    return [form];
  });
}

/** Which node it runs on. */
function where(nodes) {
  return el(
    'label',
    { class: 'field' },
    el('span', {}, 'Node'),
    el(
      'select',
      { name: 'target' },
      el('option', { value: '' }, 'This one'),
      nodes.map((node) => el('option', { value: `node:${node}` }, node)),
      el('option', { value: 'fleet' }, 'Any with room'),
    ),
  );
}
