/** The HTTP API as a page, made from the daemon's own description of it. */
import { el } from './dom.js';
import * as theme from './theme.js';

const main = document.getElementById('main');

function parameters(operation) {
  if (!operation.parameters?.length) return null;
  return el(
    'table',
    {},
    el('caption', {}, 'Parameters'),
    el('thead', {}, el('tr', {}, ...['Name', 'In', 'Type', 'Meaning'].map((head) => el('th', { scope: 'col' }, head)))),
    el(
      'tbody',
      {},
      operation.parameters.map((one) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, el('code', {}, one.name)),
          el('td', {}, one.in),
          el('td', {}, one.schema?.type ?? ''),
          el('td', {}, one.description ?? (one.name === 'id' ? 'an id, a unique beginning of one, or a name' : '')),
        ),
      ),
    ),
  );
}

/** The fields of a body, each with what it may be. */
function body(operation) {
  const schema = operation.requestBody?.content?.['application/json']?.schema;
  const fields = Object.entries(schema?.properties ?? {});
  if (!fields.length) return null;
  const type = (field) => field.type ?? (field.anyOf ?? []).map((one) => one.type).join(' or ');
  const meaning = (field) =>
    [
      field.description,
      field.enum && `one of ${field.enum.join(', ')}`,
      field.default !== undefined && `${field.default} if absent`,
    ]
      .filter(Boolean)
      .join('; ');
  return el(
    'table',
    {},
    el('caption', {}, 'Fields of the body'),
    el('thead', {}, el('tr', {}, ...['Name', 'Type', 'Meaning'].map((head) => el('th', { scope: 'col' }, head)))),
    el(
      'tbody',
      {},
      fields.map(([name, field]) =>
        el(
          'tr',
          {},
          el('th', { scope: 'row' }, el('code', {}, name), schema.required?.includes(name) ? ' (needed)' : ''),
          el('td', {}, type(field)),
          el('td', {}, meaning(field)),
        ),
      ),
    ),
  );
}

function example(method, path, operation) {
  const words = ['curl -s'];
  if (operation['x-role']) words.push('-H "Authorization: Bearer $(parley token)"');
  if (method !== 'get') words.push(`-X ${method.toUpperCase()}`);
  if (operation.requestBody) words.push(`-H "Content-Type: application/json" -d '{…}'`);
  words.push(`"$(parley url)${path}"`);
  return words.join(' ');
}

function route(path, method, operation) {
  return el(
    'details',
    { class: 'route', id: operation.operationId, 'data-text': `${method} ${path} ${operation.summary}`.toLowerCase() },
    el(
      'summary',
      {},
      el('span', { class: 'method', 'data-method': method }, method.toUpperCase()),
      el('code', {}, path),
      el('span', { class: 'what' }, operation.summary),
      el('span', { class: 'role' }, operation['x-role'] ?? 'everybody'),
    ),
    parameters(operation),
    body(operation),
    el('pre', { tabindex: 0, 'aria-label': 'Example' }, example(method, path, operation)),
  );
}

function draw(api) {
  const routes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => route(path, method, operation)),
  );
  const none = el('p', { hidden: true }, 'No route fits.');
  const filter = el('input', {
    type: 'search',
    placeholder: 'Filter routes',
    'aria-label': 'Filter routes',
    oninput: () => {
      const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const one of routes) one.hidden = !words.every((word) => one.dataset.text.includes(word));
      none.hidden = routes.some((one) => !one.hidden);
    },
  });
  main.replaceChildren(
    el('h1', {}, 'The HTTP API'),
    el(
      'p',
      {},
      `Parley ${api.info.version}. Requests need a token in the header Authorization, except where everybody may. `,
      el('code', {}, 'parley token'),
      ' prints yours. What is declined is JSON with ',
      el('code', {}, 'code'),
      ', ',
      el('code', {}, 'detail'),
      ' and, where something else would work, ',
      el('code', {}, 'try'),
      '. The description for programs is ',
      el('a', { href: '/openapi.json' }, 'openapi.json'),
      '.',
    ),
    filter,
    ...routes,
    none,
  );
  const wanted = document.getElementById(location.hash.slice(1));
  if (wanted?.matches('details')) {
    wanted.open = true;
    wanted.scrollIntoView();
  }
}

theme.apply();
try {
  const answer = await fetch('/openapi.json', { credentials: 'omit', redirect: 'error' });
  draw(await answer.json());
} catch {
  main.replaceChildren(el('h1', {}, 'The HTTP API'), el('p', { role: 'alert' }, 'The daemon does not answer. Try again in a moment.'));
}
