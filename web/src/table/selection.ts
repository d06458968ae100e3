// How a click changes what is picked, and when the selection is kept.

import { nextCells } from "../board-kit/choices";
import type { Choice } from "../board-kit/contract";

/**
 * What is picked after a click on a cell. A cell that goes on with the move is added; one that begins another move
 * begins that; anything else lets go.
 */
export function pick(choices: readonly Choice[], picked: readonly string[], cell: string): string[] {
  if (nextCells(choices, picked).has(cell)) return [...picked, cell];
  if (picked.at(-1) === cell) return picked.slice(0, -1);
  if (nextCells(choices, []).has(cell)) return [cell];
  return [];
}

interface Position {
  player: number;
  choices: readonly unknown[];
}

/** Whether the same player still has the same choices: then what is picked so far stays, whatever else is new. */
export function sameChoices(before: Position | null, after: Position): boolean {
  return before?.player === after.player && JSON.stringify(before.choices) === JSON.stringify(after.choices);
}
