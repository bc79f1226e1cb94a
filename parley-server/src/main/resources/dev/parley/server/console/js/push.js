/** Push messages to this browser, which arrive while no page of the console is open. */
import * as api from './api.js';

/** The rule of this browser. */
const KEY = 'parley.push';

/** Everything there is to call for. */
export const KINDS = ['asked', 'secret', 'question', 'failed', 'done'];

/** Only an address of ours is ever given to the browser as a worker. */
const address = window.trustedTypes?.createPolicy('worker', { createScriptURL: () => '/worker.js' });

/** Why this browser cannot have them; empty if it can. */
export function whyNot() {
  if (!window.isSecureContext) return 'The browser allows it on this machine and over HTTPS only.';
  return 'serviceWorker' in navigator && 'PushManager' in window ? '' : 'This browser has no push messages.';
}

/** The id of the rule that calls this browser, if there is one among these. */
export function ownRule(alerts) {
  const id = localStorage.getItem(KEY);
  return alerts.find((alert) => alert.id === id && alert.to === 'push')?.id;
}

/** Subscribes this browser and makes the rule that calls it. */
export async function turnOn() {
  if ((await Notification.requestPermission()) !== 'granted') {
    throw new Error('The browser does not allow notifications from this page');
  }
  const worker = await navigator.serviceWorker.register(address?.createScriptURL('') ?? '/worker.js');
  await navigator.serviceWorker.ready;
  const { key } = await api.pushKey();
  // A subscription that was made with another key would be of no use.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { endpoint, keys } = subscription.toJSON();
  const { id } = await api.addAlert({ when: KINDS, to: { kind: 'push', endpoint, ...keys } });
  localStorage.setItem(KEY, id);
}

export async function turnOff(id) {
  await api.removeAlert(id);
  localStorage.removeItem(KEY);
  const worker = await navigator.serviceWorker.getRegistration();
  await (await worker?.pushManager.getSubscription())?.unsubscribe();
}

/** Base64url as bytes. */
function bytes(text) {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
