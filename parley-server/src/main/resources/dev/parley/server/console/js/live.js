/** A session's screen, live: its stream fed into a terminal, at the session's own size and scaled to its box. */
import { FitAddon } from '../vendor/addon-fit.mjs';
import { Stream, earlier, painted } from './stream.js';
import { onLetters } from './letters.js';
import { RESET, keepCursorInSight, makeTerminal, scale } from './terminal.js';

/** When this much waits to be drawn, a fresh screen is taken instead: nobody can read that fast. */
const MOST_UNDRAWN = 4 << 20;
const FIRST_EARLIER = 256 << 10;
const READABLE = 14;

/** What a program may have changed and a painting, made for a new terminal, takes for granted. */
const NEUTRAL = '\x1b[!p\x1b>\x1b[?7h\x1b[?1;5;6;9;1000;1002;1003;1004;1005;1006;2004l';
const ALTERNATE = '\x1b[?1049h';
const NORMAL = '\x1b[?1049l';

/** The bytes that make a used terminal show a painting, and leave the screen underneath as it is. */
function overpaint(painting) {
  const alternate = new TextDecoder('latin1').decode(painting).includes(ALTERNATE);
  return [NEUTRAL + (alternate ? ALTERNATE : NORMAL), painting];
}

/** Says where output is missing that came faster than it could be shown; the recording has it. */
const GAP = '⋯ Output was skipped here: it came too fast to be shown. The recording and the search have all of it. ⋯';

/** A screen is kept above such a line this often at most: a flood must not push everything else out. */
const BETWEEN_KEPT_MILLIS = 1000;

/** Moves the whole screen up and out of sight, and leaves a line behind it that says what is missing. */
function gapBelow(rows, columns) {
  return `${NEUTRAL}\x1b[m\x1b[r\x1b[${rows};1H\r\n${gapLine(columns)}${'\r\n'.repeat(rows)}`;
}

/** Leaves such a line in place of the screen's first, and moves it alone out of sight. */
function gapInstead(rows, columns) {
  return `${NEUTRAL}\x1b[m\x1b[r\x1b[H\x1b[2K${gapLine(columns)}\x1b[${rows};1H\r\n`;
}

function gapLine(columns) {
  return `\x1b[2;3m${GAP.slice(0, columns)}\x1b[m`;
}

export class LiveScreen {
  #id;
  #box;
  #hear;
  #sizes;
  #deep;
  #stream;
  #observer;
  #fit = new FitAddon();
  #undrawn = 0;
  #skipping = false;
  /** Output that came while earlier output was fetched. */
  #held;
  #replaying = false;
  #shownFrom;
  #first = 0;
  #earlierBytes = FIRST_EARLIER;
  /** Whether the last that was shown was a screen behind a gap: one mark is enough for all gaps in a row. */
  #gapMarked = false;
  #gap = false;
  #keptAt = -BETWEEN_KEPT_MILLIS;
  #forgetLetters;
  terminal;

