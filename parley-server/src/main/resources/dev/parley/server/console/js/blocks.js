/**
 * The commands in a live terminal, where a shell says where they begin and end (OSC 133): a mark beside each, coloured by how
 * it ended. A click on a mark selects the command and its output, and so does going from mark to mark with keys.
 */
import { plain } from './words.js';

const MOST = 2000;

export class CommandBlocks {
  #terminal;
  #blocks = [];
  #prompt;
  #running;
  #at;

  constructor(terminal) {
    this.#terminal = terminal;
    terminal.parser.registerOscHandler(133, (data) => {
      if (terminal.buffer.active.type === 'normal') this.#mark(...data.split(';'));
      return false; // others may listen too
    });
  }

  /**
   * Goes to the command before or after the one gone to last, or the next to what is in sight where somebody has scrolled
   * since; selects it with its output. Returns what can be said of it, or nothing when there is none.
   */
  go(by) {
    const blocks = this.#kept();
    const block = this.#next(blocks, by);
    if (!block) return undefined;
    this.#terminal.scrollToLine(block.from.line);
    this.#select(block);
    this.#at = { block, viewportY: this.#terminal.buffer.active.viewportY };
    return plain(`${this.#text(block.from.line)}: ${ended(block)}`);
  }

  #next(blocks, by) {
    const { viewportY } = this.#terminal.buffer.active;
    const at = this.#at?.viewportY === viewportY ? blocks.indexOf(this.#at.block) : -1;
    if (at >= 0) return blocks[at + by];
    const below = viewportY + this.#terminal.rows;
    return by < 0 ? blocks.findLast(({ from }) => from.line < below) : blocks.find(({ from }) => from.line > viewportY);
  }

  #select({ from, to }) {
    this.#terminal.selectLines(from.line, Math.max(from.line, to.line - 1));
  }

  /**
   * A terminal forgets the markers of lines that are cleared, and painting clears the whole screen. Returns what puts them
   * back where the same lines stand again.
   */
  repainting() {
    const prompt = this.#noted(this.#prompt);
    const running = this.#noted(this.#running);
    const blocks = this.#kept().map((block) => ({ block, from: this.#noted(block.from), to: this.#noted(block.to) }));
    return () => {
      this.#prompt = this.#again(this.#prompt, prompt);
      this.#running = this.#again(this.#running, running);
      for (const { block, from, to } of blocks) {
        if (!block.from.isDisposed) continue;
        block.from = this.#again(block.from, from);
        block.to = this.#again(block.to, to) ?? block.from;
        if (block.from) this.#show(block);
      }
      this.#blocks = this.#blocks.filter(({ from }) => from);
    };
  }

  /** Where a marker is on the screen, and what stands there. */
  #noted(marker) {
    const { normal } = this.#terminal.buffer;
    if (!marker || marker.isDisposed || marker.line < normal.baseY) return undefined;
    return { row: marker.line - normal.baseY, text: this.#text(marker.line) };
  }

  /** The marker itself where it is still good, or another in the same row if that says the same. */
  #again(marker, noted) {
    if (!marker?.isDisposed) return marker;
    const { active } = this.#terminal.buffer;
    if (!noted || active.type !== 'normal' || this.#text(active.baseY + noted.row) !== noted.text) return undefined;
    return this.#terminal.registerMarker(noted.row - active.cursorY);
  }

  #text(line) {
    return this.#terminal.buffer.normal.getLine(line)?.translateToString(true);
  }

  #mark(kind, code) {
    if (kind === 'A') this.#prompt = this.#terminal.registerMarker(0);
    if (kind === 'C' && this.#prompt) {
      this.#running = this.#prompt;
      this.#prompt = undefined;
    }
    if (kind === 'D' && this.#running) {
      const block = { from: this.#running, to: this.#terminal.registerMarker(0), code: Number(code) || 0 };
      this.#running = undefined;
      this.#blocks.push(block);
      if (this.#blocks.length > MOST) this.#blocks.shift().mark?.dispose();
      this.#show(block);
    }
  }

  #kept() {
    this.#blocks = this.#blocks.filter(({ from }) => !from.isDisposed);
    return this.#blocks;
  }

  #show(block) {
    block.mark = this.#terminal.registerDecoration({ marker: block.from, x: 0, width: 1, layer: 'top' });
    block.mark?.onRender((element) => {
      if (element.classList.contains('command-mark')) return;
      element.classList.add('command-mark');
      element.toggleAttribute('data-bad', block.code !== 0);
      element.title = plain(`It ${ended(block)}. Click to select its output.`);
      element.addEventListener('click', () => this.#select(block));
    });
  }
}

function ended({ code }) {
  return code === 0 ? 'ended well' : `ended with ${code}`;
}
