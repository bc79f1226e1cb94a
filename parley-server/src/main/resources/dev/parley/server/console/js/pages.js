/** The addresses of the console's pages. */

/** page('session', id), page('grid', ...ids) */
export const page = (name, ...ids) => `#/${name}/${ids.map(encodeURIComponent).join(',')}`;

/** The ids that an address names. */
export function idsOf(rest) {
  return rest.split(',').filter(Boolean).map(decoded);
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // no session has such an id
  }
}