  /**
   * @param box the element that holds the terminal
   * @param hear is told what the stream tells beside output, `settled()` when earlier output stands above the screen,
   *     `copy(text)` when a program wants to copy, and `repainting()` before the screen is painted anew: what that returns
   *     is called afterwards
   * @param sizes the smallest and largest letters, in pixels, and whether a person may choose others
   * @param scrollback how many lines to keep above the screen; none: earlier output is not asked for
   */
  constructor(id, box, hear, sizes, scrollback = 20_000) {
    this.#id = id;
    this.#box = box;
    this.#hear = hear;
    this.#sizes = sizes;
    this.#deep = scrollback > 0;
    // What was printed earlier asks for nothing any more.
    const copy = (text) => !this.#replaying && hear.copy?.(text);
    this.terminal = makeTerminal({ scrollback }, copy);
    this.terminal.loadAddon(this.#fit);
    this.#stream = new Stream(id, {
      ...hear,
      output: (bytes) => this.#output(bytes),
      paint: (bytes) => this.#paint(bytes),
      hello: (message) => {
        this.#first = message.first_offset;
        this.#resize(message);
        hear.hello?.(message);
      },
      gap: (message) => {
        this.#gap = true;
        hear.gap?.(message);
      },
      resize: (message) => {
        this.#resize(message);
        hear.resize?.(message);
      },
      link: (up) => hear.link?.(up),
      error: (message) => hear.error?.(message),
    });
  }

  open() {
    this.terminal.open(this.#box);
    this.#observer = new ResizeObserver(() => this.scale());
    this.#observer.observe(this.#box);
    this.#forgetLetters = onLetters(() => this.scale());
    this.terminal.onWriteParsed(() => keepCursorInSight(this.terminal, this.#box));
    this.terminal.onData((text) => this.#stream.type(text));
    this.terminal.onBinary((bytes) => this.#stream.typeBytes(bytes));
    this.#stream.connect();
  }

  dispose() {
    this.#observer?.disconnect();
    this.#forgetLetters?.();
    this.#stream.close();
    this.terminal.dispose();
  }

  scale() {
    scale(this.terminal, this.#box, this.#sizes);
    keepCursorInSight(this.terminal, this.#box);
  }

  /** Whether keys go to the program. */
  set typing(may) {
    this.terminal.options.disableStdin = !may;
    this.terminal.options.cursorBlink = may;
  }

  type(text) {
    this.#stream.type(text);
  }

  takeFloor(take) {
    this.#stream.say({ type: 'floor', take });
  }

  /** Gives the session the size that fills this window with letters of a usual size. */
  fitToWindow() {
    this.terminal.options.fontSize = READABLE;
    const size = this.#fit.proposeDimensions();
    if (size?.cols > 1 && size?.rows > 1) this.#stream.say({ type: 'resize', cols: size.cols, rows: size.rows });
  }

  /** The rows in sight as text. */
  visibleText() {
    const { active } = this.terminal.buffer;
    return Array.from({ length: this.terminal.rows }, (_, row) =>
      (active.getLine(active.viewportY + row)?.translateToString(true) ?? '').trimEnd(),
    )
      .join('\n')
      .trimEnd();
  }

  /** Whether the journal has more than is shown. */
  get hasEarlier() {
    return this.#shownFrom !== undefined && this.#shownFrom > this.#first;
  }

  /**
   * Puts earlier output above what is shown: plays the journal again from an earlier offset and paints the present
   * screen over the end, because sizes and modes from before are not known.
   */
  async loadEarlier() {
    if (this.#held || !this.hasEarlier) return;
    this.#held = [];
    this.#replaying = true;
    const lines = this.terminal.buffer.active.length;
    let painting;
    try {
      const to = this.#stream.next;
      const from = Math.max(this.#first, to - this.#earlierBytes);
      this.#earlierBytes *= 4;
      const pieces = await earlier(this.#id, from, to);
      painting = await painted(this.#id);
      this.terminal.write(RESET);
      for (const piece of pieces) this.terminal.write(piece);
      this.#shownFrom = from;
    } finally {
      this.#goOn(painting);
      await new Promise((drawn) => this.terminal.write('', drawn));
      // The line that was on top stays where it was.
      this.terminal.scrollToLine(Math.max(0, this.terminal.buffer.active.length - lines));
    }
  }

  /** Shows a fresh screen, if there is one, and then what came meanwhile and is not on it. */
  #goOn(painting) {
    if (painting) this.#draw(painting.bytes);
    this.terminal.write('', () => (this.#replaying = false));
    const shown = painting?.offset ?? 0;
    for (const { paint, bytes, offset } of this.#held) {
      const known = Math.max(0, shown - offset);
      if (paint && known === 0) this.#draw(bytes);
      else if (!paint && known < bytes.length) this.terminal.write(bytes.subarray(known));
    }
    this.#held = undefined;
  }

  #output(bytes) {
    if (this.#held) {
      this.#held.push({ bytes, offset: this.#stream.next - bytes.length });
      return;
    }
    if (this.#skipping) return;
    this.#gapMarked = false;
    this.#undrawn += bytes.length;
    this.terminal.write(bytes, () => {
      this.#undrawn -= bytes.length;
      if (this.#skipping && this.#undrawn === 0) this.#catchUp();
    });
    this.#skipping = this.#undrawn > MOST_UNDRAWN;
  }

  async #catchUp() {
    this.#held = [];
    this.#skipping = false;
    this.#markGap();
    let painting;
    try {
      painting = await painted(this.#id);
    } finally {
      this.#goOn(painting);
    }
  }

  #paint(bytes) {
    if (this.#held) {
      this.#held = [{ paint: true, bytes, offset: this.#stream.next }]; // it has all that was held before
      return;
    }
    // A gap leaves the lines above as they were; what is painted is the screen alone.
    const first = this.#shownFrom === undefined && this.#deep;
    this.#shownFrom ??= this.#stream.next;
    if (this.#gap && !first) this.#markGap();
    this.#gap = false;
    this.#draw(bytes);
    if (first) void this.#settle();
  }

  #markGap() {
    const { terminal } = this;
    if (this.#gapMarked || !this.#deep || terminal.buffer.active.type !== 'normal') return;
    this.#gapMarked = true;
    const now = performance.now();
    const keep = now - this.#keptAt >= BETWEEN_KEPT_MILLIS;
    if (keep) this.#keptAt = now;
    terminal.write((keep ? gapBelow : gapInstead)(terminal.rows, terminal.cols));
  }

  /** Puts the first earlier output above the screen; what is shown stands without it. */
  async #settle() {
    await this.loadEarlier().catch(() => {});
    this.#hear.settled?.();
  }

  #draw(painting) {
    let putBack;
    this.terminal.write('', () => (putBack = this.#hear.repainting?.()));
    for (const piece of overpaint(painting)) this.terminal.write(piece);
    this.terminal.write('', () => putBack?.());
  }

  #resize({ cols, rows }) {
    if (cols !== this.terminal.cols || rows !== this.terminal.rows) this.terminal.resize(cols, rows);
    // The new size is drawn with the next frame, and only then can be measured.
    requestAnimationFrame(() => this.scale());
  }
}
