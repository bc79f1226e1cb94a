/**
 * The daemon's HTTP API, as far as the console uses it. The key of our login says who we are. It is in the storage of this
 * origin, which no page of another port or host can read, and a browser sends it nowhere by itself.
 */
const KEY = 'parley.key';
const key = () => localStorage.getItem(KEY) ?? '';

/** A request that was declined: what happened, and what to try instead. */
export class Problem extends Error {
  constructor(status, body) {
    super(body.detail || body.title || `The daemon answered ${status}`);
    this.status = status;
    this.code = body.code ?? '';
    this.remedy = body.try ?? '';
  }

  sentence() {
    return this.remedy ? `${this.message}. ${this.remedy}`.replace('..', '.') : this.message;
  }
}

export async function request(method, path, body, more = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: {
        ...(key() && { Authorization: `Bearer ${key()}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      ...more,
    });
  } catch {
    throw new Problem(0, { detail: 'The daemon does not answer', try: 'It may be restarting; try again in a moment' });
  }
  if (!answer.ok) {
    throw new Problem(answer.status, await answer.json().catch(() => ({})));
  }
  return answer;
}

async function json(method, path, body) {
  const answer = await request(method, path, body);
  return answer.status === 204 ? {} : answer.json();
}

const session = (id) => `/v1/sessions/${encodeURIComponent(id)}`;

export const me = () => json('GET', '/v1/me');
export async function login(code) {
  localStorage.setItem(KEY, (await json('POST', '/v1/login', { code })).key);
}
export async function logout() {
  await json('POST', '/v1/logout', {});
  localStorage.removeItem(KEY);
}
export const list = ({ fleet }) => json('GET', `/v1/sessions?include_exited=true${fleet ? '&fleet=true' : ''}`);
export const start = (launch) => json('POST', '/v1/sessions', launch);
export const find = (id) => json('GET', session(id));
export const close = (id) => json('DELETE', session(id));
export const remove = (id) => json('DELETE', `${session(id)}?remove=true`);
/** Tells that a person has seen how it stands. */
export const seen = (id) => json('GET', `${session(id)}/screen`);
export const search = (id, text) =>
  json('GET', `${session(id)}/search?around=3&max=100&text=${encodeURIComponent(text)}`);
/** Types an answer that was offered, and only if nothing was printed since it was. */
export const answer = (id, { text, enter }, offset) =>
  json('POST', `${session(id)}/input`, {
    text,
    enter,
    if_state: 'waiting',
    if_offset: offset,
    timeout_ms: 0,
    view: 'none',
  });
/** The branch and folder of the worktree that a session has for itself; nothing of it where it has none. */
export const worktree = (id) => json('GET', `${session(id)}/worktree`);
export const changes = (id) => json('GET', `${session(id)}/worktree?diff=true`);
export const alerts = () => json('GET', '/v1/alerts');
export const addAlert = (alert) => json('POST', '/v1/alerts', alert);
export const removeAlert = (id) => json('DELETE', `/v1/alerts/${encodeURIComponent(id)}`);
export const testAlert = (id) => json('POST', `/v1/alerts/${encodeURIComponent(id)}/test`, {});
export const pushKey = () => json('GET', '/v1/push');
export const floor = (id, take) => json('POST', `${session(id)}/floor`, { take });
export const answerAsk = (id, ask, value) => json('POST', `${session(id)}/asks/${encodeURIComponent(ask)}`, { value });
export const refuseAsk = (id, ask) => json('POST', `${session(id)}/asks/${encodeURIComponent(ask)}`, { refuse: true });
export const asciicast = async (id) => (await request('GET', `${session(id)}/export?format=asciicast`)).text();

/** Saves what an address answers as a file; fetched first, so that a refusal is told and not saved. */
async function save(path, name) {
  const answer = await request('GET', path);
  const address = URL.createObjectURL(await answer.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = name.replace(/[^\w.-]+/g, '_');
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const savePicture = (id, name) => save(`${session(id)}/screen.png`, `${name}.png`);
export const saveRecording = (id, name) => save(`${session(id)}/export?format=asciicast`, `${name}.cast`);

/** A socket on which a session's bytes stream, from an offset or from its present screen. */
export function stream(id, from) {
  const address = new URL(`${session(id)}/stream`, location.href);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  address.hash = '';
  if (from !== undefined) address.searchParams.set('from', from);
  // A page can set no headers here; the key goes as a protocol that is never chosen.
  return new WebSocket(address, ['parley', `key.${key()}`]);
}
