/** Short notices in a corner and, when the person wants them, from the browser when the page is not in sight. */
import { el, button } from './dom.js';

const SHOWN_MILLIS = 9000;
const MOST = 4;

/** @param act a word and what it does, when there is something to do about it */
export function toast(text, { kind = 'news', act, title, keep = false, key } = {}) {
  const shelf = document.getElementById('toasts');
  if (key) shelf.querySelector(`[data-key="${CSS.escape(key)}"]`)?.remove();
  while (shelf.children.length >= MOST) shelf.firstElementChild.remove();
  const shown = el(
    'div',
    { class: `toast ${kind}`, 'data-key': key },
    el('div', { class: 'words' }, title ? el('strong', {}, title) : null, el('span', {}, text)),
    act
      ? button(act[0], null, () => {
          act[1]();
          shown.remove();
        })
      : null,
    button('Dismiss', 'close', () => shown.remove(), { class: 'quiet', wordless: true }),
  );
  shelf.append(shown);
  if (!keep) leaveUnlessLookedAt(shown);
}

/** Takes away what was said a session needs, once the person is there or somebody else has seen to it. */
export function dismiss(session) {
  document.querySelector(`#toasts .needs[data-key="${CSS.escape(`${session} notice`)}"]`)?.remove();
}

function leaveUnlessLookedAt(shown) {
  setTimeout(
    () => (shown.matches(':hover, :focus-within') ? leaveUnlessLookedAt(shown) : shown.remove()),
    SHOWN_MILLIS,
  );
}

export function complain(problem) {
  toast(problem.sentence ? problem.sentence() : problem.message, { kind: 'bad' });
}

export function canNotify() {
  return 'Notification' in window && Notification.permission === 'granted';
}

/** Asks the person; the browser remembers the answer. */
export async function askToNotify() {
  if (!('Notification' in window)) {
    toast('This browser shows no notifications', { kind: 'bad' });
    return;
  }
  const answer = await Notification.requestPermission();
  toast(
    answer === 'granted'
      ? 'You will be told when a session needs you and this page is not in sight'
      : 'The browser does not allow notifications from this page',
  );
}

/** Says it outside the page too when nobody looks at it. */
export function notify(title, text, go) {
  if (!document.hidden || !canNotify()) return;
  const shown = new Notification(title, { body: text, tag: `parley ${title}` });
  shown.onclick = () => {
    window.focus();
    go();
    shown.close();
  };
}
