/** The window's title and its small picture, which say how many sessions need somebody. */

let page = 'Parley';
let many = 0;

export function entitle(text) {
  page = text;
  show();
}

export function countNeeds(count) {
  if (count === many) return;
  many = count;
  show();
  document.querySelector('link[rel="icon"]').href = many ? badge(many > 9 ? '9+' : String(many)) : 'icon.svg';
}

function show() {
  document.title = many ? `(${many}) ${page}` : page;
}

/** Our picture with a number in its corner. */
function badge(text) {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f6b63"/>' +
    '<path d="M7 14l5 4.5-5 4.5" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>' +
    '<circle cx="21" cy="11" r="11" fill="#d9480f"/>' +
    `<text x="21" y="16.5" font-family="sans-serif" font-size="${text.length > 1 ? 13 : 16}" font-weight="700" text-anchor="middle" fill="#fff">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
