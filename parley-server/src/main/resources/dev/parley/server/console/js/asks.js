/** What an agent asks of a person: a hidden entry, or to take over for a while. */
import * as api from './api.js';
import { el, button } from './dom.js';
import { complain, toast } from './toasts.js';
import { plain } from './words.js';

/** The banners of one session. They stay as they are while nothing changed, so that no half-typed secret is lost. */
export class Asks {
  #id;
  #shown = new Map();
  #take;
  element = el('div', { class: 'asks' });

  /** @param take takes control */
  constructor(id, take) {
    this.#id = id;
    this.#take = take;
  }

  update(asks = [], mayAnswer) {
    for (const [ask, banner] of this.#shown) {
      if (!asks.some(({ id }) => id === ask)) {
        banner.remove();
        this.#shown.delete(ask);
      }
    }
    for (const ask of asks) {
      if (!this.#shown.has(ask.id)) {
        const banner = ask.kind === 'secret' ? this.#secret(ask, mayAnswer) : this.#takeover(ask, mayAnswer);
        this.#shown.set(ask.id, banner);
        this.element.append(banner);
        banner.querySelector('input')?.focus();
      }
    }
  }

  #secret(ask, mayAnswer) {
    // Not a login: browsers should neither fill nor keep it, and "one-time-code" is the kind they do not store.
    const hidden = el('input', {
      type: 'password',
      autocomplete: 'one-time-code',
      'aria-label': 'The secret',
      spellcheck: 'false',
      autocapitalize: 'off',
      'data-1p-ignore': true,
      'data-lpignore': 'true',
      disabled: !mayAnswer,
    });
    const form = el(
      'form',
      {
        class: 'answer',
        onsubmit: async (event) => {
          event.preventDefault();
          const value = hidden.value;
          hidden.value = '';
          await this.#tell(api.answerAsk(this.#id, ask.id, value));
        },
      },
      hidden,
      el('button', { class: 'primary', disabled: !mayAnswer }, 'Send'),
      this.#refuse(ask, mayAnswer),
    );
    return this.#banner(
      'Secret asked for',
      ask,
      'It goes to that program alone. Where it is printed it is masked: as it is, in base64, hexadecimal, URL-encoded, quoted and backwards. A program that wants to tell it can.',
      form,
    );
  }

  #takeover(ask, mayAnswer) {
    const act = button('Take control', null, () => this.#take(), { class: 'primary', disabled: !mayAnswer });
    return this.#banner(
      'Your turn',
      ask,
      'The agent waits until you hand control back.',
      el('div', { class: 'answer' }, act, this.#refuse(ask, mayAnswer)),
    );
  }

  #refuse(ask, mayAnswer) {
    return button('Refuse', null, () => this.#tell(api.refuseAsk(this.#id, ask.id)), {
      class: 'quiet',
      disabled: !mayAnswer,
    });
  }

  #banner(title, ask, note, act) {
    return el(
      'section',
      { class: `ask ${ask.kind === 'secret' ? 'secret' : 'takeover'}`, role: 'alert' },
      el('div', { class: 'words' }, el('strong', {}, title), el('bdi', {}, plain(ask.message)), ...this.#reader(ask), el('small', {}, note)),
      act,
    );
  }

  /** Who would read it, as the kernel says, and in which words it asks. */
  #reader(ask) {
    return ask.kind === 'secret' && ask.reader
      ? [el('span', { class: 'reader' }, 'Read by ', el('bdi', {}, plain(ask.reader)), ', which asks: ', el('bdi', {}, plain(ask.prompt)))]
      : [];
  }

  async #tell(answer) {
    try {
      const { outcome } = await answer;
      toast(
        { done: 'Given to the program', refused: 'The agent is told that you refused' }[outcome] ??
          `The answer: ${plain(outcome)}`,
      );
    } catch (problem) {
      complain(problem);
    }
  }
}
