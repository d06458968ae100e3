// Translates between the contract of boards (choices with picks, queries by name) and the server's messages. No other
// file knows both.

import type { Choice, View } from "../board-kit/contract";
import { fetchPast } from "../net/api";
import type { HintData, TableRequestMessage } from "../net/types";

/** The choices of a position. If the first two picks of a move may come in either order, both orders are listed. */
export function choicesOf(view: View): Choice[] {
  const known = new Set(view.choices.map(({ picks }) => picks.join(" ")));
  const listed = view.choices.map(({ move, picks, path, either }) => ({ move, picks, path: path ?? picks, either }));
  const swapped = listed.flatMap(({ move, picks: [first, second, ...rest], path, either }): Choice[] =>
    either && first !== undefined && second !== undefined ? [{ move, picks: [second, first, ...rest], path }] : [],
  );
  return [...listed, ...swapped.filter(({ picks }) => !known.has(picks.join(" ")))];
}

/** Sends a message that changes nothing, and brings what was answered; null without an answer. */
export type Ask = (message: TableRequestMessage) => Promise<unknown>;

/** Answer a query of a board. `actions` tells which position is shown; null for the present one. */
export async function runQuery(
  ask: Ask,
  table: string,
  actions: number | null,
  name: string,
  args: Record<string, unknown> = {},
): Promise<unknown> {
  if (name === "position") return fetchPast(table, Number(args["actions"])).catch(() => null);
  return ask({ say: "query", name, args, actions });
}

/** A hint in which a move that is proposed twice is listed once. */
export function listedOnce(hint: HintData | undefined): HintData | null {
  if (hint === undefined) return null;
  const moves = hint.moves.filter(({ move }, index, all) => all.findIndex((other) => other.move === move) === index);
  return { ...hint, moves };
}
