/** Who may type in a session, and how to change it. */
import { button, el } from './dom.js';
import { floorWord } from './parts.js';
import { toast } from './toasts.js';
import { isOver } from './words.js';

/** The button, the banner and the rules of one session's floor. */
export class Floor {
  #me;
  #say;
  #entry;
  /** Whether it was this window that took it; the same person may have another open. */
  #took = false;
  button = button('Take the floor', null, () => this.toggle(), {
    class: 'primary floor-button',
    'aria-keyshortcuts': 'Control+Shift+F',
  });
  banner = el('div', { class: 'floor-banner', role: 'status' });

  /** @param say tells the daemon to take (true) or hand back (false) */
  constructor(me, say) {
    this.#me = me;
    this.#say = say;
  }

  /** Whether what is typed here goes to the program. */
  get mine() {
    return this.#took && this.#isHeldByMe();
  }

  /** Who has it: mine, other or agent. */
  get holder() {
    return this.mine ? 'mine' : this.#entry?.floor === 'human' && !isOver(this.#entry) ? 'other' : 'agent';
  }

  get mayTake() {
    return this.#me.role !== 'watch' && Boolean(this.#entry) && !isOver(this.#entry);
  }

  show(entry) {
    this.#entry = entry;
    const { mine } = this;
    this.button.hidden = !this.mayTake;
    this.button.lastElementChild.textContent = mine ? 'Hand back' : 'Take the floor';
    this.button.setAttribute('aria-label', mine ? 'Hand the floor back' : 'Take the floor');
    this.banner.dataset.floor = this.holder;
    this.banner.replaceChildren(...this.#words());
  }

  toggle() {
    this.take(!this.mine);
  }

  take(take) {
    if (!this.mayTake) return;
    this.#took = take;
    this.#say(take);
  }

  /** A closed connection hands back. */
  lost() {
    this.#took = false;
    if (this.#entry) this.show(this.#entry);
  }

  /** Says how one comes to type. */
  hint() {
    if (isOver(this.#entry)) return;
    if (!this.mayTake) {
      toast('You are watching. Your role may not type.', { key: 'hint' });
      return;
    }
    toast(`${this.#sentence()} Press Ctrl+Shift+F to type yourself.`, {
      key: 'hint',
      act: ['Take the floor', () => this.take(true)],
    });
  }

  #isHeldByMe() {
    return this.#entry?.floor === 'human' && this.#entry.floor_who === this.#me.who && !isOver(this.#entry);
  }

  #sentence() {
    if (this.#entry.floor !== 'human') return 'The agent has the floor.';
    return this.#isHeldByMe()
      ? 'You have the floor in another window.'
      : `${floorWord(this.#entry, this.#me)} has the floor.`;
  }

  /** Always a line, so that the terminal under it keeps its size when the floor changes hands. */
  #words() {
    if (isOver(this.#entry)) return [el('strong', {}, 'The session has ended.'), ' What it printed can still be read.'];
    const { mine } = this;
    const keys = ['Ctrl', 'Shift', 'F'].map((key) => el('kbd', {}, key));
    return [
      el('strong', {}, mine ? 'You have the floor.' : this.#sentence()),
      mine ? ' What you type goes to the program; the agent waits. ' : ' You are watching. ',
      this.mayTake && el('span', { class: 'way' }, ...keys, mine ? ' hands it back.' : ' takes it.'),
    ].filter(Boolean);
  }
}
