/** One session, live over a WebSocket, and taken up again at its offset when the connection breaks. */
import * as api from './api.js';

const OUTPUT = 0;
const FIRST_RETRY_MILLIS = 250;
const LAST_RETRY_MILLIS = 2000;
const HEADER = 9;
const ANSWER_MILLIS = 5000;

/** What a binary message says: its kind, the offset of its first byte, and the bytes. */
export function frame(buffer) {
  const view = new DataView(buffer);
  return {
    paint: view.getUint8(0) !== OUTPUT,
    offset: Number(view.getBigUint64(1)),
    bytes: new Uint8Array(buffer, HEADER),
  };
}

/**
 * Tells `hear` what comes: `output(bytes)`, `paint(bytes)`, `link(up)`, and by their types the daemon's messages: `hello`,
 * `state`, `resize`, `gap`, `exit`, `error`.
 */
export class Stream {
  #id;
  #hear;
  #socket;
  #retry = FIRST_RETRY_MILLIS;
  #timer;
  #over = false;
  /** Where the next byte of output stands; unknown until the first paint. */
  next;

  constructor(id, hear) {
    this.#id = id;
    this.#hear = hear;
  }

  connect() {
    const socket = api.stream(this.#id, this.next);
    this.#socket = socket;
    socket.binaryType = 'arraybuffer';
    socket.onmessage = ({ data }) =>
      typeof data === 'string' ? this.#told(JSON.parse(data)) : this.#came(frame(data));
    socket.onclose = () => this.#broken();
  }

  /** Bytes for the program, as keys make them. */
  type(text) {
    this.#give(new TextEncoder().encode(text));
  }

  /** Bytes that are not text, as some reports of the mouse are. */
  typeBytes(binary) {
    this.#give(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  }

  say(message) {
    this.#give(JSON.stringify(message));
  }

  close() {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  #give(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(message);
  }

  #came({ paint, offset, bytes }) {
    if (paint) {
      this.next = offset;
      this.#hear.paint(bytes);
      return;
    }
    // After a reconnection the first bytes may be ones we have.
    const known = this.next === undefined ? 0 : Math.max(0, this.next - offset);
    if (known < bytes.length) {
      this.next = offset + bytes.length;
      this.#hear.output(known === 0 ? bytes : bytes.subarray(known));
    }
  }

  #told(message) {
    if (message.type === 'hello') {
      this.#retry = FIRST_RETRY_MILLIS;
      this.#hear.link(true);
    }
    if (message.type === 'exit') this.#over = true; // nothing more will come, so nothing to come back for
    this.#hear[message.type]?.(message);
  }

  #broken() {
    if (this.#over) return;
    this.#hear.link(false);
    this.#timer = setTimeout(() => this.#again(), this.#retry);
    this.#retry = Math.min(this.#retry * 2, LAST_RETRY_MILLIS);
  }

  /** A refused connection does not say why; the API does. */
  async #again() {
    try {
      await api.find(this.#id);
    } catch (problem) {
      if (problem.status === 404 || problem.status === 401) {
        this.#over = true;
        this.#hear.error({ code: problem.code, message: problem.message, try: problem.remedy });
        return;
      }
    }
    if (!this.#over) this.connect();
  }
}

/** What was said between two offsets, as far as it is kept. */
export function earlier(id, from, to) {
  const pieces = [];
  return once(id, from, (message, done) => {
    if (message.paint || message.offset >= to) {
      done(pieces);
      return;
    }
    pieces.push(message.bytes.subarray(0, to - message.offset));
    if (message.offset + message.bytes.length >= to) done(pieces);
  });
}

/** The present screen as bytes, and the offset it shows. */
export function painted(id) {
  return once(id, undefined, (message, done) => {
    if (message.paint) done(message);
  });
}

/** A connection for one question, which is given up when nothing comes for a while. */
function once(id, from, take) {
  return new Promise((answer, fail) => {
    const socket = api.stream(id, from);
    let timer;
    const patience = () => {
      clearTimeout(timer);
      timer = setTimeout(() => socket.close(), ANSWER_MILLIS);
    };
    socket.binaryType = 'arraybuffer';
    socket.onclose = () => {
      clearTimeout(timer);
      fail(new Error('The daemon gave no earlier output')); // of no effect after an answer
    };
    socket.onmessage = ({ data }) => {
      patience();
      if (typeof data !== 'string') {
        take(frame(data), (value) => {
          answer(value);
          socket.close();
        });
      }
    };
    patience();
  });
}
