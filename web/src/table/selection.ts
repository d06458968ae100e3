// How a click changes what is picked, and when the selection is kept.

import { nextCells } from "../board-kit/choices";
import type { Choice } from "../board-kit/contract";

/**
 * What is picked after a click on a cell. A cell that goes on with the move is added, the last one again is let go,
 * and one that begins another move begins that; null is anything else: a try that has to be answered.
 */
export function pick(choices: readonly Choice[], picked: readonly string[], cell: string): string[] | null {
  if (nextCells(choices, picked).has(cell)) return [...picked, cell];
  if (picked.at(-1) === cell) return picked.slice(0, -1);
  if (nextCells(choices, []).has(cell)) return [cell];
  return null;
}

interface Position {
  player: number;
  choices: readonly unknown[];
}

/** Whether the same player still has the same choices: then what is picked so far stays, whatever else is new. */
export function sameChoices(before: Position | null, after: Position): boolean {
  return before?.player === after.player && JSON.stringify(before.choices) === JSON.stringify(after.choices);
}
