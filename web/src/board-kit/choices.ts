// Choosing a move step by step: every choice has the cells to pick, in order.

import type { Choice } from "./contract";

/** The choices that begin with what is picked so far. */
export function fitting(choices: readonly Choice[], picked: readonly string[]): Choice[] {
  return choices.filter(({ picks }) => picked.every((cell, index) => picks[index] === cell));
}

/** The cells that may be picked next. */
export function nextCells(choices: readonly Choice[], picked: readonly string[]): Set<string> {
  const cells = new Set<string>();
  for (const { picks } of fitting(choices, picked)) {
    const cell = picks[picked.length];
    if (cell !== undefined) cells.add(cell);
  }
  return cells;
}

/** The move that is wholly picked, if one is. */
export function chosen(choices: readonly Choice[], picked: readonly string[]): string | null {
  if (picked.length === 0) return null;
  return fitting(choices, picked).find(({ picks }) => picks.length === picked.length)?.move ?? null;
}
