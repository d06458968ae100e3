// Red and green as one gesture: what a click means while a fighter is being sent on its way.

import { fitting } from "../../board-kit/choices";
import type { Choice, Point } from "../../board-kit/contract";

/** A whole move of one fighter: where it stands, where red brings it, where green brings it. */
export interface Way {
  move: string;
  from: string;
  mid: string;
  /** Who retreats stays where red brings it. */
  end: string;
}

export type Step =
  | { do: "play"; move: string }
  | { do: "pick"; cell: string }
  /** Another red step for the same fighter. */
  | { do: "turn"; cell: string };

/** A fighter on its way under a mouse or a finger. */
export interface Drag {
  from: string;
  at: Point;
  touch: boolean;
  /** Red ends that were passed, in order. */
  passed: string[];
}

/** The button that ends a retreat: the fighter stays where red brought it. */
const STAY = "button:stay";

/** What may be picked, by what it would mean. */
export interface Marks {
  starts: Set<string>;
  reds: Set<string>;
  ends: Set<string>;
  /** Squares that belong to no walk: where a traded musketeer may come back, and soldiers that may pay for it. */
  others: Set<string>;
}

export function waysOf(choices: readonly Choice[]): Way[] {
  return choices.flatMap(({ move, picks: [from, mid, end] }) =>
    from !== undefined && mid !== undefined && end !== undefined
      ? [{ move, from, mid, end: end === STAY ? mid : end }]
      : [],
  );
}

/** The ways that are still open after what is picked. */
export function openWays(choices: readonly Choice[], picked: readonly string[]): Way[] {
  return waysOf(fitting(choices, picked));
}

export function marksOf(choices: readonly Choice[], picked: readonly string[]): Marks {
  const [from, mid] = picked;
  const starts = new Set(waysOf(choices).map((way) => way.from));
  const none: Marks = { starts, reds: new Set(), ends: new Set(), others: new Set() };
  if (from === undefined || !starts.has(from)) {
    const next = fitting(choices, picked).flatMap(({ picks }) =>
      picks.length === picked.length + 1 ? picks.slice(-1) : [],
    );
    return { ...none, others: new Set(next.filter((cell) => !cell.includes(":"))) };
  }
  const reds = openWays(choices, [from]).map((way) => way.mid);
  // a retreat is ended by its button, not by its square
  const ends = openWays(choices, picked).flatMap((way) => (way.end === way.mid ? [] : way.end));
  // a fighter may come back to where it stands, but picking that square again lets go of it until red is chosen
  return { ...none, reds: new Set(reds), ends: new Set(mid === undefined ? ends.filter((end) => end !== from) : ends) };
}

/**
 * What picking a cell means. A red end is a step on the way; an end is played at once. Of several ways to it any will do:
 * red meets nobody, so that whichever way a fighter went, the position is the same.
 */
export function decide(choices: readonly Choice[], picked: readonly string[], cell: string): Step {
  const [from, mid] = picked;
  const all = openWays(choices, from === undefined ? [] : [from]);
  if (from === undefined || all.length === 0 || (cell === from && mid === undefined)) return { do: "pick", cell };
  const red = all.some((way) => way.mid === cell);
  if (mid !== undefined) {
    const goesOn = all.some((way) => way.mid === mid && way.end === cell);
    return goesOn || !red || cell === mid ? { do: "pick", cell } : { do: "turn", cell };
  }
  const way = red ? undefined : all.find((way) => way.end === cell);
  return way === undefined ? { do: "pick", cell } : { do: "play", move: way.move };
}

/** What letting go of a dragged fighter means: the red ends it passed on its way settle which way it went. */
export function dropped(choices: readonly Choice[], from: string, passed: readonly string[], cell: string): Step {
  const reaching = openWays(choices, [from]).filter((way) => way.end === cell && way.mid !== cell);
  for (const mid of [...passed].reverse()) {
    const way = reaching.find((way) => way.mid === mid);
    if (way !== undefined) return { do: "play", move: way.move };
  }
  return decide(choices, [from], cell);
}

/** Whether picking a cell would make the move at once, so that a wrong tap would hurt. */
export function sends(choices: readonly Choice[], picked: readonly string[], cell: string): boolean {
  const step = decide(choices, picked, cell);
  if (step.do === "play") return true;
  if (step.do !== "pick") return false;
  return fitting(choices, [...picked, cell]).some(({ picks }) => picks.length === picked.length + 1);
}
