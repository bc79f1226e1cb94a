/**
 * The commands in a live terminal, where a shell says where they begin and end (OSC 133): a mark beside each, coloured by how
 * it ended. A click on a mark selects the command and its output; one can go from mark to mark.
 */
import { plain } from './words.js';

const MOST = 2000;

export class CommandBlocks {
  #terminal;
  #blocks = [];
  #prompt;
  #running;

  constructor(terminal) {
    this.#terminal = terminal;
    terminal.parser.registerOscHandler(133, (data) => {
      if (terminal.buffer.active.type === 'normal') this.#mark(...data.split(';'));
      return false; // others may listen too
    });
  }

  /** Scrolls to the command before or after the first line in sight; false when there is none. */
  go(by) {
    const { viewportY } = this.#terminal.buffer.active;
    const lines = this.#kept().map(({ from }) => from.line);
    const line = by < 0 ? lines.findLast((one) => one < viewportY) : lines.find((one) => one > viewportY);
    if (line === undefined) return false;
    this.#terminal.scrollToLine(line);
    return true;
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
      element.title = plain(`${block.code === 0 ? 'It ended well' : `It ended with ${block.code}`}. Click to select its output.`);
      element.addEventListener('click', () =>
        this.#terminal.selectLines(block.from.line, Math.max(block.from.line, block.to.line - 1)),
      );
    });
  }
}
