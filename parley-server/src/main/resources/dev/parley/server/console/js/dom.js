/** Builds elements. Text is always text: nothing here, and nothing elsewhere, makes markup from a string. */

/** el('button', {class: 'quiet', onclick: f, 'aria-label': 'Close'}, 'Close') */
export function el(tag, traits = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(traits)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else if (name in PROPERTIES) element[name] = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const PROPERTIES = { value: 1, checked: 1, disabled: 1, hidden: 1, title: 1 };

const ICONS = {
  back: 'M10 3 5 8l5 5',
  search: 'M7 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zM10.5 10.5 14 14',
  camera: 'M2 5h3l1-1.5h4L11 5h3v8H2zM8 6.8a2.2 2.2 0 1 1 0 4.4 2.2 2.2 0 0 1 0-4.4z',
  download: 'M8 2v8M4.5 7 8 10.5 11.5 7M3 13.5h10',
  play: 'M4.5 2.8v10.4L13 8z',
  pause: 'M5 3v10M11 3v10',
  before: 'M12 3 6.5 8 12 13zM4 3v10',
  after: 'M4 3l5.5 5L4 13zM12 3v10',
  replay: 'M3 8a5 5 0 1 0 1.6-3.7M3 2.5v3h3',
  close: 'M4 4l8 8M12 4l-8 8',
  plus: 'M8 3v10M3 8h10',
  grid: 'M2.5 2.5h4.5v4.5H2.5zM9 2.5h4.5v4.5H9zM2.5 9h4.5v4.5H2.5zM9 9h4.5v4.5H9z',
  list: 'M2.5 4h11M2.5 8h11M2.5 12h11',
  sun: 'M8 5.2a2.8 2.8 0 1 1 0 5.6 2.8 2.8 0 0 1 0-5.6zM8 1v1.6M8 13.4V15M1 8h1.6M13.4 8H15M3 3l1.2 1.2M11.8 11.8 13 13M13 3l-1.2 1.2M4.2 11.8 3 13',
  moon: 'M13.5 9.5A5.8 5.8 0 0 1 6.5 2.5a5.8 5.8 0 1 0 7 7z',
  auto: 'M8 2.5a5.5 5.5 0 1 1 0 11zM8 2.5a5.5 5.5 0 1 0 0 11',
  bell: 'M4 11V7a4 4 0 0 1 8 0v4l1 1.2H3zM6.7 14h2.6',
  fit: 'M2.5 6V2.5H6M10 2.5h3.5V6M13.5 10v3.5H10M6 13.5H2.5V10',
  changes: 'M4 2.5v11M8 2.5h5.5M10.75 0v5.5M8 12h5.5',
  eye: 'M1.5 8s2.4-4.5 6.5-4.5S14.5 8 14.5 8 12.1 12.5 8 12.5 1.5 8 1.5 8zM8 6.2a1.8 1.8 0 1 1 0 3.6 1.8 1.8 0 0 1 0-3.6z',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  up: 'M4 10l4-4 4 4',
  down: 'M4 6l4 4 4-4',
};

/** A small picture beside or instead of a word; whoever uses it alone gives its button a name. */
export function icon(name) {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  svg.append(path);
  return svg;
}

/** A button with a picture and, unless there is no room for it, its word. */
export function button(name, picture, act, traits = {}) {
  const { wordless, ...rest } = traits;
  return el(
    'button',
    { type: 'button', onclick: act, title: wordless ? name : undefined, 'aria-label': name, ...rest },
    picture && icon(picture),
    wordless ? null : el('span', {}, name),
  );
}

/** Takes away the elements of a map whose keys are not among these. */
export function keep(elements, keys) {
  for (const [key, element] of elements) {
    if (keys.has(key)) continue;
    element.remove();
    elements.delete(key);
  }
}

/** Puts an element at a place among others; one that stands there is not touched, or it would lose the focus. */
export function putAt(parent, place, element) {
  if (parent.children[place] !== element) parent.insertBefore(element, parent.children[place] ?? null);
}

/** Puts work off to the next frame, and does it once however often it is asked for until then. */
export function onceAFrame(work) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      work();
    });
  };
}

/** Says something to a screen reader. */
export function speak(text) {
  document.getElementById('spoken').textContent = text;
}
