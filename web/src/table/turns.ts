// The moves of a game, grouped into turns.

import { hasShort } from "../i18n/i18n.svelte";
import type { Phrase } from "../net/types";
import type { Action } from "./state.svelte";

export interface Turn {
  /** Who moved; -1 where only chance has decided so far. */
  seat: number;
  actions: Action[];
  /** How many actions there were after it. */
  end: number;
}

/** More throws in a row than this lay out a board. */
const LAYOUT = 6;

/**
 * What a player does without a throw in between is one turn, and a throw belongs to the move that follows it.
 * beforeThrow: after such a move the throw and what is done with it are of the same turn.
 */
export function turnsOf(actions: readonly Action[], beforeThrow: readonly RegExp[] = []): Turn[] {
  const turns: Turn[] = [];
  let waiting: Action[] = [];
  for (const [index, action] of actions.entries()) {
    const last = turns.at(-1);
    const before = actions[index - 1];
    const goesOn = before !== undefined && before.seat >= 0 && beforeThrow.some((move) => move.test(before.text));
    if (action.seat === -1 && !goesOn) waiting.push(action);
    else if (last !== undefined && waiting.length === 0 && (last.seat === action.seat || goesOn)) {
      last.actions.push(action);
      last.end = index + 1;
    } else {
      turns.push({ seat: action.seat, actions: [...waiting, action], end: index + 1 });
      waiting = [];
    }
  }
  if (waiting.length > 0) turns.push({ seat: -1, actions: waiting, end: actions.length });
  return turns;
}

/** Whose turn it is, or will be: a throw that nobody has used yet tells for whom it was thrown. -1 where nobody is named. */
export function ownerOf({ seat, actions }: Turn): number {
  return seat >= 0 ? seat : throwerOf(listed(actions).at(-1));
}

/** For whom chance has decided something; -1 where nobody is named, or where it is somebody's move. */
export function throwerOf(action: Action | undefined): number {
  if (action === undefined || action.seat >= 0) return -1;
  const values = action.story[0]?.values ?? {};
  const named = (values["side"] ?? values["player"]) as Phrase | undefined;
  const thrower = named?.values?.["seat"];
  return typeof thrower === "number" ? thrower : -1;
}

/** The actions of a turn that are listed: without a long row of throws before it, such as a random layout. */
export function listed(actions: readonly Action[]): readonly Action[] {
  return afterLayout(actions);
}

/** What others did by a move, such as take what it left in danger: the later sentences that can be said in short. */
export function byOthers(action: Action | undefined): Phrase[] {
  return (action?.story ?? []).slice(1).filter(hasShort);
}

/** Where somebody who steps through the turns is: how many of them lie behind, and how many there are. */
export function turnAt(turns: readonly Turn[], actions: number): { n: number; all: number } {
  return { n: turns.filter((turn) => turn.end <= actions).length, all: turns.length };
}

/** The number that the turn of an action has in the list; actions: how many there are up to it. */
export function numberOf(turns: readonly Turn[], actions: number): number {
  return turns.findIndex((turn) => turn.end >= actions) + 1;
}

/** What a game adds to how its story is told. */
export interface Telling {
  beforeThrow?: readonly RegExp[] | undefined;
  /** Sentences, by their key, that whoever moved is told as well: what came of it is not seen on the board. */
  tellsMover?: readonly string[] | undefined;
  /** The same, until somebody else has moved. */
  tellsMoverFirst?: readonly string[] | undefined;
}

/**
 * The story of late: what has happened since the players at this browser last moved, and what others did by that move;
 * if nothing has, their own move.
 * Where all sit at this browser, the last turn. The last few sentences of it, in order.
 */
export function lately(
  actions: readonly Action[],
  own: readonly number[],
  everybody: boolean,
  { beforeThrow = [], tellsMover = [], tellsMoverFirst = [] }: Telling = {},
  most = 5,
): Phrase[] {
  let from = actions.length;
  let before: Phrase[] = [];
  const turns = turnsOf(actions, beforeThrow);
  if (everybody || own.length === 0) from = (turns.at(-1)?.seat === -1 ? turns.at(-3) : turns.at(-2))?.end ?? 0;
  else {
    const mine = actions.findLastIndex(({ seat, auto }) => own.includes(seat) && !auto);
    from = mine + 1 < actions.length ? mine + 1 : (turns.at(-2)?.end ?? 0);
    if (from === mine + 1) {
      const turn = actions.slice(
        actions.findLastIndex(({ seat }, index) => index < mine && !own.includes(seat)) + 1,
        from,
      );
      const keys = actions.slice(from).some(({ seat }) => seat >= 0) ? tellsMover : [...tellsMover, ...tellsMoverFirst];
      const results = turn.flatMap(({ story }) => story).filter(({ key }) => keys.includes(key));
      before = [...results, ...byOthers(actions[mine])];
    }
  }
  const since = afterLayout(actions.slice(from)).flatMap(({ hint, story }) => (hint ? [hint, ...story] : story));
  return [...before, ...since].slice(-most);
}

/** A board that chance has laid out is seen; nobody reads how. */
export function afterLayout<A extends Pick<Action, "seat">>(actions: readonly A[]): readonly A[] {
  const first = actions.findIndex(({ seat }) => seat >= 0);
  const throws = first < 0 ? actions.length : first;
  return throws > LAYOUT ? actions.slice(throws) : actions;
}
