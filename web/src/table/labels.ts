// What things at a table are called in a sentence: sides, players, moves, chances.

import { countsPoints } from "../games/infos.svelte";
import { manifestOf } from "../games/registry";
import { say, sayShort, t } from "../i18n/i18n.svelte";
import type { Phrase } from "../net/types";
import { percent } from "../ui/chart";
import { notation } from "../ui/prefs.svelte";
import type { Table } from "./store.svelte";

/** A move in short, as it stands in a list or over a hint; as records write it if somebody wants that. */
export function moveTitle(move: string, sentence: Phrase | null | undefined): string {
  return notation() || !sentence ? move : sayShort(sentence);
}

/** Whether a move leads somewhere on the board, so that it can be shown there. */
export function canBeShown(game: string, move: string): boolean {
  return manifestOf(game)?.buttonMoves?.some((written) => written.test(move)) !== true;
}

/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A name for use in a sentence: what `<bdi>` is in a page, in a text. A name that is written from right to left must not
 *  turn the words beside it. */
export function isolated(name: string): string {
  return RIGHT_TO_LEFT.test(name) ? `\u2068${name}\u2069` : name;
}

/** What somebody is called in a sentence: by their name, or by their side. */
export function playerName(table: Table, seat: number): string {
  const sitter = table.seats[seat];
  return isolated(sitter?.name ?? "") || sideName(table.game, sitter?.side ?? "", seat);
}

/** The name of a side: "Red", or "Player 1" where sides have no names. */
export function sideName(game: string, side: string, seat: number): string {
  const { key, values } = sidePhrase(game, side, seat);
  return say({ key, values: { number: values["number"] ?? 0 } });
}

/** A side as a phrase names it: whoever sits there, or else the side. */
export function sidePhrase(game: string, side: string, seat: number): Phrase {
  const unnamed = /^\d*$/.test(side);
  return { key: unnamed ? "core.player" : `${game}.side.${side}`, values: { number: seat + 1, seat } };
}

/** The bare number of a chance: of points there are so many to every 100, and nobody takes them for chances to win. */
export function chanceNumber(game: string, chance: number): string {
  return countsPoints(game) ? `${percent(chance)}` : `${percent(chance)} %`;
}

/** How likely a move wins, or which share of the points it brings; yours: the reader is the player who moves. */
export function chanceLabel(game: string, chance: number, yours = false): string {
  const key = !countsPoints(game) ? "chance.win" : yours ? "chance.share.yours" : "chance.share";
  return t(key, { n: percent(chance) });
}
