/** Server-sent events with our key in a header, which the browser's own EventSource cannot send. */
import * as api from './api.js';

/**
 * Tells `hear` of `open()`, of `broken()` once when the stream ends unasked, and of each event by its name with its data.
 */
export class EventStream {
  #hear;
  #stop = new AbortController();

  constructor(path, hear) {
    this.#hear = hear;
    void this.#read(path);
  }

  close() {
    this.#stop.abort();
  }

  async #read(path) {
    try {
      const answer = await api.request('GET', path, undefined, { signal: this.#stop.signal });
      this.#hear.open();
      let rest = '';
      const pieces = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
        const events = (rest + piece.value).split('\n\n');
        rest = events.pop();
        events.forEach((event) => this.#tell(event));
      }
    } catch {
      // As at the end of the stream; the API says why when it is asked again.
    }
    if (!this.#stop.signal.aborted) this.#hear.broken();
  }

  #tell(event) {
    const [, kind, data] = /^event: (.*)\ndata: (.*)$/.exec(event) ?? [];
    if (kind) this.#hear[kind]?.(JSON.parse(data));
  }
}
