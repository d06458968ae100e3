// Words to the other side: each is shown at the seat of whoever says it, for some seconds, and kept nowhere.

import type { Word } from "../net/types";

/** In the order in which they are offered, with their pictures. */
export const WORDS: readonly [Word, string][] = [
  ["hello", "😊"],
  ["good_luck", "☘️"],
  ["nice_move", "★"],
  ["oops", "😳"],
  ["take_your_time", "😉"],
  ["back_soon", "☕"],
  ["thanks", "❤️"],
  ["well_played", "✌️"],
];

const SHOWN = 8000;

export class Words {
  /** What is shown now, by seat. */
  shown = $state.raw<Readonly<Record<number, Word>>>({});
  /** The last one, to be read out. */
  last = $state.raw<{ seat: number; word: Word } | null>(null);
  #timers: Record<number, ReturnType<typeof setTimeout>> = {};

  said(seat: number, word: Word): void {
    clearTimeout(this.#timers[seat]);
    this.shown = { ...this.shown, [seat]: word };
    this.last = { seat, word };
    this.#timers[seat] = setTimeout(() => this.#fade(seat), SHOWN);
  }

  #fade(seat: number): void {
    this.shown = Object.fromEntries(Object.entries(this.shown).filter(([index]) => Number(index) !== seat));
    if (this.last?.seat === seat) this.last = null; // what is said again is a change, and read out again
  }
}
