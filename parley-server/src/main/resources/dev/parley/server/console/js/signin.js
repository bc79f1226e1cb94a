/** The page of somebody we do not know yet. */
import * as api from './api.js';
import { el } from './dom.js';
import { complain } from './toasts.js';

/** Shows how to get in; returns when a code was taken. */
export function signIn(place) {
  return new Promise((entered) => {
    const code = el('input', {
      name: 'code',
      class: 'mono',
      autocomplete: 'off',
      spellcheck: 'false',
      'aria-label': 'One-time code',
      placeholder: 'One-time code',
    });
    const form = el(
      'form',
      {
        class: 'code',
        onsubmit: async (event) => {
          event.preventDefault();
          const given = code.value.trim();
          code.value = '';
          try {
            await api.login(given);
            entered();
          } catch (problem) {
            complain(problem);
          }
        },
      },
      code,
      el('button', { class: 'primary' }, 'Sign in'),
    );
    place.replaceChildren(
      el(
        'div',
        { class: 'signin' },
        el('span', { class: 'mark', 'aria-hidden': 'true' }),
        el('h1', {}, 'Parley'),
        el(
          'p',
          {},
          'This console belongs to the person who runs the daemon. To open it, run this in a terminal on the same machine:',
        ),
        el('pre', {}, 'parley open'),
        el(
          'p',
          {},
          'It opens this page with a code that works once and for a minute. A code from elsewhere goes here:',
        ),
        form,
      ),
    );
  });
}
