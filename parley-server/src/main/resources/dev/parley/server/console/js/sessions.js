/** All sessions as the daemon last told them, kept up to date by its event stream. */
import * as api from './api.js';
import { EventStream } from './events.js';
import { isOver, needsYou, nodeOf } from './words.js';

const RETRY_MILLIS = 1000;

/** What holds somebody up comes before what is over. */
const URGENCY = ['asked', 'secret', 'question', 'failed', 'done'];

/**
 * Fires `change` (detail: the entry, or nothing when all may have changed), `removed`, `notice`, `needs` (detail: an entry
 * that needs somebody from now on), `link` (detail: whether the daemon is reached) and `signedout`.
 */
export class Sessions extends EventTarget {
  #entries = new Map();
  /** Those that went while an answer was under way. */
  #gone = new Set();
  #asking = false;
  #source;
  linked = false;
  loaded = false;

  /** Connects, and goes on connecting until told to stop. */
  watch() {
    this.#source = new EventStream('/v1/events?fleet=true', {
      open: () => this.#link(true),
      broken: () => this.#broken(),
      sessions: (told) => this.#replace((told.sessions ?? told).map(stamped)),
      session: (entry) => this.#put(entry),
      removed: ({ session }) => {
        this.#entries.delete(session);
        this.#gone.add(session);
        this.#fire('removed', session);
      },
      notice: (notice) => this.#fire('notice', notice),
    });
  }

  stop() {
    this.#source?.close();
  }

  get(id) {
    return this.#entries.get(id);
  }

  /** What needs somebody, the longest first. */
  needing() {
    return [...this.#entries.values()]
      .filter(needsYou)
      .sort(
        (a, b) =>
          URGENCY.indexOf(a.attention) - URGENCY.indexOf(b.attention) ||
          String(a.attention_since).localeCompare(String(b.attention_since)),
      );
  }

  /** What needs somebody first, then the living, newest first, then the ended. */
  all() {
    const rank = (entry) => (needsYou(entry) ? 0 : isOver(entry) ? 2 : 1);
    return [...this.#entries.values()].sort(
      (a, b) =>
        rank(a) - rank(b) ||
        String(b.started_at).localeCompare(String(a.started_at)) ||
        a.session.localeCompare(b.session),
    );
  }

  living() {
    return this.all().filter((entry) => !isOver(entry));
  }

  /** The nodes of the fleet that have sessions; none where there is no fleet. */
  nodes() {
    return [...new Set([...this.#entries.values()].map(nodeOf).filter(Boolean))].sort();
  }

  /** Those that are reached through this one. */
  otherNodes() {
    const far = [...this.#entries.values()].filter(({ session }) => session.includes('/'));
    return [...new Set(far.map(nodeOf))].sort();
  }

  /** How long a session has lived and been quiet grows without an event; so ask again now and then. */
  async refresh() {
    if (this.#asking) return;
    this.#asking = true;
    const asked = Date.now();
    this.#gone.clear();
    try {
      const { sessions } = await api.list({ fleet: this.nodes().length > 0 });
      // What events told meanwhile is newer than this answer.
      const newer = [...this.#entries.values()].filter(({ heard }) => heard >= asked);
      this.#replace([...sessions.filter(({ session }) => !this.#gone.has(session)).map(stamped), ...newer]);
    } catch {
      // The event stream says when the daemon is gone.
    } finally {
      this.#asking = false;
    }
  }

  #replace(entries) {
    this.#entries = new Map(entries.map((entry) => [entry.session, entry]));
    this.loaded = true;
    this.#fire('change');
  }

  #put(entry) {
    const before = this.#entries.get(entry.session);
    this.#entries.set(entry.session, stamped(entry));
    this.#fire('change', this.#entries.get(entry.session));
    if (needsYou(entry) && before?.attention !== entry.attention) this.#fire('needs', entry);
  }

  /** A daemon on its way up is asked again; one that does not know us any more is not. */
  async #broken() {
    this.#link(false);
    try {
      await api.me();
    } catch (problem) {
      if (problem.status === 401) {
        this.#fire('signedout');
        return;
      }
    }
    setTimeout(() => this.watch(), RETRY_MILLIS);
  }

  #link(up) {
    if (this.linked !== up) {
      this.linked = up;
      this.#fire('link', up);
    }
  }

  #fire(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}

/** When we heard it, so that its age can go on from there. */
function stamped(entry) {
  return { ...entry, heard: Date.now() };
}

export function ageOf(entry) {
  return isOver(entry) ? entry.age_s : entry.age_s + (Date.now() - entry.heard) / 1000;
}

export function idleOf(entry) {
  return entry.idle_s + (Date.now() - entry.heard) / 1000;
}
