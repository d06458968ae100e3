// The moves of a game, grouped into turns.

import type { Action } from "./store.svelte";

export interface Turn {
  /** Who moved; -1 where only chance has decided so far. */
  seat: number;
  texts: string[];
  /** How many actions there were after it. */
  end: number;
}

/** What a player does without a throw in between is one turn, and a throw belongs to the move that follows it. */
export function turnsOf(actions: readonly Action[]): Turn[] {
  const turns: Turn[] = [];
  let waiting: string[] = [];
  for (const [index, action] of actions.entries()) {
    const last = turns.at(-1);
    if (action.seat === -1) waiting.push(action.text);
    else if (last !== undefined && last.seat === action.seat && waiting.length === 0) {
      last.texts.push(action.text);
      last.end = index + 1;
    } else {
      turns.push({ seat: action.seat, texts: [...waiting, action.text], end: index + 1 });
      waiting = [];
    }
  }
  if (waiting.length > 0) turns.push({ seat: -1, texts: waiting, end: actions.length });
  return turns;
}

/** The texts of a turn; a long row of throws, such as a random layout, is shortened. */
export function written(texts: readonly string[]): string {
  return texts.length > 6 ? [texts[0], "…", ...texts.slice(-2)].join(" · ") : texts.join(" · ");
}
