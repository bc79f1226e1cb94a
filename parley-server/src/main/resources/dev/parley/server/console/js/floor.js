/** Who may type in a session, and how to change it. People read "control"; the daemon calls it the floor. */
import { button, el } from './dom.js';
import { floorWord } from './parts.js';
import { toast } from './toasts.js';
import { isHeldBy, isOver } from './words.js';

/** The button, the banner and the rules of control over one session. */
export class Floor {
  #me;
  #say;
  #entry;
  /** Whether this window has it; the same person may have another open, and the daemon says which took it last. */
  #took = false;
  button = button('Take control', null, () => this.toggle(), {
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
    this.button.lastElementChild.textContent = mine ? 'Hand back' : 'Take control';
    this.button.setAttribute('aria-label', mine ? 'Hand control back' : 'Take control');
    this.banner.dataset.floor = this.holder;
    this.banner.replaceChildren(...this.#words());
  }

  /** The daemon says whether this window has it. */
  told(mine) {
    this.#took = mine;
    if (this.#entry) this.show(this.#entry);
  }

  toggle() {
    this.take(!this.mine);
  }

  take(take) {
    if (this.mayTake) this.#say(take);
  }

  /** A closed connection hands back. */
  lost() {
    this.told(false);
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
      act: ['Take control', () => this.take(true)],
    });
  }

  #isHeldByMe() {
    return Boolean(this.#entry) && isHeldBy(this.#entry, this.#me) && !isOver(this.#entry);
  }

  #sentence() {
    if (this.#entry.floor !== 'human') return 'The agent has control.';
    return this.#isHeldByMe()
      ? 'You have control in another window.'
      : `${floorWord(this.#entry, this.#me)} has control.`;
  }

  /** Always a line, so that the terminal under it keeps its size when control changes hands. */
  #words() {
    if (isOver(this.#entry)) return [el('strong', {}, 'The session has ended.'), ' What it printed can still be read.'];
    const { mine } = this;
    const keys = ['Ctrl', 'Shift', 'F'].map((key) => el('kbd', {}, key));
    return [
      el('strong', {}, mine ? 'You have control.' : this.#sentence()),
      mine ? ' What you type goes to the program; the agent waits. ' : ' You are watching. ',
      this.mayTake && el('span', { class: 'way' }, ...keys, mine ? ' hands it back.' : ' takes it.'),
    ].filter(Boolean);
  }
}
