// Choosing a move step by step. The server lists every choice as its notation and the cells to pick, in order.

/** The choices that begin with what is picked so far. */
export function fitting(choices: readonly string[][], picked: readonly string[]): string[][] {
  return choices.filter((choice) => picked.every((cell, index) => choice[index + 1] === cell));
}

/** The cells that may be picked next. */
export function nextCells(choices: readonly string[][], picked: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const choice of fitting(choices, picked)) {
    const cell = choice[picked.length + 1];
    if (cell !== undefined) found.add(cell);
  }
  return found;
}

/** The notation of the move that is wholly picked, if it is. */
export function chosen(choices: readonly string[][], picked: readonly string[]): string | null {
  if (picked.length === 0) return null;
  const found = fitting(choices, picked).find((choice) => choice.length === picked.length + 1);
  return found?.[0] ?? null;
}

/**
 * What is picked after a click on a cell. A cell that goes on with the move is added; one that begins another move
 * begins that; anything else lets go. `either` are moves whose first two cells may be picked in any order.
 */
export function pick(
  choices: readonly string[][],
  picked: readonly string[],
  cell: string,
  either: readonly string[] = [],
): string[] {
  const all = withBothOrders(choices, either);
  if (nextCells(all, picked).has(cell)) return [...picked, cell];
  if (picked.at(-1) === cell) return picked.slice(0, -1);
  if (nextCells(all, []).has(cell)) return [cell];
  return [];
}

export function withBothOrders(choices: readonly string[][], either: readonly string[]): string[][] {
  const swapped = choices
    .filter((choice) => choice.length >= 3 && either.includes(choice[0] ?? ""))
    .map(([text, one, other, ...rest]) => [text, other, one, ...rest] as string[]);
  const known = new Set(choices.map((choice) => choice.slice(1).join(" ")));
  return [...choices, ...swapped.filter((choice) => !known.has(choice.slice(1).join(" ")))];
}

/** Whether the same player still has the same choice: then what he has picked so far stays, whatever else is new. */
export function sameChoice(before: Choosing | null, after: Choosing): boolean {
  return before?.player === after.player && JSON.stringify(before.choices) === JSON.stringify(after.choices);
}

interface Choosing {
  player: number;
  choices: readonly string[][];
}
