// What things at a table are called in a sentence: sides, players, moves, chances.

import { readBuild } from "../games/cubus/build";
import { percent } from "../ui/chart";
import type { Table } from "./store.svelte";
import { say, t } from "../i18n/i18n.svelte";

/** The names of what is written in short and pressed as a button. */
const BUTTONS: [RegExp, string][] = [
  [/^--$/, "button:pass"],
  [/^no$/, "button:no"],
  [/^throw$/, "button:throw"],
  [/^knock:\d+$/, "button:knock"],
  [/^knock:\d+\?$/, "button:giveup"],
];

/** A move as people would say it; its notation where that says it best. */
export function moveLabel(table: Table, move: string): string {
  const build = readBuild(move);
  if (build !== null) return t("cubus.hint.build", { n: build.boxes });
  const place = /^take (\S+)$/.exec(move)?.[1];
  if (place !== undefined) return cellName(table, place) || move;
  if (table.game === "kriskras" && move.startsWith("=")) return `${cellName(table, "button:trade")}: ${move.slice(1)}`;
  const button = BUTTONS.find(([written]) => written.test(move));
  return (button && cellName(table, button[1])) || move;
}

/** Whether a move leads somewhere on the board, so that it can be shown there. */
export function canBeShown(move: string): boolean {
  return !BUTTONS.some(([written]) => written.test(move));
}

function cellName(table: Table, id: string): string {
  return say(table.board?.cells.find((cell) => cell.id === id)?.name);
}

/** The side of a chair: "Red", or "Player 1" where sides have no names. */
export function sideName(game: string, side: string, seat: number): string {
  return /^\d*$/.test(side)
    ? say({ key: "core.player", values: { number: seat + 1 } })
    : say({ key: `${game}.side.${side}`, values: {} });
}

/** How likely a move wins; in Cubus, which share of the points it brings. */
export function chanceLabel(game: string, chance: number): string {
  return t(game === "cubus" ? "chance.share" : "chance.win", { n: percent(chance) });
}
