// What a place holds, in words.

import { fitting } from "../../board-kit/choices";
import type { Choice, Phrase } from "../../board-kit/contract";
import { t } from "../../i18n/i18n.svelte";
import type { Hand, KrabcekView } from "./extra";
import type { Of } from "./stackLayout";

const pieceName = (kind: string): Phrase => ({ key: `krabcek.piece.${kind}`, values: {} });
const sideName = (side: number): Phrase => ({ key: `krabcek.side.${side === 0 ? "black" : "white"}`, values: {} });

/** What becomes of the piece on a box if it is picked next; a walk onto it and a Switch-6 may both be possible. */
export function meetings(cell: string, choices: readonly Choice[], picked: readonly string[]): string[] {
  if (picked.length === 0) return [];
  const moves = fitting(choices, picked).filter(({ picks }) => picks[picked.length] === cell);
  return [
    ...(moves.some(({ move }) => move.includes("+")) ? ["krabcek.combine"] : []),
    ...(moves.some(({ move }) => move.includes("<>")) ? ["krabcek.switch"] : []),
  ];
}

export function standing(
  cell: string,
  view: KrabcekView,
  hands: readonly Hand[],
  of: Of,
  meets: readonly string[],
): string {
  const parts: string[] = [];
  const [where, side, letter = ""] = cell.split(":");
  if (where === "hand") parts.push(t("krabcek.left", { n: hands[Number(side)]?.[letter] ?? 0 }));
  const gate = view.extra.gates[cell];
  if (gate && gate.owner !== null) parts.push(t("krabcek.gate.of", { side: sideName(gate.owner) }));
  else if (gate) {
    parts.push(t("krabcek.gate.free", { n: gate.exits.length }));
    if (gate.streets.length > 0) parts.push(t("krabcek.gate.streets", { n: gate.streets.length }));
  }
  const piece = view.pieces[cell];
  if (piece) {
    parts.push(t("krabcek.piece", { side: sideName(piece[0]), piece: pieceName(piece[1]) }));
    const [upper = "", lower, ...more] = of(piece[1]);
    // a tower ends the game, and everybody knows what it is made of
    if (lower !== undefined && more.length === 0)
      parts.push(t("krabcek.stack", { upper: pieceName(upper), lower: pieceName(lower) }));
  }
  parts.push(...meets.map((key) => t(key)));
  return parts.join(", ");
}
